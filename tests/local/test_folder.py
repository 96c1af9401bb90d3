"""The data folder, and who may use it."""

from pathlib import Path

import pytest

from local import folder
from local.trouble import Trouble


def test_a_folder_belongs_to_one_stack_at_a_time(tmp_path: Path) -> None:
    with folder.opened(tmp_path), pytest.raises(Trouble, match="Another stack is using the data folder"):
        folder.opened(tmp_path).__enter__()
    with folder.opened(tmp_path) as again:
        assert again.kept


def test_a_folder_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    with folder.opened(tmp_path / "a/b") as opened:
        assert opened.path.stat().st_mode & 0o777 == 0o700


def test_without_one_a_temporary_folder_is_used_and_removed() -> None:
    with folder.opened(None) as opened:
        assert opened.path.is_dir()
    assert not opened.path.exists()


def test_a_file_is_no_data_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Trouble, match="cannot be the data folder: File exists"):
        folder.opened(tmp_path / "file").__enter__()
