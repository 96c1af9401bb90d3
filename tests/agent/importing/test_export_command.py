import json
from pathlib import Path

import pytest

from tests.agent.importing.board_server import Board
from tests.agent.importing.conftest import Run
from tests.agent.importing.makers import BOARD, WORKSPACE, a_node

LAUNCH = Path(__file__).parents[2] / "data" / "launch.canvas"
DOCUMENT = a_node(BOARD, "document", parentId=WORKSPACE, name="Notes", data={"markdown": "---\na: 1\n---\n"})
NOBODY = "55555555-5555-4555-8555-555555555555"


def test_a_board_comes_back_as_the_file_it_was(engawa: Run, server: Board, tmp_path: Path) -> None:
    server.page = 20
    board = engawa("import", LAUNCH, "--json").json["id"]
    ran = engawa("export", board, "-o", tmp_path / "план {1}.canvas")
    assert (ran.code, ran.err) == (0, "")
    assert json.loads((tmp_path / "план {1}.canvas").read_text()) == json.loads(LAUNCH.read_text())


def test_without_a_file_it_goes_to_stdout(engawa: Run) -> None:
    board = engawa("import", LAUNCH, "--json").json["id"]
    assert json.loads(engawa("export", board).out) == json.loads(LAUNCH.read_text())


def test_a_document_comes_back_as_markdown(engawa: Run, tmp_path: Path) -> None:
    text = "---\ntags: [a]\n---\n# Heading\n\n- one\n- two\n"
    (tmp_path / "notes.md").write_text(text)
    document = engawa("import", tmp_path / "notes.md", "--json").json["id"]
    assert engawa("export", document).out == text


def test_our_own_json_can_be_imported_in_place(engawa: Run, server: Board, tmp_path: Path) -> None:
    board = engawa("import", LAUNCH, "--json").json["id"]
    engawa("export", board, "-o", tmp_path / "launch.json")
    before = {**server.nodes}, {**server.edges}
    ran = engawa("import", tmp_path / "launch.json", "--board", board, "--json")
    assert ran.json["notes"] == []
    assert (server.nodes, server.edges) == before


def test_a_workspace_is_written_with_all_its_boards(engawa: Run) -> None:
    engawa("import", LAUNCH)
    found = json.loads(engawa("export", WORKSPACE).out)
    assert (len(found["nodes"]), len(found["edges"])) == (36, 6)


def test_what_is_left_out_is_told_on_stderr(engawa: Run, server: Board) -> None:
    server.nodes[BOARD] = a_node(BOARD, "board", parentId=WORKSPACE)
    server.nodes["a"] = a_node("a", "comment")
    ran = engawa("export", BOARD)
    assert json.loads(ran.out) == {"nodes": [], "edges": []}
    assert ran.err == "  left out: 1 comment\n"


def test_json_is_one_document(engawa: Run, server: Board, tmp_path: Path) -> None:
    server.nodes[BOARD] = DOCUMENT
    assert engawa("export", BOARD, "--json").json["text"] == "---\na: 1\n---\n"
    found = engawa("export", BOARD, "--json", "-o", tmp_path / "a.md").json
    assert (found["schema"], found["format"], found["file"]) == (1, "markdown", str(tmp_path / "a.md"))


@pytest.mark.parametrize("arguments", [("--format", "canvas"), ("-o", "a.canvas")])
def test_a_format_for_something_else_is_refused(engawa: Run, server: Board, arguments: tuple[str, str]) -> None:
    server.nodes[BOARD] = DOCUMENT
    ran = engawa("export", BOARD, *arguments)
    assert ran.code == 2
    assert "is a document; canvas is for a board" in ran.err


def test_an_id_that_nobody_has_is_told(engawa: Run) -> None:
    ran = engawa("export", NOBODY)
    assert (ran.code, "E_NOT_FOUND" in ran.err) == (2, True)


def test_a_sticky_is_not_exported_alone(engawa: Run, server: Board) -> None:
    server.nodes[BOARD] = a_node(BOARD)
    ran = engawa("export", BOARD)
    assert (ran.code, "E_NOT_A_CONTAINER" in ran.err) == (2, True)
