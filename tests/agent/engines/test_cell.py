"""Where a command-line engine runs, and by what it is known."""

import tempfile
from pathlib import Path

import pytest

from engawa_agent.engines.cell import cell
from engawa_agent.mark import VARIABLE

MARK = "0123456789abcdef"


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_in_a_run_it_bears_its_mark_and_so_does_whatever_is_started_in_it(temporary: Path) -> None:
    with cell({VARIABLE: MARK}) as place:
        (folder,) = temporary.iterdir()
        assert folder.name.startswith(f"engawa-{MARK}-")
        assert (folder.stat().st_mode & 0o777, place.work.parent) == (0o700, folder.resolve())
        assert place.environ({})[VARIABLE] == MARK
    assert list(temporary.iterdir()) == []


def test_elsewhere_nobody_is_to_clear_it_away(temporary: Path) -> None:
    with cell({}) as place:
        assert VARIABLE not in place.environ({VARIABLE: MARK})
        assert [folder.name[:7] for folder in temporary.iterdir()] == ["engawa-"]
