"""Tokens and an engine's key are where they are kept, and in no log, error, job, file or command line beside."""

import json
import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field

import pytest

from engawa import token_form
from secret_scene import ENGAWA, Scene, a_scene, end, until
from tests.agent.fake_server import Answer, FakeServer, fake_server

# In no form that would be recognised as a key by its looks.
KEY = "marker-of-an-engines-key-1f9c"
CHAT, MODELS = "POST /v1/chat/completions", "GET /v1/models"
ECHO = f"Incorrect API key provided: {KEY}. You can find your key in your account."
BEGUN, BROKEN_OFF = ({"choices": [{"delta": {"content": "- Pr"}}]}, {"error": {"message": ECHO}})
# How a provider fails and says with which key.
FAILURES = {
    "401": Answer(401, {"error": {"message": ECHO}}),
    "400": Answer(400, {"error": {"message": ECHO}}),
    "500": Answer(500, f"upstream said: authorization: Bearer {KEY}".encode()),
    "no-json": Answer(200, ECHO.encode()),
    "error-in-200": Answer(200, {"error": ECHO}),
    "broken-off": Answer(pieces=tuple(f"data: {json.dumps(each)}\n\n".encode() for each in (BEGUN, BROKEN_OFF))),
}
WHOLE = Answer(200, {"choices": [{"message": {"content": "- Price in March"}}]})
WRONG = token_form.text("member", "0123456789abcdef", "ab" * 32)
# Where a token is meant to be.
KEPT = {"data/stack.json", "home/engawa/login.json", "two-lines"}
pytestmark = pytest.mark.slow
# Two attempts of a job would take half a minute. The cloud tells all that it could ever tell.
STACK = {"MAX_ATTEMPTS": "1", "POWERTOOLS_LOG_LEVEL": "DEBUG", "MOCK_MODE": "off"}


@dataclass
class Story:
    """What happens on one machine. `codes` are how the commands ended."""

    scene: Scene
    engine: FakeServer
    codes: dict[str, int] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    board: str = ""

    @property
    def model(self) -> dict[str, str]:
        return {"ENGAWA_OPENAI_URL": f"{self.engine.url}/v1", "ENGAWA_OPENAI_KEY": KEY}

    def call(self, name: str, *arguments: str, typed: str = "", **environ: str) -> None:
        self.codes[name] = self.scene.call(name, *arguments, typed=typed, **environ)

    def begin(self) -> None:
        """Tokens of each kind are kept on the machine, the agent's by a pairing."""
        url = until(lambda: re.search(r"http://[\d.:]+", self.scene.said("stack")))[0]
        self.tokens = json.loads((self.scene.folder / "data/stack.json").read_text())["tokens"]
        for kind in ("member", "admin"):
            self.call(f"login-{kind}", "login", "--url", url, typed=f"{self.tokens[kind]}\n")
        with self.scene.running("pair", [*ENGAWA, "pair", "--json"], **self.model):
            code = json.loads(until(lambda: self.scene.said("pair").partition("\n")[0]))["userCode"]
            self.call("approve", "approve", code, "--yes", "--json")
            until(lambda: '"paired"' in self.scene.said("pair"))

    def go_wrong(self) -> None:
        """Tokens that nobody takes, and one with something behind it, which no header can carry."""
        two_lines = self.scene.folder / "two-lines"
        two_lines.write_text(f"{self.tokens['member']}\nand a second line\n")
        both = ("--json", "--debug")
        self.call("wrong", "status", *both, ENGAWA_TOKEN=WRONG)
        self.call("wrong-kind", "run", *both, ENGAWA_TOKEN=self.tokens["member"])
        self.call("wrong-header", "status", "--token-file", str(two_lines), *both)
        self.call("wrong-server", "login", "--url", "http://127.0.0.1:1", *both, typed=f"{WRONG}\n")

    def ask(self, name: str, answer: Answer, *how: str) -> None:
        self.engine.on(CHAT, answer)
        self.call(name, "ask", "summarize_board", "--target", self.board, *how)

    def work(self) -> None:
        """Jobs that fail in every way, and one that does not, each told of in every way."""
        for name, answer in FAILURES.items():
            self.ask(f"ask-{name}", answer, "--debug")
        self.ask("ask-whole", WHOLE, "--json")
        self.call("list", "jobs", "list", "--json")
        self.call("show", "jobs", "show", json.loads(self.scene.said("list"))["jobs"][-1]["id"])
        self.call("tokens", "token", "list", "--json")

    def look_at_engines(self) -> None:
        """With a provider that refuses the key, and then with one that takes it."""
        for name, answer in {"refused": FAILURES["401"], "taken": Answer(200, {"data": [{"id": "small"}]})}.items():
            self.engine.on(MODELS, answer)
            self.call(f"engines-{name}", "engines", "--json", **self.model)

    def play(self) -> None:
        data = str(self.scene.folder / "data")
        with ExitStack() as running:
            command = [sys.executable, "-m", "local", "--port", "0", "--data", data]
            stack = running.enter_context(self.scene.running("stack", command, **STACK))
            self.begin()
            self.go_wrong()
            self.look_at_engines()
            self.call("import", "import", "tests/data/launch.canvas", "--json")
            self.board = json.loads(self.scene.said("import"))["id"]
            agent = [*ENGAWA, "run", "--engine", "openai-compatible"]
            running.enter_context(self.scene.running("agent", agent, **self.model))
            self.work()
            asked = len(self.engine.asked(CHAT))
            self.ask("ask-last", Answer(401, {"error": {"message": ECHO}}, wait=4.0), "--no-wait")
            self.engine.wait_for(CHAT, asked + 1)
            end(stack)
            until(lambda: list(self.scene.folder.glob("home/engawa/spool/*.json")))

    def secrets(self) -> set[str]:
        """The secret part of each token that is kept anywhere, of the wrong one, and the key."""
        texts = " ".join((self.scene.folder / name).read_text() for name in KEPT)
        found = [each["unsigned"].rpartition("_")[2] for each in token_form.TOKEN.finditer(texts)]
        return {*found, WRONG.split("_")[3], KEY}


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Story]:
    with fake_server() as engine:
        story = Story(a_scene(tmp_path_factory.mktemp("scene")), engine)
        story.play()
        yield story


def test_no_file_holds_a_secret_but_those_that_keep_it(told: Story) -> None:
    """The table and the stack's log, what each process printed, an answer that waits for the server, and all else that
    was written on this machine.
    """
    assert len(told.secrets()) == 3 + 1 + 2  # the stack's own tokens, the paired one, the wrong one and the key
    found = told.scene.files_with(*told.secrets())
    assert sorted(found - KEPT) == []
    assert found >= KEPT


def test_no_command_line_shows_one(told: Story) -> None:
    shown = "\n".join(told.scene.commands)
    assert "engawa_agent run" in shown
    assert "-m local" in shown
    assert not [secret for secret in told.secrets() if secret in shown]


def test_the_engine_was_given_the_key_and_said_it_again(told: Story) -> None:
    assert {seen.headers.get("authorization") for seen in told.engine.seen} == {f"Bearer {KEY}"}
    failed = {name: told.codes[f"ask-{name}"] for name in FAILURES}
    assert failed == dict.fromkeys(FAILURES, 1)
    assert told.codes["ask-whole"] == 0


def test_each_way_of_being_wrong_was_met(told: Story) -> None:
    wrong = {name: code for name, code in told.codes.items() if name.startswith("wrong")}
    assert set(wrong) == {"wrong", "wrong-kind", "wrong-header", "wrong-server"}
    assert 0 not in wrong.values()


def test_the_search_finds_what_is_there(told: Story) -> None:
    """Texts that belong into the table and into an answer that waits are found in them."""
    folders = {name.rpartition("/")[0] for name in told.scene.files_with("Incorrect API key provided: ***")}
    assert {"said", "home/engawa/spool"} <= folders
    assert any(folder.startswith("data/dynamodb") for folder in folders)
    assert "said/stack.err" in told.scene.files_with('"message":"write"')
