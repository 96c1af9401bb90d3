"""The engine's own words."""

from pathlib import Path

from tools.chaos import diary
from tools.chaos.diary import Run

LINES = [
    "10.000 start 00017.1 agent-3 4711 2.50",
    "10.010 child 00017.1 agent-3 4712",
    "10.100 start 00018.1 agent-4 4713 0.30",
    "10.410 end 00018.1 agent-4",
]


def test_runs_are_read_with_their_children_and_their_ends() -> None:
    assert diary.parse(LINES) == [
        Run("00017", 1, "agent-3", 4711, 10.0, 2.5, ended=None, child=4712),
        Run("00018", 1, "agent-4", 4713, 10.1, 0.3, ended=10.41),
    ]


def test_before_the_first_start_there_is_nothing(tmp_path: Path) -> None:
    assert diary.read(tmp_path) == []
