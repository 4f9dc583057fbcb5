"""The OpenAPI description is correct: every request it allows gets an answer it describes."""

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.config import SchemathesisConfig

from hexmate.web.app import ROUTERS, create_app

# Some well-formed requests are not possible, such as a start position of another board size, or a
# text that PostgreSQL cannot store.
CONFIG = SchemathesisConfig.from_dict(
    {
        "checks": {
            "positive_data_acceptance": {
                "expected-statuses": ["2xx", "400", "401", "403", "404", "409", "413", "422"]
            }
        }
    }
)
DESCRIPTION = schemathesis.openapi.from_dict(create_app().openapi(), config=CONFIG)


@pytest.mark.slow
@DESCRIPTION.parametrize()
@settings(max_examples=20, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_the_description_is_true(case, url, ada):
    cookies = {"hexmate": ada.http.cookies["hexmate"]}
    case.call_and_validate(base_url=url, cookies=cookies, timeout=60)


def test_every_route_is_described():
    described = create_app().openapi()["paths"]
    api = {route.path for router in ROUTERS for route in router.routes}
    assert api - {"/api/games/{game_id}/live", "/api/analysis"} == set(described)
    for path, operations in described.items():
        for method, operation in operations.items():
            assert operation["summary"], (method, path)
            assert operation["description"], (method, path)
            assert "422" not in operation["responses"] or (
                operation["responses"]["422"]["content"]["application/json"]["schema"]["$ref"]
            ).endswith("/ErrorResponse")
