"""Players: people, machines, and both in one seat.

>>> from hexmate import Board
>>> from hexmate.players import Limit, create
>>> player = create("random:seed=7")
>>> player.play(Board(5), Limit()).move in Board(5).legal_moves
True
"""

from hexmate.players.base import Clock, Info, Limit, Player, PlayResult, caution
from hexmate.players.human import Human
from hexmate.players.hybrid import Hybrid
from hexmate.players.mcts import MctsPlayer
from hexmate.players.montecarlo import MonteCarloPlayer
from hexmate.players.policy import PolicyPlayer
from hexmate.players.random import RandomPlayer
from hexmate.players.registry import Entry, Option, available, create
from hexmate.players.stopping import StopToken
from hexmate.players.strongest import create_strongest
from hexmate.players.uct import UctPlayer

__all__ = [
    "Clock",
    "Entry",
    "Human",
    "Hybrid",
    "Info",
    "Limit",
    "MctsPlayer",
    "MonteCarloPlayer",
    "Option",
    "PlayResult",
    "Player",
    "PolicyPlayer",
    "RandomPlayer",
    "StopToken",
    "UctPlayer",
    "available",
    "caution",
    "create",
    "create_strongest",
]
