"""Games without playing: reports of results that are known before."""

import random

from hexmate.arena.terms import GameReport, Terms
from hexmate.board import Board
from hexmate.players.base import Limit

TERMS = Terms(Board(4).to_string(), limit=Limit(nodes=100))


def names(count):
    return tuple(f"random:seed={number}" for number in range(count))


class Oracle:
    """A runner that knows who wins: the better the earlier in the list, from time to time not."""

    def __init__(self, players, seed=0):
        self.players, self.rng = players, random.Random(seed)
        self.played = []

    def run(self, terms, pairings):
        batch = list(pairings)
        self.rng.shuffle(batch)  # games end in any order
        for pairing in batch:
            self.played.append(pairing.number)
            yield report(pairing, self.winner(pairing))

    def winner(self, pairing):
        black, white = self.players.index(pairing.black), self.players.index(pairing.white)
        upset = random.Random(pairing.seed).random() < 0.2
        return "black" if (black < white) != upset else "white"


def report(pairing, winner):
    return GameReport(
        number=pairing.number,
        black=pairing.black,
        white=pairing.white,
        opening=pairing.opening,
        seed=pairing.seed,
        start=TERMS.start,
        time="none",
        result={"black": "B+", "white": "W+", None: "Draw"}[winner],
        winner=winner,
        reason="connection",
        moves=pairing.opening,
        times=(0.0,) * len(pairing.opening),
        scores=(None,) * len(pairing.opening),
    )
