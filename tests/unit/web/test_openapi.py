"""The OpenAPI description is correct: every request it allows gets an answer it describes."""

import pytest
from hypothesis import HealthCheck, settings
from support.api_description import DESCRIPTION

from hexmate.web.app import ROUTERS, create_app


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
