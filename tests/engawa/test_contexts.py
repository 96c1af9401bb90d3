"""Contexts through the table: what is read, in how many requests, and what is refused."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from engawa import batch, contexts, nodes
from engawa.attributes import size
from engawa.batch import BatchIn
from engawa.contexts import Context, ContextIn
from engawa.errors import Invalid, NotFound
from engawa.nodes import NodeIn
from engawa.workspace import Workspace
from makers import BOARD_ID, NOW, WORKSPACE_ID, a_board, a_node, an_edge, an_id, later

PROJECT, ROOM, DOCUMENT = an_id(501), an_id(502), an_id(503)


def build(workspace: Workspace, kind: str, locale: str = "en", **wanted: Any) -> Context:
    return contexts.build(workspace, ContextIn(kind=kind, locale=locale, **wanted))


def put(workspace: Workspace, *given: NodeIn) -> None:
    batch.put(workspace, BatchIn(nodes=list(given)), NOW)


def a_project(workspace: Workspace, boards: int = 1) -> None:
    """A project with boards, a document, a chat, a decision and a task."""
    put(
        workspace,
        a_node(501, type="project", name="Lumen", parentId=None),
        a_node(502, type="chat_room", name="General", parentId=PROJECT),
        a_node(503, type="document", name="Plan", parentId=PROJECT, data={"content": [a_paragraph("Ship in May")]}),
        a_node(504, type="decision", parentId=PROJECT, data={"text": "Prices include tax"}),
        a_node(505, type="message", parentId=ROOM, data={"author": "Aoki", "text": "When do we ship?"}),
        *(a_node(600 + n, type="board", name=f"Board {n}", parentId=PROJECT) for n in range(boards)),
        *(a_node(700 + n, parentId=an_id(600 + n), data={"text": f"note {n}"}) for n in range(boards)),
    )


def a_paragraph(text: str) -> dict[str, Any]:
    content = [{"type": "text", "text": text, "styles": {}}]
    return {"id": "1", "type": "paragraph", "props": {}, "content": content, "children": []}


@contextmanager
def counted(workspace: Workspace) -> Iterator[list[str]]:
    """The operations that are asked of the table meanwhile."""
    asked: list[str] = []

    def note(model: Any, **_: Any) -> None:
        asked.append(model.name)

    events = workspace.table._client.meta.events
    events.register("before-parameter-build.dynamodb", note)
    try:
        yield asked
    finally:
        events.unregister("before-parameter-build.dynamodb", note)


def test_a_board_comes_in_the_order_of_its_creation(workspace: Workspace) -> None:
    a_board(workspace, a_node(9, data={"text": "first"}), a_node(2, data={"text": "second"}))
    text = build(workspace, "board", targetId=BOARD_ID).text
    assert text.index("first") < text.index("second")


def test_organize_returns_its_legend(workspace: Workspace) -> None:
    a_board(workspace, a_node(9, data={"text": "first"}), a_node(2, data={"text": "second"}))
    made = build(workspace, "organize", targetId=BOARD_ID)
    assert '- (1) [sticky:yellow] "first"' in made.text
    assert made.legend == [an_id(9), an_id(2)]


def test_a_document_is_its_blocks(workspace: Workspace) -> None:
    a_project(workspace)
    assert build(workspace, "document", targetId=DOCUMENT).text == "# Document: Plan\n\nShip in May\n"


def test_a_chat_is_its_messages(workspace: Workspace) -> None:
    a_project(workspace)
    assert build(workspace, "chat", chatRoomId=ROOM).text == "Aoki: When do we ship?\n"


def test_a_project_has_its_agreements_boards_documents_and_chats(workspace: Workspace) -> None:
    a_project(workspace, boards=2)
    text = build(workspace, "project", targetId=PROJECT).text
    for part in ("Prices include tax", "note 0", "note 1", "Ship in May", "When do we ship?"):
        assert part in text


def test_a_selection_keeps_the_given_order_and_the_arrows_within_it(workspace: Workspace) -> None:
    a_board(workspace, a_node(1, data={"text": "a"}), a_node(2, data={"text": "b"}), edges=(an_edge(label="so"),))
    text = build(workspace, "selection", nodeIds=[an_id(2), an_id(1)]).text
    assert text.index('"b"') < text.index('"a"')
    assert '- "a" → [so] "b"' in text


def test_comments_of_selected_items_come_along(workspace: Workspace) -> None:
    comment = a_node(3, type="comment", parentId=an_id(1), data={"author": "Mori", "text": "too long"})
    a_board(workspace, a_node(1, data={"text": "a"}), comment)
    assert "Mori: too long" in build(workspace, "selection", nodeIds=[an_id(1)]).text


@pytest.mark.parametrize("kind", ["board", "organize", "document", "project", "chat"])
def test_what_is_not_there_or_deleted_is_not_found(workspace: Workspace, kind: str) -> None:
    a_board(workspace)
    nodes.delete(workspace, BOARD_ID, later(1))
    for target in (BOARD_ID, an_id(404)):
        with pytest.raises(NotFound):
            build(workspace, kind, **{"chatRoomId" if kind == "chat" else "targetId": target})


def test_a_selection_of_nothing_is_invalid(workspace: Workspace) -> None:
    a_board(workspace, a_node(1))
    nodes.delete(workspace, an_id(1), later(1))
    with pytest.raises(Invalid, match="nodeIds"):
        build(workspace, "selection", nodeIds=[an_id(1), an_id(404)])


@pytest.mark.parametrize(
    ("kind", "field"), [("board", "targetId"), ("chat", "chatRoomId"), ("selection", "nodeIds"), ("poem", "kind")]
)
def test_what_a_kind_needs_is_named(workspace: Workspace, kind: str, field: str) -> None:
    with pytest.raises(Invalid, match=rf"^{field}"):
        build(workspace, kind)


def test_a_board_is_two_requests_whatever_is_on_it(workspace: Workspace) -> None:
    sections = [a_node(n, type="section", name=f"S{n}") for n in range(1, 21)]
    items = [a_node(100 + n, parentId=an_id(1 + n % 20), data={"text": "x" * 200}) for n in range(75)]
    a_board(workspace, *sections, *items)
    for kind in ("board", "organize"):
        with counted(workspace) as asked:
            build(workspace, kind, targetId=BOARD_ID)
        assert asked == ["GetItem", "Query"]


def test_a_project_is_two_requests_and_one_for_each_board_and_chat(workspace: Workspace) -> None:
    a_project(workspace, boards=5)
    with counted(workspace) as asked:
        build(workspace, "project", targetId=PROJECT)
    assert sorted(asked) == ["GetItem", *["Query"] * (1 + 5 + 1)]


def test_a_selection_of_a_hundred_on_one_board_is_three_requests(workspace: Workspace) -> None:
    a_board(workspace, *(a_node(n, data={"text": "x"}) for n in range(1, 99)))
    with counted(workspace) as asked:
        build(workspace, "selection", nodeIds=[an_id(n) for n in range(1, 101)])
    assert asked == ["BatchGetItem", "BatchGetItem", "Query"]


def test_a_large_board_is_one_query_for_each_megabyte(workspace: Workspace) -> None:
    noise = "".join(chr(0x4E00 + (number * 7919) % 20_000) for number in range(40_000))
    a_board(workspace)
    for start in range(0, 24, 8):
        put(workspace, *(a_node(1 + start + n, data={"content": noise[n:]}) for n in range(8)))
    stored = sum(map(size, workspace.collection(BOARD_ID)))
    assert stored > 1_500_000
    with counted(workspace) as asked:
        build(workspace, "board", targetId=BOARD_ID)
    assert len(asked) <= 1 + -(-stored // 1_000_000)


def test_a_board_of_a_hundred_stickies_costs_eleven_read_units(workspace: Workspace) -> None:
    """Emulators do not count reads as DynamoDB does: all items of a query together, rounded up to 4 KB once."""
    a_board(workspace, *(a_node(n, data={"text": "発売準備の確認", "x": 1, "y": 2}) for n in range(1, 99)))
    put(workspace, *(a_node(n, data={"text": "発売準備の確認", "x": 1, "y": 2}) for n in range(99, 101)))
    assert -(-sum(map(size, workspace.collection(BOARD_ID))) // 4096) == 11


def test_cycles_in_stored_data_are_read_once(workspace: Workspace) -> None:
    a_board(workspace, a_node(1, type="section", name="S"), a_node(2, type="section", name="T", parentId=an_id(1)))
    broken = workspace.get(workspace.node_key(an_id(1))) or {}
    workspace.put(broken | {"parentId": an_id(2)})
    assert build(workspace, "board", targetId=BOARD_ID).text.startswith("# Board: Launch")
    assert nodes.get(workspace, WORKSPACE_ID)["id"] == WORKSPACE_ID


@pytest.mark.parametrize(("kind", "field"), [("board", "targetId"), ("document", "targetId"), ("chat", "chatRoomId")])
def test_a_node_of_another_type_is_refused_by_name(workspace: Workspace, kind: str, field: str) -> None:
    a_board(workspace, a_node(1))
    with pytest.raises(Invalid, match=f"^{field}: is a sticky"):
        build(workspace, kind, **{field: an_id(1)})
