"""The word that all has which a run starts."""

from pathlib import Path

import pytest

from engawa_agent import mark


def test_it_is_the_same_for_each_run_of_a_number_and_of_no_other(tmp_path: Path) -> None:
    own = mark.of(tmp_path, "seed", 1)
    assert own == mark.of(tmp_path / "." / "x" / "..", "seed", 1)
    assert own not in {mark.of(tmp_path, "seed", 2), mark.of(tmp_path, "other", 1), mark.of(tmp_path / "x", "seed", 1)}


@pytest.mark.parametrize("word", ["", "../../x", "*", "0123456789ABCDEF", "0123456789abcdef0"])
def test_what_is_none_names_no_folder(word: str) -> None:
    assert mark.prefix(mark.carried({mark.VARIABLE: word})) == "engawa-"


def test_it_is_read_back_from_the_environment(tmp_path: Path) -> None:
    own = mark.of(tmp_path, "seed", 1)
    assert mark.prefix(mark.carried({mark.VARIABLE: own})) == f"engawa-{own}-"
