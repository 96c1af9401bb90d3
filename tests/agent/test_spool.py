"""Finished answers on disk."""

import json
import stat
from pathlib import Path

import pytest

from engawa_agent.spool import Answer
from tests.agent.makers import JOB_ID, Said, a_spool

ANSWER = Answer(JOB_ID, 7, {"runner": "test", "result": "- 価格"}, "agent-1")
NAME = f"{JOB_ID}-7.json"


def test_an_answer_comes_back_as_it_was_readable_by_its_owner_alone(tmp_path: Path) -> None:
    spool = a_spool(tmp_path, Said())
    spool.keep(ANSWER)
    assert a_spool(tmp_path, Said()).left() == [ANSWER]
    assert stat.S_IMODE((tmp_path / "spool" / NAME).stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "spool").stat().st_mode) == 0o700


def test_removed_it_is_gone_also_a_second_time(tmp_path: Path) -> None:
    spool = a_spool(tmp_path, Said())
    spool.keep(ANSWER)
    spool.remove(ANSWER)
    spool.remove(ANSWER)
    assert list((tmp_path / "spool").iterdir()) == []


def test_the_oldest_comes_first(tmp_path: Path) -> None:
    spool = a_spool(tmp_path, Said())
    for fence in (3, 1, 2):
        spool.keep(Answer(JOB_ID, fence, {"result": "x"}, "agent-1"))
    assert [answer.fence for answer in spool.left()] == [3, 1, 2]


def test_without_a_folder_there_is_nothing(tmp_path: Path) -> None:
    assert a_spool(tmp_path / "nowhere", Said()).left() == []


GOOD = {"schema": 1, "server": "http://127.0.0.1:1", "agent": "agent-1", "job": JOB_ID, "fence": 7, "body": {}}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"\xff",
        b"[" * 100_000,
        json.dumps(GOOD | {"schema": 2}).encode(),
        json.dumps(GOOD | {"server": 7}).encode(),
        json.dumps(GOOD | {"agent": None}).encode(),
        json.dumps(GOOD | {"job": "../../etc"}).encode(),
        json.dumps(GOOD | {"job": 7}).encode(),
        json.dumps(GOOD | {"fence": "7"}).encode(),
        json.dumps(GOOD | {"body": []}).encode(),
        json.dumps({"schema": 1}).encode(),
    ],
)
def test_what_cannot_be_used_is_set_aside_and_said_and_hides_nothing(tmp_path: Path, content: bytes) -> None:
    said = Said()
    spool = a_spool(tmp_path, said)
    spool.keep(ANSWER)
    (tmp_path / "spool" / "bad.json").write_bytes(content)
    assert spool.left() == [ANSWER]
    assert said.names == ["set_aside"]
    assert (tmp_path / "spool" / "bad.aside").read_bytes() == content
    assert spool.left() == [ANSWER]
    assert said.names == ["set_aside"]


def test_what_is_for_another_server_waits_for_it_and_is_said(tmp_path: Path) -> None:
    said = Said()
    a_spool(tmp_path, said, server="https://elsewhere.example").keep(ANSWER)
    assert a_spool(tmp_path, said).left() == []
    assert (said.names, "https://elsewhere.example" in said.events[0].text) == (["kept_for_another"], True)
    assert a_spool(tmp_path, said, server="https://elsewhere.example").left() == [ANSWER]


def test_a_full_disk_is_said(tmp_path: Path) -> None:
    said = Said()
    (tmp_path / "spool").write_text("a file where the folder should be")
    a_spool(tmp_path, said).keep(ANSWER)
    assert "delivering it straight" in said.events[0].text
