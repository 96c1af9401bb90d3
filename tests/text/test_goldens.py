"""Every recorded case, and the tool that runs them."""

import json
import os
from pathlib import Path

import pytest

from engawa_text import units
from tools import goldens
from tools.goldens import Verdict

FOLDER = Path(__file__).resolve().parents[3] / "shared/goldens"
LISTED = json.loads(goldens.DIFFERENCES.read_text(encoding="utf-8"))


def folder() -> Path:
    if not FOLDER.is_dir():
        if "CI" in os.environ:
            pytest.fail("../shared/goldens must be there where CI is set")
        pytest.skip("../shared/goldens is not there")
    return FOLDER


def a_verdict(difference: str = "", **flags: bool) -> Verdict:
    return Verdict({"name": "x", **flags}, difference)


def test_every_case_matches_or_is_listed() -> None:
    verdicts = [Verdict(case, goldens.difference(case)) for case in goldens.cases(folder())]
    assert verdicts
    assert goldens.complaints(verdicts, LISTED) == []


def test_what_is_encoded_is_what_the_other_runtime_encoded() -> None:
    pairs = [case for case in goldens.cases(folder()) if "text_as_node_utf8" in case]
    assert [units.whole(case["expect"]["text"]) for case in pairs] == [case["text_as_node_utf8"] for case in pairs]


def test_a_mismatch_is_told_with_its_place() -> None:
    case = {"name": "x", "raw": "[1]", "expect": {"parsed": [2], "fallback": ["[1]"]}}
    assert goldens.difference(case).startswith("at 33: expected")
    assert goldens.difference(case | {"expect": {"parsed": [1], "fallback": ["[1]"]}}) == ""


@pytest.mark.parametrize(
    ("verdict", "listed", "said"),
    [
        (a_verdict("at 1"), {}, "differs: x: at 1"),
        (a_verdict(), {"x": "why"}, "wrongly listed: x: it matches after all"),
        (a_verdict(), {"y": "why"}, "wrongly listed: y: there is no such case"),
        (a_verdict("at 1"), {"x": "why"}, "wrongly listed: x: it carries none of the flags"),
    ],
)
def test_the_list_of_differences_is_held_to_its_rules(verdict: Verdict, listed: dict[str, str], said: str) -> None:
    assert goldens.complaints([verdict], listed)[0].startswith(said)


def test_a_flagged_case_may_be_listed() -> None:
    assert goldens.complaints([a_verdict("at 1", weird_type=True)], {"x": "why"}) == []


def test_the_summary_counts() -> None:
    assert goldens.summary([a_verdict(), a_verdict("at 1")]) == "goldens: 1 of 2 match"


def test_a_folder_without_cases_and_no_folder_fail(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert goldens.main([]) == 2
    assert goldens.main([str(tmp_path)]) == 1
    assert capsys.readouterr().out.endswith("goldens: 0 of 0 match\n")
