"""The neutral prompt: its order, its tool rounds, and a job's words in it."""

import json
from pathlib import Path
from typing import Any

import pytest

from engawa_agent.providers import plain_text
from engawa_agent.providers.failures import PromptError
from engawa_agent.providers.messages import Assistant, Results, System, ToolResult, User
from engawa_agent.providers.prompts import compose, of_job
from engawa_text import prompt
from engawa_text.words import EN, JA, Words
from tests.agent.providers.materials import ASKED, CALL, COUNTED, FOUND, OTHER, wanting

GOLDENS = Path(__file__).parents[4] / "shared/goldens/agent_prompt.json"


def test_the_system_text_is_one_and_first_wherever_it_was_said() -> None:
    made = compose([User("Hello."), System("First."), Assistant("Hi."), System(" ")], "Second.", ASKED)
    assert made.system == "First.\n\nSecond."
    assert made.turns == (User("Hello."), Assistant("Hi."), ASKED)


def test_turns_without_anything_in_them_are_left_out() -> None:
    assert compose([User("\n"), Assistant(""), Results(())], "", ASKED).turns == (ASKED,)


def test_results_stay_with_their_calls_in_their_order() -> None:
    made = compose([ASKED, Assistant("", (CALL, OTHER)), Results((COUNTED,)), Results((FOUND,))], "")
    assert made.turns[2:] == (Results((FOUND, COUNTED)),)


def test_a_result_goes_by_the_name_of_its_call() -> None:
    unnamed = ToolResult("call_1", "", "x")
    made = compose([ASKED, Assistant("", (CALL,)), Results((unnamed,))], "")
    assert made.turns[-1] == Results((ToolResult("call_1", "read_node", "x"),))


def test_a_prompt_grows_by_a_round() -> None:
    made = compose([], "Do.", ASKED).after(Assistant("", (CALL,)), Results((FOUND,)))
    assert made == compose([ASKED, Assistant("", (CALL,)), Results((FOUND,))], "Do.")


@pytest.mark.parametrize(
    ("turns", "says"),
    [
        ([ASKED, Assistant("", (CALL,))], "no result: read_node (call_1)"),
        ([ASKED, Assistant("", (CALL,)), User("Well?"), Results((FOUND,))], "no result: read_node (call_1)"),
        ([ASKED, Assistant("", (CALL, OTHER)), Results((FOUND,))], "no result: count (call_2)"),
        ([ASKED, Results((FOUND,))], "answers no call before it: call_1"),
        ([ASKED, Assistant("", (CALL,)), Results((FOUND, COUNTED))], "answers no call before it: call_2"),
        ([ASKED, Assistant("", (CALL, CALL)), Results((FOUND,))], "the same id: call_1, call_1"),
        ([User(" ")], "nothing to ask"),
    ],
)
def test_what_makes_no_prompt_is_named(turns: list[Any], says: str) -> None:
    with pytest.raises(PromptError) as failed:
        compose(turns, "System.")
    assert says in failed.value.message


@pytest.mark.parametrize("words", [JA, EN])
@pytest.mark.parametrize("instruction", ["Summarize.", "", " ", "a\n\nb\n\n---"])
@pytest.mark.parametrize("context", ["- a\n- b\n", "", "---"])
@pytest.mark.parametrize("request_", ["Short.", ""])
def test_a_job_as_plain_text_is_the_text_of_today(instruction: str, context: str, request_: str, words: Words) -> None:
    made = of_job(instruction, context, request_, words)
    assert plain_text.request(made, wanting()).text == prompt.build(instruction, context, request_, words)


def test_a_jobs_instruction_is_the_system_and_the_rest_the_users() -> None:
    made = of_job("Summarize.", "- a", "Short.", EN, initial=[User("Hello."), Assistant("Hi.")])
    assert made.system == "Summarize."
    assert made.turns == (User("Hello."), Assistant("Hi."), User("---\n- a\n---\n\nUser request: Short."))


@pytest.mark.skipif(not GOLDENS.exists(), reason="the recorded prompts are not beside this project")
def test_recorded_prompts_stay_the_same_to_the_byte() -> None:
    cases = [case for case in json.loads(GOLDENS.read_text(encoding="utf-8")) if case["fn"] == "buildPrompt"]
    told = [case for case in cases if not case.get("weird_type") and _is_plain(case["args"]["job"])]
    assert len(told) >= 3
    for case in told:
        job = case["args"]["job"]
        made = of_job(job["payload"]["instruction"], job["context"], job["payload"].get("prompt") or "")
        assert plain_text.request(made, wanting()).text == case["expect"]["text"], case["name"]


def _is_plain(job: dict[str, Any]) -> bool:
    """Texts alone, as an agent reads a job; what else a job may hold is settled before it comes here."""
    payload = job.get("payload") or {}
    return all(isinstance(text, str) for text in (payload.get("instruction"), job.get("context")))
