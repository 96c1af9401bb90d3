import os
from pathlib import Path

import pytest

from engawa_agent.errors import Stop
from engawa_agent.exporting.target_file import write_whole


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "план {1}.canvas"
    path.write_text("old and longer")
    write_whole(path, "new\r\n")
    assert path.read_bytes() == b"new\r\n"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_still_leads_to_its_file(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_whole(tmp_path / "link", "text")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == "text"


def test_a_text_that_cannot_be_written_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "new \ud83d")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("place", [".", "no/such/folder/file"])
def test_where_nothing_can_be_written_is_one_sentence(tmp_path: Path, place: str) -> None:
    with pytest.raises(Stop) as told:
        write_whole(tmp_path / place, "text")
    assert (told.value.exit_code, told.value.code) == (2, "E_CANNOT_WRITE")


def test_a_device_is_written_to_and_stays(tmp_path: Path) -> None:
    write_whole(Path(os.devnull), "text")
    assert Path(os.devnull).is_char_device()
