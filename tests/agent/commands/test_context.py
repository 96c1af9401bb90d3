"""`engawa context`: exactly the text."""

import json

import pytest

from tests.agent.fake_server import Answer, FakeServer, error
from tests.agent.makers import MEMBER_TOKEN, outcome

ROUTE = "POST /api/contexts"
TEXT = "# Board: 企画 (1 items)\n\n## Items\n- x"


@pytest.fixture(autouse=True)
def logged_in(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGAWA_URL", server.url)
    monkeypatch.setenv("ENGAWA_TOKEN", MEMBER_TOKEN)
    server.on(ROUTE, Answer(200, {"text": TEXT, "legend": None}))


def test_it_prints_the_text_and_nothing_else(server: FakeServer, capsys: pytest.CaptureFixture[str]) -> None:
    assert outcome(capsys, "context", "board", "b1", "--max-chars", "9", "--locale", "en") == (0, TEXT, "")
    assert server.asked(ROUTE) == [{"kind": "board", "targetId": "b1", "maxChars": 9, "locale": "en"}]


@pytest.mark.parametrize(
    ("arguments", "body"),
    [
        (("selection", "a", "b"), {"kind": "selection", "nodeIds": ["a", "b"]}),
        (("chat", "c"), {"kind": "chat", "chatRoomId": "c"}),
        (("project", "p"), {"kind": "project", "targetId": "p"}),
    ],
)
def test_each_kind_names_its_target_in_its_way(
    server: FakeServer, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], body: dict[str, object]
) -> None:
    outcome(capsys, "context", *arguments)
    assert server.asked(ROUTE) == [body | {"locale": "en"}]


def test_with_json_it_is_one_document(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = outcome(capsys, "context", "board", "b1", "--json")
    assert json.loads(out) == {"schema": 1, "text": TEXT, "legend": None}


def test_a_board_takes_one_target(capsys: pytest.CaptureFixture[str]) -> None:
    assert outcome(capsys, "context", "board", "a", "b")[0] == 2


def test_a_board_that_is_not_there(server: FakeServer, capsys: pytest.CaptureFixture[str]) -> None:
    server.on(ROUTE, error(404, "not_found", "There is no such node."))
    code, out, err = outcome(capsys, "context", "board", "b1")
    assert (code, out) == (2, "")
    assert "There is no such node. (not_found)" in err


def test_a_server_that_is_away(server: FakeServer, capsys: pytest.CaptureFixture[str]) -> None:
    server.on(ROUTE, error(500))
    assert outcome(capsys, "context", "board", "b1")[0] == 5


def test_a_token_that_is_not_taken(server: FakeServer, capsys: pytest.CaptureFixture[str]) -> None:
    server.on(ROUTE, error(401))
    assert outcome(capsys, "context", "board", "b1")[0] == 4


def test_a_japanese_terminal_gets_japanese(
    server: FakeServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    outcome(capsys, "context", "board", "b1")
    assert server.asked(ROUTE) == [{"kind": "board", "targetId": "b1", "locale": "ja"}]
