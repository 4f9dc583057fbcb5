"""Making a proof: walk the solver's answers down to bridges, and share what repeats."""

from collections.abc import Callable
from dataclasses import dataclass

from hexmate.board import Board
from hexmate.color import Color
from hexmate.connect import VirtualConnections, bridge_win, bridge_win_move
from hexmate.errors import ProofError
from hexmate.position import Position
from hexmate.solve.archive import plain_position
from hexmate.solve.proof import Chain, Linked, Node, Proof, Threats
from hexmate.solve.region import Ends, Region, bits, cells_of
from hexmate.solve.solver import Solution, Verdict

__all__ = ["Prover"]

_TRIED = 3
"""How many connections from a group to an edge are tried to split the board."""


class Prover:
    """Makes the proof of a solved position.

    `solve` answers questions about positions, as `Solver.solve` does; an unknown answer ends the
    work with a `ProofError`. `nodes` counts what has been found so far.

    >>> from hexmate.solve.solver import Solver
    >>> proof = Prover(Solver().solve).prove(Board(4))
    >>> str(proof.winner), len(proof.nodes) < 20
    ('black', True)
    """

    def __init__(self, solve: Callable[[Board], Solution]) -> None:
        self._solve = solve
        self.nodes = 0

    def prove(self, board: Board, solution: Solution | None = None) -> Proof:
        """The proof of who wins a position of the hex shape; swaps do not count."""
        if board.shape != "hex":
            raise ProofError(f"proofs are for the hex shape; this board is {board.shape}")
        position = plain_position(board)
        outcome = board.outcome()
        if outcome is not None:
            if outcome.winner is None:
                raise ProofError("neither side has won: there is nothing to prove")
            return self._ended(position, outcome.winner)
        if solution is None:
            solution = self._solve(board)
        if solution.verdict is Verdict.UNKNOWN:
            raise ProofError("the position is not solved: there is nothing to prove")
        if solution.verdict is Verdict.WIN and solution.move is None:
            raise ProofError("the solver names no winning move")
        first = solution.move if solution.verdict is Verdict.WIN else None
        winner = board.turn if first is not None else board.turn.other
        region = Region(board.rows, board.cols, winner)
        stones = bits(position.black if winner == Color.BLACK else position.white)
        free = bits(solution.carrier)
        if first is not None:
            stones |= 1 << first
            free &= ~(1 << first)
        search = _ProofSearch(region, self._solve, self._count)
        root = search.prove(_Goal(region.edges, stones, free))
        return Proof(position, winner, first, search.collected(root))

    def _ended(self, position: Position, winner: Color) -> Proof:
        region = Region(position.rows, position.cols, winner)
        stones = bits(position.black if winner is Color.BLACK else position.white)
        search = _ProofSearch(region, self._solve, self._count)
        root = search.prove(_Goal(region.edges, stones, 0))
        return Proof(position, winner, None, search.collected(root))

    def _count(self, nodes: int) -> None:
        self.nodes = nodes


@dataclass(frozen=True, slots=True)
class _Goal:
    """The winner, with these stones and free cells, connects the ends if the loser moves.

    The solver only knows wins from edge to edge. So where an end is not the edge, stones that are
    not there, `fakes`, join it to that edge: they touch no free cell that the end does not touch.
    `links` are ends taken to be connected, which fakes join as well.
    """

    ends: Ends
    stones: int
    free: int
    fakes: int = 0
    links: frozenset[Ends] = frozenset()

    def after(self, reply: int, free: int) -> "_Goal":
        stones = self.stones | 1 << reply
        return _Goal(self.ends, stones, free & ~(1 << reply), self.fakes, self.links)


@dataclass(frozen=True, slots=True)
class _Found:
    """A node, and what it needs: stones, empty cells and links."""

    node: Node
    ends: Ends
    stones: int
    cells: int
    links: frozenset[Ends]


class _FakedError(Exception):
    """A connection used stones that are not there."""


class _ProofSearch:
    def __init__(
        self, region: Region, solve: Callable[[Board], Solution], count: Callable[[int], None]
    ) -> None:
        self._region = region
        self._solve = solve
        self._count = count
        self._found: list[_Found] = []
        self._numbers: dict[tuple[Node, Ends], int] = {}
        # Nodes by ends, stones and links: one that needs free cells only proves the goal.
        self._known: dict[tuple[Ends, int, frozenset[Ends]], list[int]] = {}

    def prove(self, goal: _Goal) -> int:
        """The number of a node that proves the goal."""
        known = self._known.setdefault((goal.ends, goal.stones, goal.links), [])
        for earlier in known:
            if not self._found[earlier].cells & ~goal.free:
                return earlier
        region = self._region
        board = region.board(goal.stones | goal.fakes, goal.free, region.opponent)
        number = self._chain(board, goal)
        if number is None:
            number = self._join(board, goal)
        if number is None:
            number = self._threats(board, goal)
        known.append(number)
        return number

    def collected(self, root: int) -> tuple[Node, ...]:
        """The nodes that the root needs, with new numbers; the root comes last."""
        numbers: dict[int, int] = {}
        nodes: list[Node] = []
        wanted = {root}
        for number in range(root, -1, -1):
            if number in wanted:
                wanted.update(_children(self._found[number].node))
        for number in sorted(wanted):
            numbers[number] = len(nodes)
            nodes.append(_renumbered(self._found[number].node, numbers))
        return tuple(nodes)

    def _chain(self, board: Board, goal: _Goal) -> int | None:
        win = bridge_win(board, self._region.color)
        if win is None:
            return None
        connects, ends, pairs = self._region.connects, goal.ends, win.pairs
        if not connects(goal.stones, pairs, goal.links, ends):
            raise _FakedError
        links = set(goal.links)
        for link in goal.links:
            if connects(goal.stones, pairs, links - {link}, ends):
                links.discard(link)
        kept = bits(ends) | bits(end for link in links for end in link)
        stones = goal.stones
        for cell in cells_of(stones & ~kept):
            if connects(stones & ~(1 << cell), pairs, links, ends):
                stones &= ~(1 << cell)
        node = Chain(ends, stones, pairs, tuple(sorted(links)))
        return self._add(_Found(node, ends, stones, bits(win.carrier), frozenset(links)))

    def _join(self, board: Board, goal: _Goal) -> int | None:
        """Split the cells: some connect a group to an edge, the others do the rest.

        Without this, a proof would repeat one side of the board for every state of the other.
        """
        region = self._region
        groups = region.floating_groups(goal.stones | goal.fakes)
        if not groups:
            return None
        found = VirtualConnections(board)
        parts = [
            (bits(connection.carrier), group, side)
            for group in groups
            for side in (0, 1)
            for connection in found.full(region.color, cells_of(group)[0], region.edge_name(side))[
                :_TRIED
            ]
        ]
        parts.sort(key=lambda part: -part[0].bit_count())
        for cells, group, side in parts:
            number = self._joined(goal, cells, group, side)
            if number is not None:
                return number
        return None

    def _joined(self, goal: _Goal, cells: int, group: int, side: int) -> int | None:
        region, rest = self._region, goal.free & ~cells
        all_stones = goal.stones | goal.fakes
        to_edge = self._fake_path(group, side, rest, all_stones)
        to_other = self._fake_path(group, 1 - side, cells, all_stones)
        if to_edge is None or to_other is None:
            return None
        answer = self._solve(region.board(all_stones | to_edge, rest, region.opponent))
        if answer.verdict is not Verdict.LOSS:
            return None
        stone = cells_of(group)[0]
        link = (stone, goal.ends[1]) if side else (goal.ends[0], stone)
        needed = tuple(sorted(link))
        fakes = goal.fakes | to_edge
        links = goal.links | {(needed[0], needed[1])}
        linked = _Goal(link, goal.stones, cells, goal.fakes | to_other, goal.links)
        try:
            base = self.prove(_Goal(goal.ends, goal.stones, bits(answer.carrier), fakes, links))
            if needed not in self._found[base].links:
                return base
            return self._add_join(base, self.prove(linked))
        except _FakedError:
            return None

    def _fake_path(self, group: int, side: int, free: int, stones: int) -> int | None:
        """Cells outside `free` that join a group to an edge and to nothing else; None if none do.

        A free cell that touches the path must touch the group or the edge anyway.
        """
        region = self._region
        edge = region.at_edge[side]
        strangers = region.near(free & ~region.near(group) & ~edge)
        avoided = strangers | region.near(stones & ~group) | region.at_edge[1 - side]
        allowed = region.every & ~(avoided | free | stones)
        before: dict[int, int | None] = dict.fromkeys(cells_of(region.near(group) & allowed))
        waiting = list(before)
        for cell in waiting:
            if edge >> cell & 1:
                return _walked(cell, before)
            for following in cells_of(region.neighbours(cell) & allowed):
                if following not in before:
                    before[following] = cell
                    waiting.append(following)
        return None

    def _threats(self, board: Board, goal: _Goal) -> int:
        replies = self._replies(board, goal.free)
        left = goal.free
        chosen: list[tuple[int, int, int]] = []
        while left:
            reply, cells = min(
                replies, key=lambda each: ((left & each[1]).bit_count(), each[1].bit_count())
            )
            replies.remove((reply, cells))
            number = self.prove(goal.after(reply, cells))
            needed = self._found[number].cells | 1 << reply
            if left & needed != left or not chosen:
                chosen.append((reply, number, needed))
                left &= needed
        return self._add_threats(goal.ends, _without_spare(chosen))

    def _replies(self, board: Board, free: int) -> list[tuple[int, int]]:
        """Winning replies to moves of the loser, with what they need: no cell is in all of them."""
        replies = []
        win = bridge_win_move(board, self._region.color)
        if win is not None:
            replies.append((win[0], bits(win[1].carrier) | 1 << win[0]))
            free &= replies[0][1]
        while free:
            cells = cells_of(free)
            intrusion = cells[len(cells) // 2]
            board.push(intrusion, self._region.opponent)
            replies.append(self._reply(board))
            board.pop()
            if replies[-1][1] >> intrusion & 1:
                raise ProofError("the solver's carrier contains a stone")
            free &= replies[-1][1]
        return replies

    def _reply(self, board: Board) -> tuple[int, int]:
        win = bridge_win_move(board, self._region.color)
        if win is not None:
            return win[0], bits(win[1].carrier) | 1 << win[0]
        answer = self._solve(board)
        if answer.verdict is Verdict.UNKNOWN:
            raise ProofError("the solver did not finish")
        if answer.verdict is not Verdict.WIN or answer.move is None:
            raise ProofError(f"the solver contradicts itself at {board.to_string()}")
        return answer.move, bits(answer.carrier) | 1 << answer.move

    def _add_threats(self, ends: Ends, replies: list[tuple[int, int]]) -> int:
        stones = cells = 0
        links: frozenset[Ends] = frozenset()
        for reply, number in replies:
            child = self._found[number]
            stones |= child.stones & ~(1 << reply)
            cells |= child.cells | 1 << reply
            links |= child.links
        return self._add(_Found(Threats(tuple(sorted(replies))), ends, stones, cells, links))

    def _add_join(self, base: int, link: int) -> int:
        one, two = self._found[base], self._found[link]
        proven = tuple(sorted(two.ends))
        links = (one.links - {(proven[0], proven[1])}) | two.links
        node = Linked(base, (link,))
        return self._add(
            _Found(node, one.ends, one.stones | two.stones, one.cells | two.cells, links)
        )

    def _add(self, found: _Found) -> int:
        number = self._numbers.setdefault((found.node, found.ends), len(self._found))
        if number == len(self._found):
            self._found.append(found)
            self._count(len(self._found))
        return number


def _walked(cell: int, before: dict[int, int | None]) -> int:
    path, at = 0, before[cell]
    path |= 1 << cell
    while at is not None:
        path |= 1 << at
        at = before[at]
    return path


def _without_spare(chosen: list[tuple[int, int, int]]) -> list[tuple[int, int]]:
    """The replies without those that are not needed to leave no cell in all of them."""
    at = 0
    while at < len(chosen):
        common = -1
        for each in chosen[:at] + chosen[at + 1 :]:
            common &= each[2]
        if common == 0:
            del chosen[at]
        else:
            at += 1
    return [(reply, number) for reply, number, _ in chosen]


def _children(node: Node) -> list[int]:
    if isinstance(node, Threats):
        return [child for _, child in node.replies]
    return [node.base, *node.links] if isinstance(node, Linked) else []


def _renumbered(node: Node, numbers: dict[int, int]) -> Node:
    if isinstance(node, Threats):
        return Threats(tuple((reply, numbers[child]) for reply, child in node.replies))
    if isinstance(node, Linked):
        return Linked(numbers[node.base], tuple(numbers[link] for link in node.links))
    return node
