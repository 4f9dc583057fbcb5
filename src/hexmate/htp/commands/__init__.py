"""The command table of the server.

>>> COMMANDS["play"].usage
'COLOR MOVE'
"""

from hexmate.htp.commands import core, exact, overlays, private, streams
from hexmate.htp.commands.call import Call, Command

__all__ = ["COMMANDS", "Call", "Command"]


def _list_commands(call: Call) -> str:
    return "\n".join(sorted(COMMANDS))


def _known_command(call: Call) -> str:
    return "true" if call.words[0] in COMMANDS else "false"


_ABOUT = (
    Command("list_commands", "", "all commands, one per line", _list_commands),
    Command("known_command", "NAME", "whether there is such a command", _known_command),
)

COMMANDS: dict[str, Command] = {
    command.name: command
    for command in (
        *_ABOUT,
        *core.COMMANDS,
        *streams.COMMANDS,
        *overlays.COMMANDS,
        *exact.COMMANDS,
        *private.COMMANDS,
    )
}
"""Every command by its name."""
