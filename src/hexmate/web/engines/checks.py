"""The engines of the settings, checked when the server starts instead of when they are needed."""

from contextlib import closing

from hexmate.errors import HexmateError, ModelError
from hexmate.htp.player import require_program
from hexmate.players.base import Player
from hexmate.players.plugins import require_file
from hexmate.players.registry import create, is_built_in, is_engine, require_known
from hexmate.web.engines.catalogue import Catalogue
from hexmate.web.settings import Settings, SettingsError

__all__ = ["check_engines"]


def check_engines(settings: Settings) -> None:
    """SettingsError if an engine of the settings, or the adviser, cannot be used.

    Third-party code is not run: a program only has to be there.
    """
    names = [engine.name for engine in settings.engines]
    for engine in settings.engines:
        if names.count(engine.name) > 1:
            raise SettingsError(f"'engines': two engines have the name {engine.name!r}")
        try:
            _check_spec(engine.spec)
        except HexmateError as error:
            raise SettingsError(f"'engines': the spec of {engine.name!r}: {error}") from None
    if "adviser" in settings.search.model_fields_set:
        _check_adviser(settings, settings.search.adviser)


def _check_spec(spec: str) -> None:
    require_known(spec)
    if is_built_in(spec):
        create(spec).close()
    elif is_engine(spec):
        require_program(spec)
    elif spec.strip().startswith("file:"):
        require_file(spec.strip().removeprefix("file:"))


def _check_adviser(settings: Settings, spec: str) -> None:
    offered = {f"engine:{engine.name}": engine for engine in settings.engines}
    if spec in offered:
        if not offered[spec].analyses:
            raise SettingsError(
                f"'search.adviser': {spec} must be able to analyse; set analyses = true for it"
            )
        return
    try:
        with closing(Catalogue(settings.engines).create(spec)) as player:
            analyses = type(player).analyse is not Player.analyse
    except ModelError:
        return  # the network cannot run here: an engine without one takes its place
    except HexmateError as error:
        raise SettingsError(f"'search.adviser': {error}") from None
    if not analyses:
        raise SettingsError(f"'search.adviser': {spec} cannot analyse positions")
