"""The OpenAPI description tells the truth: schemathesis sends what it allows and what it does not."""

from __future__ import annotations

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.specs.openapi.checks import positive_data_acceptance

from smallworld.server.app import create_app
from tests.server.house import House

schema = schemathesis.openapi.from_dict(create_app().openapi())


@schema.parametrize()
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_description_holds(case: Case, house: House) -> None:
    # No schema can say which texts are records or positions, so a good form does not make a good wish.
    case.call_and_validate(
        base_url=f"http://{house.place}", excluded_checks=[positive_data_acceptance]
    )
