"""Overlays: what can be computed for a position without a search."""

from collections import deque
from collections.abc import Callable
from math import isfinite
from typing import Any

from hexmate.board import Board
from hexmate.color import BLACK, Color
from hexmate.connect import BridgeState, End, bridge_win, bridges
from hexmate.evaluate import Distance, distance, resistance, two_distance
from hexmate.graph import EDGES

__all__ = ["KINDS", "Overlay", "overlay", "overlay_of"]

Overlay = dict[str, Any]
"""The fields of an `OverlayResult`."""

_WORTH = {BridgeState.WHOLE: 1.0, BridgeState.ONE_LEFT: 0.5, BridgeState.BROKEN: 0.0}
_DIGITS = 5


def overlay(board: Board, kind: str, color: Color) -> Overlay:
    """An overlay by name: values of cells, paths over the board, and one value."""
    return KINDS[kind](board, color)


def overlay_of(
    cells: dict[str, float], paths: list[list[str]], value: float | None, **parts: Any
) -> Overlay:
    """An overlay of these parts; the others are empty."""
    return {"cells": cells, "paths": paths, "value": value, "links": [], "inferior": {}, **parts}


def _distance(board: Board, color: Color) -> Overlay:
    """The empty cells on shortest paths, and one of these paths."""
    found = distance(board, color)
    return overlay_of(_ones(board, found), _shortest_path(board, color, found), found.value)


def _two_distance(board: Board, color: Color) -> Overlay:
    found = two_distance(board, color)
    return overlay_of(_ones(board, found), [], found.value)


def _ones(board: Board, found: Distance) -> dict[str, float]:
    return {board.name(cell): 1.0 for cell in found.cells}


def _shortest_path(board: Board, color: Color, found: Distance) -> list[list[str]]:
    """A path from edge to edge over own stones and cells on shortest paths."""
    if found.value is None:
        return []
    first, last = _edges(board, color)
    own = set(board.stones(color))
    open_cells = own.union(found.cells)
    cost = {cell: 0 if cell in own else 1 for cell in open_cells}
    before: dict[int, int | None] = {}
    best = {cell: cost[cell] for cell in open_cells & first}
    line = deque(sorted(best, key=lambda cell: best[cell]))
    before.update(dict.fromkeys(best))
    while line:
        cell = line.popleft()
        for neighbour in board.neighbors(cell):
            if neighbour not in open_cells:
                continue
            total = best[cell] + cost[neighbour]
            if total < best.get(neighbour, total + 1):
                best[neighbour], before[neighbour] = total, cell
                (line.append if cost[neighbour] else line.appendleft)(neighbour)
    ends = [cell for cell in best if cell in last]
    return [_path(board, before, min(ends, key=lambda cell: best[cell]))] if ends else []


def _path(board: Board, before: dict[int, int | None], end: int) -> list[str]:
    path: list[str] = []
    cell: int | None = end
    while cell is not None:
        path.append(board.name(cell))
        cell = before[cell]
    return path[::-1]


def _edges(board: Board, color: Color) -> tuple[set[int], set[int]]:
    """The cells that touch a colour's first and second edge."""
    starts, neighbours = board._adjacency()
    wanted = (0, 1) if color is BLACK else (2, 3)
    nodes = (board.num_cells + edge for edge in wanted)
    first, last = (set(neighbours[starts[node] : starts[node + 1]].tolist()) for node in nodes)
    return first, last


def _resistance(board: Board, color: Color) -> Overlay:
    """The current through each cell of Shannon's circuit, scaled to a maximum of 1."""
    circuit = resistance(board, color)
    currents = circuit.currents.reshape(-1)
    empty = [cell for cell in range(board.num_cells) if board.color_at(cell) is None]
    strongest = max((float(currents[cell]) for cell in empty), default=0.0)
    cells = {
        board.name(cell): round(float(currents[cell]) / strongest, _DIGITS)
        for cell in empty
        if strongest > 0 and isfinite(currents[cell])
    }
    total = float(circuit.resistance)
    return overlay_of(cells, [], round(total, _DIGITS) if isfinite(total) else None)


def _bridges(board: Board, color: Color) -> Overlay:
    """The carriers of bridges (1 intact, 0.5 with one cell left), and each bridge as a path."""
    found = [each for each in bridges(board, color) if each.state is not BridgeState.BROKEN]
    cells: dict[str, float] = {}
    for bridge in found:
        for cell in bridge.carrier:
            name = board.name(cell)
            cells[name] = max(cells.get(name, 0.0), _WORTH[bridge.state])
    paths = [
        [
            _end(board, bridge.ends[0]),
            *(board.name(cell) for cell in bridge.carrier),
            _end(board, bridge.ends[1]),
        ]
        for bridge in found
    ]
    return overlay_of(cells, paths, sum(each.state is BridgeState.WHOLE for each in found))


def _end(board: Board, end: End) -> str:
    return end if isinstance(end, str) else board.name(end)


def _legal(board: Board, color: Color) -> Overlay:
    """The legal moves. The value counts them, including a swap."""
    moves = list(board.legal_moves)
    return overlay_of({board.name(move): 1.0 for move in moves if move >= 0}, [], len(moves))


def _winning_chain(board: Board, color: Color) -> Overlay:
    """The winning chain, or a winning connection by bridges; the value is 1 or 0."""
    outcome = board.outcome()
    if outcome is not None:
        path = [board.name(cell) for cell in board.winning_path()] * (outcome.winner is color)
        return overlay_of(dict.fromkeys(path, 1.0), [path] if path else [], float(bool(path)))
    win = bridge_win(board, color)
    if win is None:
        return overlay_of({}, [], 0.0)
    chain = [_end(board, end) for end in win.chain]
    carrier = {board.name(cell): 0.5 for cell in win.carrier}
    stones = {end: 1.0 for end in chain if end not in EDGES}
    return overlay_of({**carrier, **stones}, [chain], 1.0)


KINDS: dict[str, Callable[[Board, Color], Overlay]] = {
    "distance": _distance,
    "two-distance": _two_distance,
    "resistance": _resistance,
    "bridges": _bridges,
    "legal": _legal,
    "winning-chain": _winning_chain,
}
"""The overlays by name."""
