"""The socket of analyses: what clients send, and what the server answers."""

from typing import Annotated, Any, Literal, Self

from pydantic import Field, TypeAdapter, model_validator

from hexmate.web.models.base import Ref, RequestModel, ResponseModel, Side, Spec

__all__ = [
    "ANALYSIS_MESSAGE",
    "Analyse",
    "AnalysisAck",
    "AnalysisInfo",
    "AnalysisLineState",
    "AnalysisMessage",
    "EngineHelpAnswer",
    "EngineHelpRequest",
    "GameReview",
    "KeptReview",
    "LimitRequest",
    "MoveReviewState",
    "PositionLine",
    "Review",
    "ReviewMessage",
    "ReviewedMove",
    "SolutionMessage",
    "Solve",
    "Stop",
    "SummaryMessage",
    "SummaryState",
    "SummaryStates",
]

PositionLine = Annotated[str, Field(min_length=1, max_length=4096)]


class EngineHelpRequest(RequestModel):
    """Ask whether a page's own engine may help with a position."""

    position: PositionLine


class EngineHelpAnswer(ResponseModel):
    """It may; otherwise the answer is a refusal."""

    allowed: bool


class LimitRequest(RequestModel):
    """The limit of a search: seconds, visits, or whichever is reached first."""

    time: Annotated[float, Field(gt=0, le=3600)] | None = None
    visits: Annotated[int, Field(ge=1, le=100_000_000)] | None = None


class Analyse(RequestModel):
    """Analyse a position."""

    type: Literal["analyse"]
    ref: Ref = None
    position: PositionLine
    player: Spec = "uct"
    lines: Annotated[int, Field(ge=1, le=20)] = 1
    limit: LimitRequest = LimitRequest()


class Review(RequestModel):
    """Analyse every position of a game."""

    type: Literal["review"]
    ref: Ref = None
    game: dict[str, Any] | None = None
    """A game in the format of a line of `games.jsonl`."""
    game_id: Annotated[str, Field(min_length=1, max_length=40)] | None = None
    """Or the id of a finished game of this server. Its review is kept."""
    player: Spec = "uct"
    limit: LimitRequest = LimitRequest()
    """For each position."""

    @model_validator(mode="after")
    def _has_one_game(self) -> Self:
        if (self.game is None) == (self.game_id is None):
            raise ValueError("needs either a game or a game_id")
        return self


class Solve(RequestModel):
    """Find out who wins a position with perfect play."""

    type: Literal["solve"]
    ref: Ref = None
    position: PositionLine
    moves: bool = True
    """Whether to solve every move too."""
    time: Annotated[float, Field(gt=0, le=3600)] = 30.0
    """Seconds of search."""


class Stop(RequestModel):
    """Stop the analysis, or test the connection."""

    type: Literal["stop", "ping"]
    ref: Ref = None


AnalysisMessage = Annotated[Analyse | Review | Solve | Stop, Field(discriminator="type")]

ANALYSIS_MESSAGE: TypeAdapter[AnalysisMessage] = TypeAdapter(AnalysisMessage)
"""Parses and checks a message."""


class AnalysisAck(ResponseModel):
    """The answer to `stop` (`ack`) or `ping` (`pong`)."""

    type: Literal["ack", "pong"]
    ref: Ref


class AnalysisLineState(ResponseModel):
    """A move and how the game may continue after it."""

    move: str
    win_probability: float
    """For the side to move."""
    score: float | None
    pv: list[str]
    depth: int | None
    nodes: int | None
    visits: int | None
    prior: float | None


class AnalysisInfo(ResponseModel):
    """The analysis of a position so far. Maps have the values that the engine reports."""

    type: Literal["info"]
    ref: Ref
    lines: list[AnalysisLineState]
    cells: dict[str, float]
    """Win probability by move."""
    visits: dict[str, float]
    """Visits by move."""
    policy: dict[str, float]
    """The network's policy by move."""
    trained: bool
    """Whether the engine's network was trained on boards of this size."""
    final: bool


class SolveProgressState(ResponseModel):
    """How far the search of a position is."""

    to_win: int
    """The fewest positions that must still be proven to know that the side to move wins."""
    to_lose: int
    """The fewest positions that must still be proven to know that it loses."""
    line: list[str]
    """The line that is being searched."""


class SolutionMessage(ResponseModel):
    """What is known of a position that is being solved. Swaps are not considered."""

    type: Literal["solution"]
    ref: Ref
    result: Literal["black", "white", "draw"] | None
    """Who wins with perfect play; null while that is unknown."""
    move: str | None
    """A move that keeps the result for the side to move, where one is known."""
    moves: dict[str, Literal["win", "draw", "loss"]]
    """The moves that are solved, for the side to move."""
    nodes: int
    """Positions searched."""
    seconds: float
    complete: bool
    """Whether all that was asked for is known."""
    progress: SolveProgressState | None
    """Null on other shapes than hex, and when the result is known."""
    final: bool


class MoveReviewState(ResponseModel):
    """The review of one move."""

    number: int
    color: Side
    seat: Side
    position: str
    move: str | None
    best: str
    score: float | None
    win_probability: float
    loss: float | None
    """By how much the move lowered the win probability."""
    classification: Literal["good", "inaccuracy", "mistake", "blunder"] | None
    proven: Literal["win", "draw", "loss"] | None = None
    """What the mover gets with perfect play, where that is proven."""
    threw_win: bool = False
    """Whether the move turned a proven win into a proven loss."""
    lines: list[AnalysisLineState]


class ReviewMessage(ResponseModel):
    """The review of one move of a game."""

    type: Literal["review"]
    ref: Ref
    ply: int
    total: int
    review: MoveReviewState
    trained: bool
    """Whether the engine's network was trained on boards of this size."""


class SummaryState(ResponseModel):
    """How one player did."""

    moves: int
    inaccuracies: int
    mistakes: int
    blunders: int
    mean_loss: float
    accuracy: float
    """From 0 to 1."""


class SummaryStates(ResponseModel):
    """How both players did, by seat."""

    black: SummaryState
    white: SummaryState


class SummaryMessage(ResponseModel):
    """The end of a review."""

    type: Literal["summary"]
    ref: Ref
    total: int
    summary: SummaryStates


class ReviewedMove(ResponseModel):
    """The review of one move, as it is kept."""

    number: int
    color: Side
    seat: Side
    move: str | None
    best: str
    win_probability: float
    """Of the side to move, before the move."""
    loss: float | None
    classification: Literal["good", "inaccuracy", "mistake", "blunder"] | None
    proven: Literal["win", "draw", "loss"] | None = None
    """What the mover gets with perfect play, where that is proven."""
    threw_win: bool = False
    """Whether the move turned a proven win into a proven loss."""
    pv: list[str]
    """The first moves of the best line."""


class KeptReview(ResponseModel):
    """The review of a game, as it is kept."""

    player: str
    """The engine."""
    moves: list[ReviewedMove]
    summary: SummaryStates


class GameReview(ResponseModel):
    """The review of a stored game, if there is one."""

    review: KeptReview | None
