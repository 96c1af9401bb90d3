from pathlib import Path

import pytest

from engawa_agent.importing import files
from engawa_agent.importing.trouble import BadFile


def a_file(folder: Path, content: bytes, name: str = "plan.canvas") -> Path:
    (folder / name).write_bytes(content)
    return folder / name


@pytest.mark.parametrize("marks", [0, 1, 2])
def test_byte_order_marks_are_no_text(tmp_path: Path, marks: int) -> None:
    assert files.read_text(a_file(tmp_path, b"\xef\xbb\xbf" * marks + b"{}")) == "{}"


def test_what_is_not_utf8_is_told_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(BadFile) as told:
        files.read_text(a_file(tmp_path, b"one\ntwo \xff"))
    assert (told.value.place, told.value.what) == ("line 2", "is not UTF-8 text (byte 9 of the file)")


def test_utf16_is_not_utf8(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="is not UTF-8"):
        files.read_text(a_file(tmp_path, "{}".encode("utf-16")))


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="is a folder"):
        files.read_text(tmp_path)


@pytest.mark.parametrize("name", ["not there.canvas", "a" * 300, "nul\0byte"])
def test_a_missing_file_is_told(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadFile, match=r"does not exist|too long|cannot be read"):
        files.read_text(tmp_path / name)


def test_a_file_without_end_is_too_large() -> None:
    with pytest.raises(BadFile, match="larger than 50 MB"):
        files.read_text(Path("/dev/zero"))
