"""The scripted engine as our agent's own engine runs it, and a machine with it."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from engawa_agent.engines.copilot_cli import CopilotCli
from engawa_agent.errors import EngineError
from tests.agent.makers import a_request, no_progress
from tools.chaos import copilot, diary, leftovers, machine
from tools.chaos.machine import Machine
from tools.chaos.script import FAILURE, NOTHING, REFUSAL, Act


@pytest.fixture
def ground(tmp_path: Path) -> Iterator[Path]:
    for name in ("acts", "runs"):
        (tmp_path / name).mkdir()
    yield tmp_path
    leftovers.end(tmp_path)


def an_engine(ground: Path, *acts: Act) -> CopilotCli:
    (ground / "acts" / "00017").write_text("\n".join(map(str, acts)))
    return CopilotCli(environ=Machine(ground, "agent-1", "http://127.0.0.1:1", "eng_agent_x").environment)


def run(engine: CopilotCli) -> str:
    said = f"{copilot.BEFORE}00017{copilot.AFTER}"
    return engine.run(a_request(prompt=said), threading.Event(), no_progress).text


def test_it_passes_for_the_real_one(ground: Path) -> None:
    engine = an_engine(ground)
    assert engine.check().usable
    assert engine.label == "GitHub Copilot CLI 1.0.102"
    assert diary.read(ground) == []


def test_it_writes_down_each_run_and_acts_by_its_script(ground: Path) -> None:
    engine = an_engine(ground, Act(0.05, NOTHING), Act(0.0))
    assert [run(engine), run(engine), run(engine)] == ["", "- Written in run 00017.2.", "- Written in run 00017.3."]
    runs = diary.read(ground)
    assert [(one.name, one.agent, one.seconds) for one in runs] == [
        ("00017.1", "agent-1", 0.05),
        ("00017.2", "agent-1", 0.0),
        ("00017.3", "agent-1", 0.0),
    ]
    assert runs[0].started + 0.04 < (runs[0].ended or 0) <= runs[1].started


@pytest.mark.parametrize(
    ("ending", "retryable", "code"), [(FAILURE, True, "engine_failed"), (REFUSAL, False, "out_of_quota")]
)
def test_its_failures_are_told_as_the_real_ones_are(ground: Path, ending: str, retryable: bool, code: str) -> None:
    with pytest.raises(EngineError) as met:
        run(an_engine(ground, Act(0.0, ending)))
    assert (met.value.retryable, met.value.code) == (retryable, code)


def test_what_it_leaves_behind_heeds_no_sigterm_and_is_gone_with_its_run(ground: Path) -> None:
    assert run(an_engine(ground, Act(0.0, child=True))) == "- Written in run 00017.1."
    (only,) = diary.read(ground)
    assert only.child is not None
    assert machine.is_gone(only.child)
    assert leftovers.of(ground) == []
