"""Every package the project asks for is on the page that says why."""

from __future__ import annotations

import re
import tomllib

from tests.docs.pages import DOCS, ROOT, columns, read


def test_every_dependency_is_told() -> None:
    data = tomllib.loads(read(ROOT / "pyproject.toml"))
    project = data["project"]
    wanted = [*project["dependencies"], *data["build-system"]["requires"]]
    for extra in project["optional-dependencies"].values():
        wanted += extra
    names = {f"`{re.split(r'[^A-Za-z0-9_-]', name)[0]}`" for name in wanted}
    assert set(columns(read(DOCS / "dependencies.md"), "Package")) == names
