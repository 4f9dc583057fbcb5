"""Link previews: the title, text and picture that other programs show for a link (OpenGraph)."""

import asyncio
import re
import time
from collections import OrderedDict
from dataclasses import dataclass
from html import escape
from urllib.parse import quote, urlencode

from starlette.requests import Request

from hexmate.color import BLACK
from hexmate.errors import HexmateError
from hexmate.store.errors import StoreError
from hexmate.store.values import GameRow, StoredSeat
from hexmate.web.context import Context, context_of, visitor_of
from hexmate.web.errors import Refusal
from hexmate.web.study_links import LONGEST_LINK, StudyFacts, study_facts
from hexmate.web.work_process import WorkError

__all__ = ["LONGEST_WAIT", "LinkPreview", "PreviewTexts", "Previews", "language_of"]

LONGEST_WAIT = 1.0
"""Seconds that a page waits for its preview; then it has none."""
_CARD = {"width": "1200", "height": "630"}
_LIFETIME = 10.0
_MOST_KEPT = 1000
_GAME_PAGES = ("game", "watch", "library")
_LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class PreviewTexts:
    """The words of previews in one language."""

    locale: str
    black: str
    white: str
    open: str
    level: str
    versus: str
    engines: dict[str, str]
    """Names of engines that differ from their specification."""
    position: str
    waiting: str
    live: str
    won: str
    draw: str
    ended: str
    to_move: str
    cancelled: str


_TEXTS = {
    "en": PreviewTexts(
        locale="en_GB",
        black="Red",
        white="Blue",
        open="open seat",
        level="Level {n}",
        versus="{black} – {white}",
        engines={
            "uct": "Tree search",
            "perfect": "Perfect play",
            "jeudehex": "Jeu de Hex",
            "montecarlo": "Monte Carlo",
        },
        position="Hex position",
        waiting="Hex on {a_size} board. Waiting for an opponent.",
        live="Hex on {a_size} board. Game in progress, move {next}.",
        won="Hex on {a_size} board. {winner} won at move {moves}.",
        draw="Hex on {a_size} board. Drawn at move {moves}.",
        ended="Hex on {a_size} board. The game ended at move {moves}.",
        to_move="Hex on {a_size} board. Move {next}, {color} to play.",
        cancelled="Hex on {a_size} board. The game was cancelled.",
    ),
    "fr": PreviewTexts(
        locale="fr_FR",
        black="Rouge",
        white="Bleu",
        open="place libre",
        level="Niveau {n}",
        versus="{black} – {white}",
        engines={
            "uct": "Recherche arborescente",
            "perfect": "Jeu parfait",
            "bridge": "Pont",
            "jeudehex": "Jeu de Hex",
            "montecarlo": "Monte-Carlo",
            "random": "Hasard",
            "resistance": "Résistance",
        },
        position="Position de Hex",
        waiting="Hex sur un plateau {size}. En attente d’un adversaire.",
        live="Hex sur un plateau {size}. Partie en cours, coup {next}.",
        won="Hex sur un plateau {size}. {winner} a gagné au coup {moves}.",
        draw="Hex sur un plateau {size}. Partie nulle au coup {moves}.",
        ended="Hex sur un plateau {size}. Partie terminée au coup {moves}.",
        to_move="Hex sur un plateau {size}. Coup {next}, trait à {color}.",
        cancelled="Hex sur un plateau {size}. La partie a été annulée.",
    ),
}


def language_of(request: Request) -> str:
    """The language of a preview: French if the client prefers it, otherwise English."""
    wanted = request.headers.get("accept-language", "").strip().lower()
    return "fr" if wanted.startswith("fr") else "en"


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """What a link is about."""

    title: str
    text: str
    picture: str
    """Address of the picture, without the host."""
    locale: str

    def head(self, base: str, path: str) -> str:
        """The elements for the head of a page at an address of this server."""
        properties = {
            "og:type": "website",
            "og:site_name": "Hexmate",
            "og:title": self.title,
            "og:description": self.text,
            "og:url": f"{base}{path}",
            "og:locale": self.locale,
            "og:image": f"{base}{self.picture}",
            "og:image:type": "image/png",
            "og:image:alt": self.text,
            **{f"og:image:{name}": value for name, value in _CARD.items()},
        }
        lines = [f"<title>{escape(self.title)} · Hexmate</title>"]
        lines += [
            f'<meta property="{name}" content="{escape(value)}">'
            for name, value in properties.items()
        ]
        lines.append('<meta name="twitter:card" content="summary_large_image">')
        return "\n    ".join(lines)


class Previews:
    """The previews of pages; those of games are remembered for a few seconds."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], tuple[float, LinkPreview | None]] = OrderedDict()

    async def of(self, request: Request) -> LinkPreview | None:
        """The preview of the page of a request; None if there is nothing special to say."""
        try:
            async with asyncio.timeout(LONGEST_WAIT):
                return await self._found(request)
        except (Refusal, StoreError, HexmateError, WorkError, TimeoutError):
            return None  # the page itself says what is wrong

    async def _found(self, request: Request) -> LinkPreview | None:
        parts = request.url.path.strip("/").split("/")
        if len(parts) == 2 and parts[0] in _GAME_PAGES and len(parts[1]) <= 40:
            return await self._game(request, parts[1])
        study = request.query_params.get("study", "")
        if parts == ["analyse"] and 0 < len(study) <= LONGEST_LINK:
            return await _study(request, study)
        return None

    async def _game(self, request: Request, game_id: str) -> LinkPreview | None:
        key = language_of(request), game_id
        until, preview = self._kept.get(key, (0.0, None))
        if time.monotonic() < until:
            return preview
        context = context_of(request)
        row = await context.services.store.read(lambda store: store.games.get(game_id))
        preview = _of_row(row, _TEXTS[key[0]])
        self._kept[key] = (time.monotonic() + _LIFETIME, preview)
        self._kept.move_to_end(key)
        if len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)
        return preview


def _facts(rows: int, cols: int, moves: int) -> dict[str, object]:
    size = f"{rows}×{cols}"
    # As one says it: an eight, an eleven, an eighteen.
    article = "an" if rows in (8, 11, 18) else "a"
    return {"a_size": f"{article} {size}", "size": size, "moves": moves, "next": moves + 1}


def _name(seat: StoredSeat, texts: PreviewTexts) -> str:
    """The name of a player; that of an engine as people know it."""
    if seat.kind == "ai" and seat.ai is not None:
        if level := re.match(r"level:n=(\d+)", seat.ai):
            return texts.level.format(n=level[1])
        name = seat.ai.removeprefix("engine:").partition(":")[0]
        return texts.engines.get(name, name.capitalize())
    if seat.name is None and seat.kind == "open":
        return texts.open
    return (seat.name or (texts.black if seat.color is BLACK else texts.white))[:_LONGEST_NAME]


def _of_row(row: GameRow, texts: PreviewTexts) -> LinkPreview:
    black, white = _name(row.black, texts), _name(row.white, texts)
    facts = _facts(row.rows, row.cols, len(row.moves))
    if row.result is not None and row.result.winner_seat is not None:
        winner = black if row.result.winner_seat is BLACK else white
        text = texts.won.format(winner=winner, **facts)
    elif row.result is not None:
        ended = texts.draw if row.result.result == "Draw" else texts.ended
        text = ended.format(**facts)
    else:
        unfinished = {"waiting": texts.waiting, "cancelled": texts.cancelled}
        text = unfinished.get(row.status, texts.live).format(**facts)
    # The number of moves makes a new address of a picture that has changed.
    look = urlencode({**_CARD, "moves": len(row.moves)})
    picture = f"/api/games/{quote(row.public_id)}/board.png?{look}"
    return LinkPreview(texts.versus.format(black=black, white=white), text, picture, texts.locale)


async def _study(request: Request, study: str) -> LinkPreview:
    context: Context = context_of(request)
    given = request.query_params.get("at", "")
    at = int(given) if given.isascii() and given.isdigit() and len(given) < 7 else None
    texts = _TEXTS[language_of(request)]
    visitor = await visitor_of(request)
    facts = await context.records.run(
        visitor, study_facts, study, at, context.settings.limits.record
    )
    title, text = _described(facts, texts)
    query = {"study": study, **({} if at is None else {"at": at}), **_CARD}
    return LinkPreview(title, text, f"/api/board.png?{urlencode(query)}", texts.locale)


def _described(facts: StudyFacts, texts: PreviewTexts) -> tuple[str, str]:
    """The title and the text of a position."""
    names = [name[:_LONGEST_NAME] for name in (facts.black, facts.white)]
    title = texts.versus.format(black=names[0], white=names[1]) if all(names) else texts.position
    words = _facts(facts.rows, facts.cols, facts.moves)
    colors = {"black": texts.black, "white": texts.white}
    if facts.winner is not None:
        return title, texts.won.format(winner=colors[facts.winner], **words)
    if facts.turn is None:
        return title, texts.draw.format(**words)
    return title, texts.to_move.format(color=colors[facts.turn], **words)
