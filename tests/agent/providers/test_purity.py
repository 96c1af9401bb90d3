"""Nothing is sent, waited for or looked up here, and nothing outside knows one API from another."""

from pathlib import Path

import pytest

from tests.test_boundaries import IMPURE, imports

FOLDER = Path(__file__).parents[3] / "agent/src/engawa_agent/providers"
FILES = sorted(FOLDER.glob("*.py"))
FORMATS = {"openai_chat", "openai_compatible", "openai_responses", "anthropic", "gemini", "ollama", "plain_text"}
# Of the standard library's networking these make and take apart text alone.
TEXT_ALONE = {"urllib.parse", "email.utils"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_format_does_no_io(path: Path) -> None:
    named = set(imports(path)) - TEXT_ALONE
    assert not {name.split(".")[0] for name in named} & (IMPURE | {"httpx", "asyncio", "pathlib", "keyring"})


@pytest.mark.parametrize("path", [path for path in FILES if path.stem not in FORMATS], ids=lambda path: path.name)
def test_what_all_formats_stand_on_names_none_of_them(path: Path) -> None:
    assert not {name.rpartition(".")[2] for name in imports(path)} & FORMATS


def test_every_format_is_there() -> None:
    assert {path.stem for path in FILES} >= FORMATS
