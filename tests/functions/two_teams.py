"""Two teams in one table, ours and theirs: what a request gets, and how often it asks the table."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import pytest

from engawa import access, api, batch, claims, nodes, pairing, token_form, tokens
from engawa.activity import Notes
from engawa.batch import BatchIn
from engawa.claims import ClaimIn
from engawa.pairing import CodeIn, PairingIn
from engawa.settings import Settings
from engawa.table import Table
from engawa.workspace import Workspace
from makers import NOW, WORKSPACE_ID, a_job, a_node, an_edge, an_id

from .conftest import Reply, app, sample
from .store import Change, Store
from .ways import Event, folder_of

THEIR_WORKSPACE = an_id(77)
THEIR_TEXT = "what they keep to themselves"
# Ids that nobody ever had.
NOBODYS = {"thing": an_id(4242), "token": "00c0ffee00c0ffee", "code": "ZZZZ-ZZZX"}


@dataclass(frozen=True)
class Teams:
    """`theirs` are ids of the other workspace by their form; `samples` the tokens of the sample events, by kind."""

    table: Table
    store: Any  # a Store, which a Workspace takes for its table
    theirs: Mapping[str, list[str]]
    samples: Mapping[str, str]

    def ask(self, key: str, event: Event) -> Reply:
        """As a new instance of the function would answer: it has noted nothing of any workspace yet."""
        module = app(folder_of(key))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(module.api, "_clock", lambda: NOW)
            patch.setattr(module.api, "_notes", Notes())
            answer = module.lambda_handler(event, None)
        return Reply(answer["statusCode"], answer["headers"], answer.get("body"))

    def a_token(self, kind: str, at: datetime = NOW, **more: Any) -> str:
        """A new one of ours, never used."""
        text = token_form.text(kind, token_form.new_id())
        tokens.store(Workspace(self.store, WORKSPACE_ID), text, kind, at, **more)
        return text

    def of_theirs(self, changes: set[Change]) -> set[Change]:
        """Changes of their own items, of their tokens, and of the pairings that they have answered."""
        codes = [code.replace("-", "") for code in self.theirs["code"]]
        names = (THEIR_WORKSPACE, *self.theirs["token"], *codes)
        return {change for change in changes if any(name in change[0] for name in names)}


@contextmanager
def requests() -> Iterator[Counter[str]]:
    """What the functions' own client asks the table meanwhile, and how often."""
    asked: Counter[str] = Counter()

    def note(model: Any, **_: Any) -> None:
        asked[model.name] += 1

    events = api._table()._client.meta.events
    events.register("before-parameter-build.dynamodb", note)
    try:
        yield asked
    finally:
        events.unregister("before-parameter-build.dynamodb", note)


def made(table: Table) -> Teams:
    ours, theirs = Workspace(table, WORKSPACE_ID), Workspace(table, THEIR_WORKSPACE)
    nodes.found(ours, "Ours", NOW)
    batch.put(ours, BatchIn.model_validate_json(sample("post-api-nodes-batch")["body"]), NOW)
    teams = Teams(table, Store(), _theirs(theirs), _sample_tokens())
    for text in teams.samples.values():
        tokens.store(ours, text, "sample", NOW)
        access.verify(table, f"Bearer {text}", NOW)  # used once already: another use writes nothing
    return teams


def _sample_tokens() -> dict[str, str]:
    names = ("get-api-workspace", "post-api-agent-heartbeat", "get-api-tokens")
    texts = [sample(name)["headers"]["authorization"].removeprefix("Bearer ") for name in names]
    return {text.split("_")[1]: text for text in texts}


def _theirs(workspace: Workspace) -> dict[str, list[str]]:
    """Two boards, one with the same id as ours, and what is on them; a job that runs; tokens; answered pairings."""
    nodes.found(workspace, THEIR_TEXT, NOW)
    job = a_job(workspace)
    claims.claim(workspace, "their-agent", ClaimIn(requestId="their-request"), NOW, Settings())
    board = a_node(5, type="board", parentId=None, name=THEIR_TEXT)
    sticky, arrow = a_node(6, parentId=board.id, name=THEIR_TEXT), an_edge(5, boardId=board.id, label=THEIR_TEXT)
    batch.put(workspace, BatchIn(nodes=[board, sticky], edges=[arrow]), NOW)
    texts = {kind: tokens.mint(workspace.table, kind, workspace.id, THEIR_TEXT, NOW) for kind in token_form.KINDS}
    return {
        "thing": [workspace.id, sticky.id, arrow.id, job["id"]],
        "token": [text.split("_")[2] for text in texts.values()],
        "code": [_a_pairing(workspace, texts["member"], answer) for answer in (pairing.approve, pairing.deny)],
    }


def _a_pairing(workspace: Workspace, member: str, answer: Any) -> str:
    """The code of a machine that they have answered."""
    code = str(pairing.start(workspace.table, PairingIn(machine=THEIR_TEXT), "203.0.113.7", NOW)["userCode"])
    answer(workspace, access.verify(workspace.table, f"Bearer {member}", NOW), CodeIn(userCode=code), NOW)
    return code
