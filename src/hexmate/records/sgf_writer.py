"""From a game to a tree of raw SGF properties."""

import re
from collections.abc import Iterable

from hexmate.coords import PASS, SWAP
from hexmate.errors import HexmateError, RecordError
from hexmate.game import Game, Node
from hexmate.outcome import Termination
from hexmate.records.base import shown
from hexmate.records.sgf_names import (
    CURSOR,
    EXTRA_HEADER,
    HEADER_PROPERTIES,
    MARK_PROPERTIES,
    SHAPE,
    SWAP_RULE,
    TIME_OUT,
    SgfDialect,
    inferred_swap,
    is_old_hexgui,
)
from hexmate.records.sgf_tokens import RawNode, RawProperty, escaped, is_whole

__all__ = ["write_tree"]

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_BREAKS = re.compile(r"\r\n|\n\r|\r|\n")
_ENDINGS = {Termination.RESIGNATION: "resign", Termination.FORFEIT: "forfeit"}


def write_tree(game: Game, dialect: SgfDialect, lossy: bool) -> list[RawNode]:
    """The nodes of a game as raw properties, parents first.

    The swap rule is written only if the moves do not show it.
    """
    old_hexgui = is_old_hexgui(game.root.properties.get("AP", ()))
    nodes = _TreeWriter(game, dialect, old_hexgui, lossy).write()
    told = inferred_swap(nodes, dialect, old_hexgui, _transposable(game))
    if told == game.swap:
        return nodes
    nodes = _TreeWriter(game, dialect, False, lossy).write()
    nodes[0].properties.insert(3, RawProperty(SWAP_RULE, [game.swap or "none"]))
    return nodes


def _transposable(game: Game) -> bool:
    try:
        game.grid.mirror(0)
    except HexmateError:
        return False
    return True


class _TreeWriter:
    """Writes the nodes of one game."""

    def __init__(self, game: Game, dialect: SgfDialect, old_hexgui: bool, lossy: bool) -> None:
        self._game = game
        self._dialect = dialect
        self._old_hexgui = old_hexgui
        self._lossy = lossy

    def write(self) -> list[RawNode]:
        numbers: dict[int, int] = {}
        nodes = []
        for at, node in enumerate(self._game.nodes()):
            numbers[id(node)] = at
            raw = RawNode(-1 if node.parent is None else numbers[id(node.parent)])
            if node.parent is None:
                raw.properties.extend(self._root_properties())
            raw.properties.extend(self._properties(node))
            nodes.append(raw)
        return nodes

    def _root_properties(self) -> list[RawProperty]:
        game = self._game
        size = f"{game.cols}" if game.rows == game.cols else f"{game.cols}:{game.rows}"
        found = [("FF", ["4"]), ("GM", ["11"]), ("SZ", [size])]
        if not self._dialect.writes_game_type:
            found.remove(("GM", ["11"]))
        if game.shape != "hex":
            found.append((SHAPE, [game.shape]))
        if game.cursor is not None:
            found.append((CURSOR, [str(game.cursor)]))
        headers = dict(game.headers)
        for name, header in HEADER_PROPERTIES.items():
            if header in headers:
                found.append((name, [escaped(self._one_line(headers.pop(header)))]))
        if headers:
            pairs = ((self._pair_half(name), self._pair_half(headers[name])) for name in headers)
            found.append((EXTRA_HEADER, [f"{name}:{value}" for name, value in pairs]))
        return [RawProperty(name, values) for name, values in found]

    def _properties(self, node: Node) -> list[RawProperty]:
        found: list[tuple[str, list[str]]] = []
        if node.setup:
            found.append(("AB", self._names(node.setup.black)))
            found.append(("AW", self._names(node.setup.white)))
            found.append(("AE", self._names(node.setup.empty)))
            turn = node.setup.turn
            found.append(("PL", [] if turn is None else [turn.letter.upper()]))
        found.extend(self._step(node))
        found.append(("C", [escaped(node.comment)] if node.comment else []))
        for name, kind in MARK_PROPERTIES.items():
            found.append((name, self._names(node.marks.get(kind, ()))))
        labels = node.labels.items()
        found.append(("LB", [f"{self._name(at)}:{self._pair_half(text)}" for at, text in labels]))
        for name, values in node.properties.items():
            found.append((self._known_name(name), _raw(values)))
        return [RawProperty(name, values) for name, values in found if values]

    def _step(self, node: Node) -> list[tuple[str, list[str]]]:
        """The move or the ending of a node."""
        if node.color is None or (node.move is None and node.ending is None):
            return []
        letter = node.color.letter.upper()
        if node.ending is Termination.TIMEOUT:
            return [(TIME_OUT, [letter])]
        if node.ending is not None:
            return [(letter, [_ENDINGS[node.ending]])]
        if node.move == PASS:
            return [(letter, ["pass"])]
        if node.move == SWAP:
            word = self._swap_word()
            return [(letter, [word])] if word else []
        assert node.move is not None
        return [(letter, [self._name(node.move)])]

    def _swap_word(self) -> str | None:
        """The word for the swap; None if it is left out (with loss), which keeps the stones."""
        if self._dialect.swap_word is not None:
            return self._dialect.swap_word if self._game.swap == self._dialect.bare_swap else None
        return "swap-pieces" if self._old_hexgui else f"swap-{self._game.swap}"

    def _name(self, cell: int) -> str:
        return self._dialect.write_cell(self._game.grid, cell)

    def _names(self, cells: Iterable[int]) -> list[str]:
        return [self._name(cell) for cell in cells]

    def _one_line(self, text: str) -> str:
        if self._lossy:
            return _BREAKS.sub(" ", text)
        if "\n" in text or "\r" in text:
            raise RecordError(
                f"{self._dialect.name} cannot hold the line breaks of the header or label "
                f"{shown(text)}; pass lossy=True to write blanks instead"
            )
        return text

    def _pair_half(self, text: str) -> str:
        return escaped(self._one_line(text), pair=True)

    def _known_name(self, name: str) -> str:
        if _NAME.fullmatch(name) is None:
            raise RecordError(f"{shown(name)} cannot be the name of an SGF property; use letters")
        return name


def _raw(values: list[str]) -> list[str]:
    """Raw values unchanged, unless that would break the file."""
    return [_BREAKS.sub("\n", value) if is_whole(value) else escaped(value) for value in values]
