"""A game in the terminal: prompt, board, undo, hints and saving."""

import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from hexmate import text
from hexmate.analysis import analyse_position
from hexmate.board import Board
from hexmate.color import BLACK, Color
from hexmate.coords import SWAP
from hexmate.errors import HexmateError, PlayerError, Resigned
from hexmate.game import Game, Node
from hexmate.outcome import Outcome, Termination
from hexmate.players.base import Limit, Player, caution
from hexmate.players.blame import blaming
from hexmate.players.human import Human
from hexmate.players.hybrid import Hybrid
from hexmate.players.openings import may_be_swapped
from hexmate.players.registry import create, require_known
from hexmate.players.strongest import create_strongest
from hexmate.records import save as save_record
from hexmate.swap import seat_of

__all__ = ["TerminalGame", "is_person"]

HELP = """\
c3            place a stone           swap    swap, after the first stone
pass          pass                    resign  resign the game
undo, redo    take back, play again   hint    suggest a move
save FILE     save the game           hand    let your engine move (hybrid)
help          show this text          back    resume control (hybrid)
quit          stop; hexmate play --resume FILE continues a saved game"""


_MACHINE_LIMIT = Limit(time=1.0)
_HINT_LIMIT = Limit(time=1.0)


_HUMAN, _HYBRID = "human", "hybrid:"


def is_person(spec: str) -> bool:
    """Whether a person plays this seat, alone or with an engine to hand over to."""
    return spec == _HUMAN or spec.startswith(_HYBRID)


class _Moved(Exception):
    """A command has changed the position or the players: the turn starts again at a node."""

    def __init__(self, node: Node) -> None:
        self.node = node


class _Quit(Exception):
    """The player typed quit."""


class TerminalGame:
    """Two seats, a game tree, and the node that is shown."""

    def __init__(
        self,
        game: Game,
        seats: Mapping[Color, str | Player],
        *,
        save_to: Path | None = None,
        say: Callable[[str], None] = print,
        read: Callable[[str], str] = input,
    ) -> None:
        self._game = game
        self._node = game.end()
        self._undone: list[Node] = []
        self._adviser: Player | None = None
        self._save_to = save_to
        self._say = say
        self._read = read
        self._seats = {color: self._player(spec) for color, spec in seats.items()}
        for color, player in self._seats.items():
            game.headers.setdefault(str(color), player.name)

    def _player(self, spec: str | Player) -> Player:
        if isinstance(spec, Player):
            return spec
        person = Human(self._ask)
        if spec == _HUMAN:
            return person
        if spec.startswith(_HYBRID):
            return Hybrid(person, create(spec.removeprefix(_HYBRID)))
        try:
            require_known(spec)
        except PlayerError as error:
            raise PlayerError(f"{error}, human and hybrid:PLAYER") from None
        return create(spec)

    def run(self) -> None:
        """Play until the game or the input ends, or until the player quits."""
        for color, player in self._seats.items():
            player.start(self._board(), color)
        notes = (caution(player, self._board()) for player in self._machines())
        for note in dict.fromkeys(filter(None, notes)):
            self._say(note)
        outcome: Outcome | None = None
        try:
            while (outcome := self._show()) is None:
                try:
                    self._take_turn(self._board())
                except _Moved as moved:
                    self._node = moved.node
                except Resigned:
                    self._advance(ending=Termination.RESIGNATION)
        except (_Quit, EOFError):
            self._say("")
        except KeyboardInterrupt:
            self._say("")
            raise
        except PlayerError as error:
            self._say(f"\n{error}")
        finally:
            for player in self._seats.values():
                with suppress(PlayerError):  # an engine that has failed cannot be told
                    player.finish(outcome)
                player.close()

    def _board(self) -> Board:
        return self._node.board()

    def _seat(self, board: Board, color: Color) -> Player:
        """The player of a colour now: swap-sides exchanges the players, not the stones."""
        return self._seats[seat_of(color, board.swap, board.moves)]

    def _show(self) -> Outcome | None:
        board = self._board()
        self._say("\n" + text.board(board, ansi=sys.stdout.isatty()))
        outcome = board.outcome()
        if outcome is not None:
            self._announce(board, outcome)
        return outcome

    def _announce(self, board: Board, outcome: Outcome) -> None:
        if outcome.winner is None:
            self._say("A draw: the board is full.")
            return
        winner = self._seat(board, outcome.winner)
        self._say(f"{outcome.winner.title} ({winner.name}) wins by {outcome.termination.value}.")

    def _take_turn(self, board: Board) -> None:
        player = self._seat(board, board.turn)
        if isinstance(player, Hybrid) and player.handed_over:
            self._confirm_machine(board, player)
        if _is_person(player):
            move = player.play(board, Limit()).move
        else:
            with blaming(player.name):
                move = _machine_move(player, board)
        self._say(f"{board.turn.title} ({player.name}) plays {board.name(move)}.")
        self._advance(move=move)

    def _confirm_machine(self, board: Board, player: Hybrid) -> None:
        """Ask before each move of the engine, so that the person can resume control."""
        prompt = f"Press Enter to let {player.strategy.name} move, or type back to resume control: "
        self._run_command(self._read(prompt))

    def _advance(self, *, move: int | None = None, ending: Termination | None = None) -> None:
        self._undone.clear()
        same = (n for n in self._node.children if (n.move, n.ending) == (move, ending))
        self._node = next(same, None) or self._node.add_variation(move, ending=ending)
        self._node.promote()
        outcome = self._board().outcome()
        if outcome is not None:
            self._game.headers["result"] = outcome.result()
        if self._save_to is not None:
            save_record(self._game, self._save_to)

    def _ask(self, board: Board, problem: str | None) -> str:
        """The person's next answer that is not a command."""
        if problem is not None:
            self._say(problem)
        swap = ", or swap" if board.swap_available else ""
        while True:
            answer = self._read(f"{board.turn.title} to move (a cell{swap}, or help): ")
            if not self._run_command(answer):
                return answer

    def _run_command(self, answer: str) -> bool:
        """Run a command; False if the answer is not one."""
        word, _, argument = answer.strip().partition(" ")
        action = self._actions(argument.strip()).get(word.lower())
        if action is None:
            return False
        try:
            action()
        except HexmateError as error:
            self._say(str(error))
        return True

    def _actions(self, argument: str) -> dict[str, Callable[[], None]]:
        return {
            "": lambda: None,
            "help": lambda: self._say(HELP),
            "hint": self._hint,
            "save": lambda: self._save(argument),
            "undo": self._undo,
            "redo": self._redo,
            "resign": self._resign,
            "hand": lambda: self._hand_over(True),
            "back": lambda: self._hand_over(False),
            "quit": self._quit,
        }

    def _undo(self) -> None:
        """Go back to the last position with a person to move; `redo` returns."""
        node = self._node
        while node.parent is not None:
            last, node = node, node.parent
            if self._persons_turn(node):
                last.remove()
                self._undone.append(last)
                raise _Moved(node)
        self._say("You have no move to take back.")

    def _redo(self) -> None:
        """Play again what the last undo took back."""
        if not self._undone:
            self._say("There is no move to redo.")
            return
        self._node.append(self._undone.pop()).promote()
        raise _Moved(self._game.end())

    def _persons_turn(self, node: Node) -> bool:
        board = node.board()
        return _is_person(self._seat(board, board.turn))

    def _resign(self) -> None:
        self._advance(ending=Termination.RESIGNATION)
        raise _Moved(self._node)

    def _hand_over(self, to_machine: bool) -> None:
        board = self._board()
        player = self._seat(board, board.turn)
        if not isinstance(player, Hybrid):
            self._say(
                "You have no engine to hand over to; start the game with --black hybrid:PLAYER."
            )
            return
        if to_machine:
            player.hand_over()
        else:
            player.take_back()
        raise _Moved(self._node)

    def _quit(self) -> None:
        raise _Quit

    def _save(self, name: str) -> None:
        if not name:
            self._say("Give a file name, as in save mygame.sgf.")
            return
        save_record(self._game, Path(name))
        self._say(f"Saved as {name}.")

    def _hint(self) -> None:
        """The advice of an engine at this board that can analyse, or else of the strongest."""
        board = self._board()
        for player in self._machines():
            try:
                self._advise(board, player)
                return
            except PlayerError:
                continue
        if self._adviser is None:
            self._adviser, _ = create_strongest(board)
        self._advise(board, self._adviser)

    def _machines(self) -> list[Player]:
        """The players of both seats; of a hybrid, its engine."""
        return [
            seat.strategy if isinstance(seat, Hybrid) else seat for seat in self._seats.values()
        ]

    def _advise(self, board: Board, player: Player) -> None:
        best = analyse_position(board, player, _HINT_LIMIT)[0]
        share = f"{100 * best.win_probability:.0f}%"
        move = board.name(best.move)
        self._say(f"{player.name} would play {move} (win probability {share})")


def _machine_move(player: Player, board: Board) -> int:
    if may_be_swapped(board):
        return player.propose_opening(board)
    if board.swap_available and not player.accept_opening(board, board.stones(BLACK)[0]):
        return SWAP
    return player.play(board, _MACHINE_LIMIT).move


def _is_person(player: Player) -> bool:
    return isinstance(player, Human) or (isinstance(player, Hybrid) and not player.handed_over)
