"""The OpenAPI description tells the truth: schemathesis sends what it allows and what it does not."""

from __future__ import annotations

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case

from tests.server.house import House


@pytest.fixture(scope="module")
def api(house: House) -> schemathesis.BaseSchema:
    return schemathesis.openapi.from_url(f"http://{house.place}/api/openapi.json")


schema = schemathesis.pytest.from_fixture("api")


@schema.parametrize()
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_description_holds(case: Case) -> None:
    case.call_and_validate()
