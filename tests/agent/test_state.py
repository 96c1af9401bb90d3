"""The small files that the agent keeps."""

import stat
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from engawa_agent import state
from engawa_agent.errors import Exit, Stop

MOMENT = datetime(2026, 11, 29, 8, 0, 2, tzinfo=UTC)


def test_the_folder_is_its_owners_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "new"))
    assert stat.S_IMODE(state.folder().stat().st_mode) == 0o700
    assert state.folder().is_relative_to(tmp_path)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Stop, match="file/folder") as stop:
        state.private(tmp_path / "file" / "folder")
    assert (stop.value.exit_code, stop.value.code) == (Exit.FAILED, "E_STATE_FOLDER")


def test_what_is_written_is_read_again_and_private(tmp_path: Path) -> None:
    state.write(tmp_path / "a.json", note="会議", n=1)
    assert state.read(tmp_path / "a.json") == {"schema": 1, "note": "会議", "n": 1}
    assert stat.S_IMODE((tmp_path / "a.json").stat().st_mode) == 0o600


def test_what_cannot_be_written_leaves_the_old_one_and_nothing_else(tmp_path: Path) -> None:
    state.write(tmp_path / "a.json", n=1)
    with pytest.raises(TypeError):
        state.write(tmp_path / "a.json", n=object())
    assert state.read(tmp_path / "a.json") == {"schema": 1, "n": 1}
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


def test_a_missing_file_is_nothing(tmp_path: Path) -> None:
    assert state.read(tmp_path / "a.json") is None


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[]", b'{"schema": 2}', b"[" * 100_000])
def test_a_damaged_file_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.json").write_bytes(content)
    with pytest.raises(state.Damaged, match=r"a\.json"):
        state.read(tmp_path / "a.json")


def test_an_instant_has_one_width_and_is_read_again() -> None:
    assert state.instant(MOMENT.astimezone(timezone(timedelta(hours=9)))) == "2026-11-29T08:00:02.000000Z"
    assert state.moment(state.instant(MOMENT)) == MOMENT


@pytest.mark.parametrize("text", [None, 1, "", "soon", "2026-11-29T08:00:02"])
def test_what_is_no_instant(text: object) -> None:
    with pytest.raises(ValueError, match=r"instant|isoformat"):
        state.moment(text)
