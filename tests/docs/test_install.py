"""What pages and messages say about installing is what `pyproject.toml` says."""

from __future__ import annotations

import re
import tomllib

import pytest

from smallworld import DISTRIBUTION, __version__, install
from tests.docs.pages import NAMES, ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
# `pip install 'NAME[EXTRA]'` of ours, and a dependency on us in the example of a pack.
INSTALLED = re.compile(
    r"""(?:pip install (?:--[\w-]+ )*|dependencies = \[)["']?(smallworld[\w-]*)(?:\[(\w+)\])?"""
)
MESSAGE = re.compile(r"""\binstall\(["'][a-z]+["']\)|pip install .smallworld[^"']*""")


def test_the_package_knows_its_name_and_version() -> None:
    assert (DISTRIBUTION, __version__) == (PROJECT["name"], PROJECT["version"])


@pytest.mark.parametrize("name", NAMES)
def test_pages_install_this_package_and_extras_it_has(name: str) -> None:
    for package, extra in INSTALLED.findall((ROOT / name).read_text(encoding="utf-8")):
        assert package == DISTRIBUTION
        assert extra in ("", *EXTRAS)


def test_messages_install_extras_that_exist() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py")]
    found = [call for text in texts for call in MESSAGE.findall(text)]
    assert len(found) >= 4
    for call in found:
        extra = re.fullmatch(r"install\(['\"](\w+)['\"]\)", call)
        assert extra, f"{call}: use smallworld.install"
        assert extra[1] in EXTRAS
        assert install(extra[1]) == f"pip install '{DISTRIBUTION}[{extra[1]}]'"


def test_the_pages_do_say_it() -> None:
    said = [INSTALLED.findall((ROOT / name).read_text(encoding="utf-8")) for name in NAMES]
    assert sum(map(len, said)) >= 5
