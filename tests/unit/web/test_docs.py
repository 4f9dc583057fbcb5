"""The pages on the server and its API say what is true."""

import json
import re
import tomllib
from pathlib import Path
from typing import get_args

from hexmate.web.app import create_app
from hexmate.web.errors import Code
from hexmate.web.models.analysis import AnalysisInfo
from hexmate.web.models.games import NewGameRequest
from hexmate.web.models.live import GameState
from hexmate.web.models.people import ErrorResponse
from hexmate.web.settings import Limits, SearchSettings, Settings

DOCS = Path(__file__).parents[3] / "docs"
API = (DOCS / "api.md").read_text("utf-8")
SERVER = (DOCS / "server.md").read_text("utf-8")


def test_every_error_code_is_explained():
    explained = re.findall(r"^\| `(\w+)` \| [^|]+ \|$", API, re.MULTILINE)
    assert explained == sorted(get_args(Code))


def test_every_route_is_listed():
    for path, operations in create_app().openapi()["paths"].items():
        for method in operations:
            assert f"`{method.upper()} {path}" in API, (method, path)


def test_the_samples_of_the_api_are_valid():
    samples = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", API, re.DOTALL)]
    ErrorResponse.model_validate(samples[0])
    NewGameRequest.model_validate(samples[1])
    assert set(samples[2]) == {"id", "seats", "state"}
    state = GameState.model_validate(samples[3])
    assert state.model_dump(exclude_unset=True, mode="json") == samples[3]
    AnalysisInfo.model_validate(samples[4])


def test_the_sample_settings_are_valid():
    (text,) = re.findall(r"```toml\n(.*?)```", SERVER, re.DOTALL)
    sample = tomllib.loads(text)
    Settings.model_validate(sample)
    assert set(sample["search"]) == set(SearchSettings.model_fields)
    assert set(sample["limits"]) <= set(Limits.model_fields)
