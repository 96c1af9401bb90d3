"""The workspace in its file."""

from pathlib import Path

from local import founding
from local.founding import Founding

FIRST = Founding("first", {"admin": "a", "member": "m", "agent": "g"})
SECOND = Founding("second", {})


def test_the_first_start_founds_and_the_next_finds(tmp_path: Path) -> None:
    assert founding.kept(tmp_path, True, lambda: FIRST) == FIRST
    assert founding.kept(tmp_path, False, lambda: SECOND) == FIRST


def test_the_file_is_its_owners_alone(tmp_path: Path) -> None:
    founding.kept(tmp_path, True, lambda: FIRST)
    assert (tmp_path / founding.FILE).stat().st_mode & 0o777 == 0o600


def test_tokens_without_their_table_are_forgotten(tmp_path: Path) -> None:
    founding.kept(tmp_path, True, lambda: FIRST)
    assert founding.kept(tmp_path, True, lambda: SECOND) == SECOND
    assert founding.kept(tmp_path, False, lambda: FIRST) == SECOND
