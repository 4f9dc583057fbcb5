"""The commands every HTP engine has: about itself, the board, moves, time and records."""

from pathlib import Path

from hexmate import text
from hexmate.board import Board
from hexmate.color import BLACK, WHITE, Color
from hexmate.errors import MalformedError, RecordError
from hexmate.game import Game
from hexmate.htp.commands.call import Call, Command, switch
from hexmate.htp.graphics import gfx_block
from hexmate.htp.session import SearchWatcher
from hexmate.htp.swaps import SwapDialect
from hexmate.position import looks_like_position
from hexmate.records import dumps, load
from hexmate.version import __version__

__all__ = ["COMMANDS", "live_graphics"]


def _name(call: Call) -> str:
    return call.session.player.name


def _nothing(call: Call) -> str:
    return ""


def _boardsize(call: Call) -> str:
    cols = call.integer(0, 0)
    rows = call.integer(1, 0) if len(call.words) > 1 else cols
    call.session.resize(cols, rows)
    return ""


def _clear_board(call: Call) -> str:
    call.session.clear()
    return ""


def _set_position(call: Call) -> str:
    if looks_like_position(call.text):
        call.session.set_position(Board.from_string(call.text))
        return ""
    board = call.board
    stones: dict[Color, list[int]] = {BLACK: [], WHITE: []}
    if len(call.words) % 2:
        raise MalformedError("write a colour and a cell for each stone, or a position line")
    for at in range(0, len(call.words), 2):
        cell = board.parse(call.words[at + 1])
        if cell < 0 or any(cell in cells for cells in stones.values()):
            raise MalformedError(f"{call.words[at + 1]} is not a cell, or is named twice")
        stones[call.color(at)].append(cell)
    call.session.set_board(
        Board.setup(
            stones[BLACK],
            stones[WHITE],
            size=(board.rows, board.cols),
            shape=board.shape,
            swap=board.swap,
        )
    )
    return ""


def _play(call: Call) -> str:
    call.session.play(call.color(), call.words[1])
    return ""


def _play_game(call: Call) -> str:
    before = call.board
    call.session.clear()
    try:
        for word in call.words:
            call.session.play(call.board.turn, word)
    except Exception:
        call.session.set_board(before)
        raise
    return ""


def _undo(call: Call) -> str:
    call.session.undo()
    return ""


def live_graphics(call: Call) -> SearchWatcher | None:
    """The watcher that sends live graphics to the client, if it has asked for them."""
    if not call.session.live_gfx:
        return None
    title = call.session.player.name
    return SearchWatcher(lambda board, infos: call.write(gfx_block(board, infos, title)))


def _genmove(call: Call) -> str:
    with call.stop_sign.stopping(call.session.player.stop):
        return call.session.generate(call.color(), live_graphics(call))


def _reg_genmove(call: Call) -> str:
    with call.stop_sign.stopping(call.session.player.stop):
        return call.session.name(call.session.choose(call.color()).move)


def _showboard(call: Call) -> str:
    board, outcome = call.board, call.board.outcome()
    status = f"{board.turn.title} to move" if outcome is None else outcome.result()
    return f"\n{text.board(board)}\n{status}"


def _final_score(call: Call) -> str:
    outcome = call.board.outcome()
    if outcome is None:
        return "cannot score"
    return "Draw" if outcome.winner is None else f"{outcome.winner.letter.upper()}+"


def _all_legal_moves(call: Call) -> str:
    if call.board.outcome() is not None:
        return ""
    return " ".join(call.session.name(move) for move in call.board.legal_moves)


def _time_settings(call: Call) -> str:
    call.session.clocks.set(call.seconds(0), call.seconds(1), call.integer(2, 0))
    return ""


def _time_left(call: Call) -> str:
    if len(call.words) > 1:
        stones = call.integer(2, 0) if len(call.words) > 2 else 0
        call.session.clocks.put(call.color(), call.seconds(1), stones)
        return ""
    colors = [call.color()] if call.words else [BLACK, WHITE]
    return "\n".join(f"{color} {_shown_time(call, color)}" for color in colors)


def _shown_time(call: Call, color: Color) -> str:
    left = call.session.clocks.left(color)
    return "unlimited" if left is None else f"{left[0]:.3f} {left[1]}"


def _loadsgf(call: Call) -> str:
    name, number = call.text, None
    last = call.words[-1]
    if len(call.words) > 1 and last.isdigit() and not _is_file(name):
        name, number = name[: -len(last)].rstrip(), call.integer(len(call.words) - 1, 1)
    if not _is_file(name):
        raise RecordError(f"{name}: there is no such file")
    call.session.set_board(_board_before(load(_path(name)), number))
    return ""


def _path(name: str) -> Path:
    return Path(name.strip('"'))


def _is_file(name: str) -> bool:
    """True for the name of a plain file; reading a device might never end."""
    try:
        return _path(name).is_file()
    except OSError:  # the name is too long for a file
        return False


def _board_before(game: Game, number: int | None) -> Board:
    """The position before the move of this number, or at the end."""
    node = game.root
    for at, following in enumerate(game.mainline(), 1):
        if at == number:
            break
        node = following
    return node.board()


def _printsgf(call: Call) -> str:
    return dumps(Game.from_board(call.board), "sgf")


def _param_game(call: Call) -> str:
    session = call.session
    if not call.words:
        dialects = "/".join(SwapDialect)
        return (
            f"\n[bool] allow_swap {int(session.allow_swap)}"
            f"\n[list/{dialects}] swap_dialect {session.dialect}"
            f"\n[bool] live_gfx {int(session.live_gfx)}"
            f"\n[bool] ponder {int(session.ponder)}"
        )
    if len(call.words) != 2:
        raise MalformedError("write the name of a parameter and its value, or neither")
    name, value = call.words
    if name == "allow_swap":
        session.set_rules(switch(value), session.dialect)
    elif name == "swap_dialect":
        session.set_rules(session.allow_swap, _dialect(value))
    elif name == "live_gfx":
        session.live_gfx = switch(value)
    elif name == "ponder":
        session.set_ponder(switch(value))
    else:
        raise MalformedError(
            "the parameters are allow_swap, swap_dialect, live_gfx and ponder, not " + name[:20]
        )
    return ""


def _dialect(word: str) -> SwapDialect:
    try:
        return SwapDialect(word.lower())
    except ValueError:
        raise MalformedError(f"the dialects are {' and '.join(SwapDialect)}") from None


COMMANDS = (
    Command("name", "", "the name of the player", _name),
    Command("version", "", "the version of Hexmate", lambda call: __version__),
    Command("protocol_version", "", "2, as in GTP", lambda call: "2"),
    Command("boardsize", "WIDTH [HEIGHT]", "a new game on a hex board of this size", _boardsize),
    Command("rectangular_boardsize", "WIDTH HEIGHT", "the same, under KataGo's name", _boardsize),
    Command("clear_board", "", "a new game on an empty board of the same size", _clear_board),
    Command(
        "set_position",
        "[COLOR CELL...]",
        "the stones of a position, or a whole position line",
        _set_position,
    ),
    Command("play", "COLOR MOVE", "play a move of either colour", _play),
    Command(
        "play-game", "[MOVE...]", "a new game with these moves, colours alternating", _play_game
    ),
    Command("undo", "", "take back the last move", _undo),
    Command("genmove", "COLOR", "the player's move; it is played", _genmove),
    Command("reg_genmove", "COLOR", "the player's move; it is not played", _reg_genmove),
    Command("showboard", "", "the board as text", _showboard),
    Command("final_score", "", "who has won", _final_score),
    Command("all_legal_moves", "", "every move of the side to move", _all_legal_moves),
    Command(
        "time_settings",
        "MAIN PERIOD STONES",
        "the main time, then seconds for a number of stones",
        _time_settings,
    ),
    Command("time_left", "[COLOR] [SECONDS] [STONES]", "set or show a clock", _time_left),
    Command(
        "loadsgf", "FILE... [NUMBER]", "load a record, up to the position before a move", _loadsgf
    ),
    Command("printsgf", "", "the game as SGF", _printsgf),
    Command(
        "param_game", "[NAME] [VALUE]", "show the parameters of the game, or set one", _param_game
    ),
    Command("komi", "NUMBER", "accepted because Go programs send it", _nothing),
    Command("stop", "", "end an analysis, as any line does", _nothing),
    Command("gogui-interrupt", "", "show that '# interrupt' is understood", _nothing),
    Command("quit", "", "end the server", _nothing),
)
