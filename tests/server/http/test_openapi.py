"""The OpenAPI description tells the truth: schemathesis sends what it allows and what it does not."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from smallworld.server.http.app import create_app
from tests.server.running_server import RunningServer

pytestmark = pytest.mark.slow

schema = schemathesis.openapi.from_dict(create_app().openapi())


@schema.parametrize()
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_description_holds(case: Case[Any], server: RunningServer) -> None:
    answer = case.call(base_url=f"http://{server.place}")
    # No schema can say which texts are records or positions, so a good form does not make a good wish.
    excluded: list[Any] = [positive_data_acceptance]
    if answer.status_code == 413:
        excluded.append(negative_data_rejection)  # refused it was, though not for the reason that is checked
    case.validate_response(answer, excluded_checks=excluded)
