"""Evaluation again, written from the definitions and sharing no code with the package.

Slow on purpose: a search over single cells, a dense matrix for the circuit, plain sums.
"""

import heapq
import math
from itertools import product

import numpy as np

from support.slow_referee import on_edges, touching

EDGES = {0: ("top", "bottom"), 1: ("left", "right")}


class Cells:
    """The stones of a board by (row, col): 0 empty, 1 Black, 2 White."""

    def __init__(self, board):
        self.shape, self.rows, self.cols = board.shape, board.rows, board.cols
        array = board.to_array()
        self.stone = {
            cell: int(array[cell]) for cell in product(range(self.rows), range(self.cols))
        }

    def near(self, cell):
        return touching(self.shape, self.rows, self.cols, *cell)

    def edges(self, cell):
        return on_edges(self.shape, self.rows, self.cols, *cell)

    def number(self, cell):
        return cell[0] * self.cols + cell[1]

    def of(self, stone):
        return [cell for cell, found in self.stone.items() if found == stone]

    def groups(self, color):
        """Each group of a colour's stones as a set of cells."""
        left = set(self.of(color + 1))
        while left:
            group, reached = set(), [left.pop()]
            while reached:
                cell = reached.pop()
                group.add(cell)
                more = self.near(cell) & left
                left -= more
                reached += more
            yield group


def costs(cells, color, edge):
    """Fewest stones to reach each cell from an edge, the cell's own included (Dijkstra)."""
    price = {0: 1, color + 1: 0}
    best = {}
    queue = [
        (price[stone], cell)
        for cell, stone in cells.stone.items()
        if stone in price and edge in cells.edges(cell)
    ]
    heapq.heapify(queue)
    while queue:
        cost, cell = heapq.heappop(queue)
        if cell in best:
            continue
        best[cell] = cost
        for other in cells.near(cell):
            if other not in best and cells.stone[other] in price:
                heapq.heappush(queue, (cost + price[cells.stone[other]], other))
    return best


def distance(board, color):
    """(value or None, cells on shortest paths)."""
    cells = Cells(board)
    first, second = (costs(cells, color, edge) for edge in EDGES[color])
    goal = [cost for cell, cost in first.items() if EDGES[color][1] in cells.edges(cell)]
    if not goal:
        return None, ()
    value = min(goal)
    on_path = [
        cells.number(cell)
        for cell in cells.of(0)
        if cell in first and cell in second and first[cell] + second[cell] - 1 == value
    ]
    return value, tuple(sorted(on_path))


def two_distance(board, color):
    """(value or None, cells of least potential), by relaxing until nothing changes."""
    cells = Cells(board)
    near = {cell: {c for c in cells.near(cell) if cells.stone[c] == 0} for cell in cells.of(0)}
    touches = {cell: set(cells.edges(cell)) for cell in cells.of(0)}
    for group in cells.groups(color):
        edges = set().union(*(cells.edges(cell) for cell in group))
        if set(EDGES[color]) <= edges:
            return 0, ()
        around = {cell for cell in near if cells.near(cell) & group}
        for cell in around:
            near[cell] |= around - {cell}
            touches[cell] |= edges & set(EDGES[color])
    maps = []
    for edge in EDGES[color]:
        best = {cell: 1 if edge in touches[cell] else math.inf for cell in near}
        changed = True
        while changed:
            changed = False
            for cell, others in near.items():
                ways = sorted(best[other] for other in others)
                if len(ways) > 1 and ways[1] + 1 < best[cell]:
                    best[cell] = ways[1] + 1
                    changed = True
        maps.append(best)
    potential = {cell: maps[0][cell] + maps[1][cell] - 1 for cell in near}
    value = min(potential.values(), default=math.inf)
    if value == math.inf:
        return None, ()
    return value, tuple(sorted(cells.number(c) for c, found in potential.items() if found == value))


def circuit(board, color):
    """(resistance, potentials, currents, conductances between nodes, node of each cell).

    Node 0 is the first edge at 5 V, node 1 the second at 0 V.
    """
    cells = Cells(board)
    node, count = {}, 2
    for group in cells.groups(color):
        edges = set().union(*(cells.edges(cell) for cell in group))
        ends = [end for end, edge in enumerate(EDGES[color]) if edge in edges]
        if len(ends) == 2:
            return 0.0, None, None, None, None
        number = ends[0] if ends else count
        count += not ends
        node.update(dict.fromkeys(group, number))
    for cell in cells.of(0):
        node[cell] = count
        count += 1
    matrix = np.zeros((count, count))
    resistor = {cell: 1 if cells.stone[cell] == 0 else 0 for cell in node}
    for cell, other in ((a, b) for a in node for b in cells.near(a) if b in node and a < b):
        if node[cell] != node[other]:
            link = 1 / (resistor[cell] + resistor[other])
            matrix[node[cell], node[other]] += link
            matrix[node[other], node[cell]] += link
    for cell, end in product(cells.of(0), (0, 1)):
        if EDGES[color][end] in cells.edges(cell):
            matrix[node[cell], end] += 1
            matrix[end, node[cell]] += 1
    volts = solve(matrix)
    current = sum(matrix[0, j] * (5 - volts[j]) for j in range(count) if matrix[0, j])
    joined = reachable(matrix, {0})
    potentials, currents = np.full((2, board.rows, board.cols), math.nan)
    currents[:] = 0.0
    through = [
        sum(abs(matrix[i, j] * (volts[i] - volts[j])) for j in range(count) if matrix[i, j]) / 2
        for i in range(count)
    ]
    through[0] = through[1] = current
    for cell, number in node.items():
        potentials[cell] = volts[number]
        currents[cell] = 0.0 if math.isnan(volts[number]) else through[number]
    return (5 / current if 1 in joined else math.inf), potentials, currents, matrix, node


def reachable(matrix, start):
    """The nodes joined to any of these."""
    found, queue = set(start), list(start)
    while queue:
        more = set(np.flatnonzero(matrix[queue.pop()]).tolist()) - found
        found |= more
        queue += more
    return found


def solve(matrix):
    """The potential of each node; nan for those joined to neither edge."""
    volts = np.full(len(matrix), math.nan)
    volts[:2] = 5.0, 0.0
    free = sorted(reachable(matrix, {0, 1}) - {0, 1})
    if free:
        laplacian = np.diag(matrix.sum(axis=1)) - matrix
        volts[free] = np.linalg.solve(laplacian[np.ix_(free, free)], 5.0 * matrix[free, 0])
    return volts


def liberties(board, color):
    cells = Cells(board)
    return sum(
        cells.stone[other] == 0 for cell in cells.of(color + 1) for other in cells.near(cell)
    )


def bridge_score(board, color):
    cells = Cells(board)
    own = [sum(cells.stone[c] == color + 1 for c in cells.near(cell)) for cell in cells.of(0)]
    return sum(k - 1 for k in own if k >= 2)


def centre_score(board, color):
    cells = Cells(board)
    longer = max(cells.rows, cells.cols)
    score = 0
    for (row, col), stone in cells.stone.items():
        far = abs(row - (cells.rows - 1) / 2) + abs(col - (cells.cols - 1) / 2)
        weight = math.floor(longer - far + 0.5)  # never negative, so this rounds away from zero
        score += 0 if stone == 0 else weight if stone == color + 1 else -weight
    return score


def features(board):
    own, other = int(board.turn), 1 - board.turn
    n = max(board.rows, board.cols)
    d_own, d_other = (
        n * n if value is None else value
        for value in (distance(board, own)[0], distance(board, other)[0])
    )
    lib, bridge = ([count(board, own), count(board, other)] for count in (liberties, bridge_score))
    return (d_own, d_other, *lib, *bridge, centre_score(board, own))


def seed(board):
    """The original's score for the side to move of a game that is not over."""
    d_own, d_other, lib_own, lib_other, bridge_own, bridge_other, centre = features(board)
    n = max(board.rows, board.cols)
    score = (d_other - d_own) * (600 + 10 * n)
    score += (12000 + 300 * n) * ((d_own == 1) - (d_other == 1))
    score += (bridge_own - bridge_other) * (6 + n) + 2 * (lib_own - lib_other)
    return score + centre
