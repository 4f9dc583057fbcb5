"""The description of the API, for requests that Schemathesis makes up from it."""

import schemathesis
from schemathesis.config import SchemathesisConfig

from hexmate.web.app import create_app

# Some well-formed requests are not possible, such as a start position of another board size, or a
# text that PostgreSQL cannot store.
_CONFIG = SchemathesisConfig.from_dict(
    {
        "checks": {
            "positive_data_acceptance": {
                "expected-statuses": ["2xx", "400", "401", "403", "404", "409", "413", "422"]
            },
            # A parameter that is too long may be so for the whole address.
            "negative_data_rejection": {
                "expected-statuses": ["400", "401", "403", "404", "409", "413", "422", "429", "431"]
            },
        }
    }
)
DESCRIPTION = schemathesis.openapi.from_dict(create_app().openapi(), config=_CONFIG)
