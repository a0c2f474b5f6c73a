"""Every rule case in tests/cases, played on the real engine. The format is in tests/cases/README.md."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.case_worlds import case_world
from tests.casebook import Case, load_cases, run_case

CASES = load_cases(Path(__file__).parent / "cases")


@pytest.mark.parametrize("case", CASES, ids=[f"{case['file']}::{case['id']}" for case in CASES])
def test_case(case: Case) -> None:
    run_case(case, case_world)


def test_ids_are_unique() -> None:
    ids = [case["id"] for case in CASES]
    assert sorted(set(ids)) == sorted(ids)
