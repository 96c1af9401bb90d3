"""docs/security.md names tests and commands that exist."""

import re
from pathlib import Path

import pytest

from engawa_agent import cli

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/security.md").read_text(encoding="utf-8")
TESTS = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)))


def test_the_page_says_what_shows_its_claims() -> None:
    assert len(TESTS) > 20


@pytest.mark.parametrize(("file", "name"), TESTS, ids=[name for _, name in TESTS])
def test_a_test_that_it_names_exists(file: str, name: str) -> None:
    assert re.search(rf"^def {name}\(", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)


def test_the_commands_that_it_names_exist() -> None:
    named = set(re.findall(r"`engawa ([a-z]+)", PAGE))
    assert {"token", "logout", "pair", "approve", "login", "admin"} <= named <= set(cli.COMMANDS)
