"""What a model may read of the workspace, and how it is told when it may not."""

from typing import Any

import pytest

from engawa_agent.api import Api
from engawa_agent.providers.messages import ToolCall
from engawa_agent.toolbox import LONGEST, Toolbox, ToolContext, ToolFailed, of_job
from engawa_agent.tools import BUILT_IN, read_node
from tests.agent.fake_server import Answer, FakeServer, error
from tests.agent.makers import a_job

BOARD, STICKY = "018f0000-0000-7000-8000-0000000000b0", "018f0000-0000-7000-8000-0000000000c0"


def a_node(id: str, type: str, parent: str = "", name: str = "", **data: Any) -> dict[str, Any]:
    return {"id": id, "type": type, "parentId": parent, "name": name, "orderKey": "", "data": data}


def a_context(api: Api, **payload: Any) -> ToolContext:
    return ToolContext(api, a_job(**payload))


def with_board(server: FakeServer) -> FakeServer:
    server.on(f"GET /api/nodes/{BOARD}", Answer(200, a_node(BOARD, "board", name="Launch")))
    server.on("GET /api/nodes", Answer(200, [a_node(STICKY, "sticky", BOARD, text="Price is 20")]))
    return server.on("GET /api/edges", Answer(200, []))


def test_a_board_is_read_with_the_ids_of_what_lies_in_it(server: FakeServer, api: Api) -> None:
    with_board(server)
    text = read_node.run(a_context(api), {"id": BOARD})
    assert f"- [board] Launch (id {BOARD})" in text
    assert '- [sticky:yellow] "Price is 20"' in text
    assert text.endswith(f"In it:\n- [sticky] Price is 20 (id {STICKY})")


def test_without_an_id_it_is_what_the_job_is_about(server: FakeServer, api: Api) -> None:
    with_board(server)
    assert "Launch" in read_node.run(a_context(api, targetId=BOARD), {})


def test_a_single_thing_is_its_text(server: FakeServer, api: Api) -> None:
    server.on(f"GET /api/nodes/{STICKY}", Answer(200, a_node(STICKY, "sticky", BOARD, text="Price is 20")))
    text = read_node.run(a_context(api), {"id": STICKY})
    assert text == f"- [sticky] Price is 20 (id {STICKY})\n\nPrice is 20"


@pytest.mark.parametrize("id", [None, 3, "", "../tokens", "x" * 36, f"{BOARD}/../.."])
def test_what_is_no_id_is_never_asked_for(server: FakeServer, api: Api, id: object) -> None:
    with pytest.raises(ToolFailed, match="id: is needed"):
        read_node.run(a_context(api), {"id": id})
    assert server.seen == []


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (error(403, "no_scope"), "has not granted nodes:read"),
        (error(404), "nothing with this id"),
        (error(409, "conflict"), "It cannot be read: It broke."),
        (error(500), "cannot be read now"),
    ],
)
def test_what_cannot_be_read_is_said_to_the_model(server: FakeServer, api: Api, answer: Answer, said: str) -> None:
    server.on(f"GET /api/nodes/{BOARD}", answer)
    with pytest.raises(ToolFailed, match=said):
        read_node.run(a_context(api), {"id": BOARD})


def a_toolbox(api: Api, *allowed: object) -> Toolbox:
    return of_job(a_job(tools=list(allowed)), BUILT_IN, api)


def test_a_job_has_the_tools_that_its_type_allows_and_this_agent_knows(api: Api) -> None:
    box = a_toolbox(api, "shell", "read_node", "read_node", 3)
    assert [tool.name for tool in box.tools(["read_node", "shell"])] == ["read_node"]
    assert box.tools([]) == ()
    assert of_job(a_job(tools="read_node"), BUILT_IN, api).handlers == ()


def test_a_result_has_a_limit(server: FakeServer, api: Api) -> None:
    server.on(f"GET /api/nodes/{STICKY}", Answer(200, a_node(STICKY, "sticky", text="x" * 100_000)))
    call = ToolCall("1", "read_node", {"id": STICKY})
    (result,) = a_toolbox(api, "read_node").answer([call]).results
    assert len(result.text) <= LONGEST + 40


def test_a_call_that_cannot_be_run_is_a_failed_result(api: Api) -> None:
    box = a_toolbox(api, "read_node")
    calls = [ToolCall("1", "shell"), ToolCall("2", "read_node", {}, "{oops")]
    unknown, unreadable = box.answer(calls).results
    assert (unknown.failed, unknown.text) == (True, "There is no tool shell.")
    assert (unreadable.failed, "{oops" in unreadable.text) == (True, True)
