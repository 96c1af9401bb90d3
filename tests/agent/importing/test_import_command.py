import json
from pathlib import Path
from uuid import UUID, uuid5

import pytest

from tests.agent.importing.board_server import Board
from tests.agent.importing.conftest import Run
from tests.agent.importing.makers import BOARD, WORKSPACE, a_canvas, a_group, a_node, a_text, an_edge

LAUNCH = Path(__file__).parents[2] / "data" / "launch.canvas"
PLAN = str(uuid5(UUID(WORKSPACE), "plan.canvas"))


def a_file(folder: Path, text: str | bytes, name: str = "plan.canvas") -> Path:
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder / name


def test_a_canvas_becomes_a_board(engawa: Run, server: Board, tmp_path: Path) -> None:
    ran = engawa("import", a_file(tmp_path, a_canvas(a_group(), a_text())))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith(f"board {PLAN}\nNext: engawa ask summarize_board --target {PLAN}\n")
    assert server.nodes[PLAN]["parentId"] == WORKSPACE
    assert sorted(node["type"] for node in server.nodes.values()) == ["board", "section", "sticky", "workspace"]


def test_importing_again_updates(engawa: Run, server: Board) -> None:
    engawa("import", LAUNCH)
    before = json.dumps([server.nodes, server.edges])
    ran = engawa("import", LAUNCH, "--json")
    assert ran.json["state"] == "updated"
    assert json.dumps([server.nodes, server.edges]) == before


def test_a_board_that_is_there_keeps_its_name_and_place(engawa: Run, server: Board, tmp_path: Path) -> None:
    server.nodes["p"] = a_node("p", "project", parentId=WORKSPACE)
    server.nodes[BOARD] = a_node(BOARD, "board", parentId="p", name="Ours", data={"theme": "dark"})
    engawa("import", a_file(tmp_path, a_canvas(a_text())), "--board", BOARD)
    board = server.nodes[BOARD]
    assert (board["name"], board["parentId"], board["data"]) == ("Ours", "p", {"theme": "dark"})
    assert len(server.nodes) == 4


def test_name_and_parent_can_be_given(engawa: Run, server: Board, tmp_path: Path) -> None:
    server.nodes[BOARD] = a_node(BOARD, "project", parentId=WORKSPACE)
    ran = engawa("import", a_file(tmp_path, ""), "--name", "計画", "--parent", BOARD, "--json")
    board = server.nodes[ran.json["id"]]
    assert (board["name"], board["parentId"]) == ("計画", BOARD)
    assert board["id"] == str(uuid5(UUID(WORKSPACE), "計画"))


def test_a_parent_that_is_not_there_is_told(engawa: Run, server: Board) -> None:
    ran = engawa("import", LAUNCH, "--parent", BOARD)
    assert (ran.code, server.batches) == (2, [])
    assert "there is nothing with that id" in ran.err


def test_something_else_is_not_overwritten(engawa: Run, server: Board, tmp_path: Path) -> None:
    server.nodes[BOARD] = a_node(BOARD, "document", parentId=WORKSPACE)
    ran = engawa("import", a_file(tmp_path, a_canvas(a_text())), "--board", BOARD)
    assert (ran.code, server.batches) == (2, [])
    assert "is a document, but this file makes a board" in ran.err


def test_a_markdown_file_becomes_a_document(engawa: Run, server: Board, tmp_path: Path) -> None:
    ran = engawa("import", a_file(tmp_path, "# Heading\n", "notes.md"))
    assert "Next: engawa ask summarize_document --target" in ran.out
    assert [node["name"] for node in server.nodes.values() if node["type"] == "document"] == ["notes"]


def test_our_own_json_is_taken_back(engawa: Run, server: Board, tmp_path: Path) -> None:
    ran = engawa("import", a_file(tmp_path, json.dumps([a_node("a", parentId=None)]), "nodes.json"), "--json")
    assert (ran.json["type"], ran.json["taken"], ran.json["schema"]) == ("board", 1, 1)


@pytest.mark.parametrize("text", ["", "{}", "\ufeff{}\r\n"])
def test_an_empty_file_is_an_empty_board(engawa: Run, server: Board, tmp_path: Path, text: str) -> None:
    assert engawa("import", a_file(tmp_path, text)).code == 0
    assert (server.nodes[PLAN]["type"], server.batches) == ("board", [1])


@pytest.mark.parametrize("folder", ["мои планы", "計画 {2026}", "%41 [a]*"])
def test_paths_may_have_any_letters(engawa: Run, server: Board, tmp_path: Path, folder: str) -> None:
    ran = engawa("import", a_file(tmp_path, a_canvas(a_text()), f"{folder}/{folder}.canvas"))
    assert ran.code == 0
    assert [node["name"] for node in server.nodes.values() if node["type"] == "board"] == [folder]


def test_five_thousand_nodes_go_in_batches(engawa: Run, server: Board, tmp_path: Path) -> None:
    nodes = [a_text(f"n{n}") for n in range(5000)]
    ran = engawa("import", a_file(tmp_path, a_canvas(*nodes, edges=[an_edge(fromNode="n0", toNode="n1")])))
    assert (ran.code, ran.err) == (0, "Sending 5,002 nodes and edges ...\n")
    assert (len(server.batches), max(server.batches), len(server.nodes)) == (51, 100, 5002)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b'{"nodes": [}', "plan.canvas, line 1, column 12, is not JSON: a value is missing here"),
        (b'{"nodes": [{"x": NaN}]}', "plan.canvas, /nodes/0/x, is no number"),
        (b'{"nodes": 5}', "plan.canvas, /nodes, is not an array"),
        (b"[]", "plan.canvas is no JSON Canvas"),
        (b"{}\xff", "plan.canvas, line 1, is not UTF-8"),
    ],
)
def test_a_broken_file_is_one_sentence(run: Run, tmp_path: Path, content: bytes, told: str) -> None:
    ran = run("import", a_file(tmp_path, content))
    first, code = ran.err.splitlines()
    assert (ran.code, ran.out, code.strip()) == (2, "", "Code: E_BAD_FILE")
    assert told in first
    assert first.endswith("; nothing was written.")


@pytest.mark.parametrize("name", ["missing.canvas", ".", "plan.txt"])
def test_what_is_no_file_of_ours_is_one_sentence(run: Run, tmp_path: Path, name: str) -> None:
    ran = run("import", tmp_path / name, "--json")
    assert (ran.code, ran.json["error"]["code"], ran.err) == (2, "E_BAD_FILE", "")


def test_a_dry_run_needs_no_server(run: Run) -> None:
    ran = run("import", LAUNCH, "--dry-run")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith('launch.canvas -> board "launch" (nothing sent)\n  in the file 40, taken 40')


def test_a_dry_run_as_json_has_no_id(run: Run) -> None:
    found = run("import", LAUNCH, "--dry-run", "--json").json
    assert (found["id"], found["state"], found["found"]) == (None, "nothing sent", 40)


def test_a_refusal_says_how_far_it_came(engawa: Run, server: Board, tmp_path: Path) -> None:
    server.refuse_after = 1
    ran = engawa("import", a_file(tmp_path, a_canvas(*[a_text(f"n{n}") for n in range(150)])))
    assert ran.code == 2
    assert "name: is not a text. (invalid); 100 of 151 nodes and edges were written." in ran.err


@pytest.mark.parametrize("wrong", [("--board", "5"), ("--parent", "x"), ("--name", " "), ("--format", "docx")])
def test_wrong_use_names_the_option(run: Run, wrong: tuple[str, str]) -> None:
    ran = run("import", LAUNCH, *wrong)
    assert ran.code == 2
    assert wrong[0] in ran.err
