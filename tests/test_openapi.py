"""The OpenAPI document: up to date, whole, and true of every real answer."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

import contract
from engawa import api, job_types, nodes, openapi
from engawa.settings import Settings
from engawa.workspace import Workspace
from functions.conftest import Functions, Reply, admit_samples, sample
from functions.test_repeated_calls import do
from makers import BOARD_ID, NOW, WORKSPACE_ID, an_id
from memory_table import MemoryTable
from tools.openapi import answers, files, links, page, parameters, refusals, routes, shapes

PAGE = openapi.page()
ROUTES = {route.key: route for route in routes.every()}
SAMPLES = {sample(path.stem).get("routeKey"): path.stem for path in (contract.ROOT / "events").iterdir()}


class Observed:
    """Functions whose answers are all held against the document; `seen` are the routes with their statuses."""

    def __init__(self) -> None:
        self.seen: set[tuple[str, int]] = set()

    def __call__(self, name: str, **changes: Any) -> Reply:
        reply, key = Functions()(name, **changes), sample(name)["routeKey"]
        contract.check(key, reply.status, reply.headers, reply.text)
        self.seen.add((key, reply.status))
        return reply


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, schema: Mapping[str, Any]) -> Observed:
    """A workspace whose tokens are those of the sample events."""
    table: Any = MemoryTable(schema)
    monkeypatch.setattr(api, "_table", lambda: table)
    nodes.found(Workspace(table, WORKSPACE_ID), "Aoki's team", NOW)
    admit_samples(table)
    return Observed()


@pytest.fixture
def mocked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "_settings", lambda: Settings(mock_mode=True))


def references(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        yield from (value for key, value in schema.items() if key == "$ref")
    inner = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    for each in inner:
        yield from references(each)


@pytest.mark.parametrize("path", list(files.made()), ids=lambda path: path.name)
def test_the_files_are_what_the_code_says(path: Any) -> None:
    assert path.read_text(encoding="utf-8") == files.made()[path], "run: make openapi"


def test_every_route_is_in_it_and_nothing_else_is() -> None:
    documented = {f"{method.upper()} {path}" for path, item in contract.DOCUMENT["paths"].items() for method in item}
    assert documented == set(ROUTES) == set(answers.ANSWERS)
    assert set(refusals.OWN) | set(links.FOLLOWED) | set(parameters.OWN) <= set(ROUTES)


def test_every_reference_and_link_leads_somewhere() -> None:
    for reference in set(references(contract.DOCUMENT)):
        assert contract.resolved({"$ref": reference})
    ids = [contract.operation(key)["operationId"] for key in ROUTES]
    assert len(set(ids)) == len(ids)
    assert {name for followed in links.FOLLOWED.values() for name in followed} <= set(ids)


@pytest.mark.parametrize("key", list(ROUTES))
def test_scope_and_body_are_those_of_the_route(key: str) -> None:
    documented, route = contract.operation(key), ROUTES[key]
    assert documented["security"] == ([{"token": [route.scope]}] if route.scope else [])
    assert ("requestBody" in documented) == (route.body is not None)


class Recorder(dict[str, str]):
    """A query that remembers what it was asked for."""

    def __init__(self) -> None:
        super().__init__({"unknown": "1"})
        self.asked: set[str] = set()

    def get(self, name: str, default: Any = None) -> Any:
        self.asked.add(name)
        return super().get(name, default)

    def __contains__(self, name: object) -> bool:
        self.asked.add(str(name))
        return super().__contains__(name)


@pytest.mark.parametrize("key", list(ROUTES))
def test_the_query_is_what_the_route_reads(ask: Observed, key: str) -> None:
    query = Recorder()
    ask(SAMPLES[key], queryStringParameters=query)
    documented = contract.operation(key).get("parameters", [])
    assert query.asked == {each["name"] for each in documented if each["in"] == "query"}


def test_every_good_answer_of_every_route_is_as_documented(ask: Observed) -> None:
    use_nodes(ask)
    use_jobs(ask)
    use_access(ask)
    expected = {(key, answer.status) for key, given in answers.ANSWERS.items() for answer in given}
    assert {each for each in ask.seen if each[1] < 400} == expected


def use_nodes(ask: Observed) -> None:
    for name in ("health", "workspace"):
        ask(f"get-api-{name}")
    ask("post-api-nodes-batch")
    ask("post-api-edges")
    for name in ("post-api-nodes", "get-api-nodes", "get-api-nodes-id", "patch-api-nodes-id", "get-api-edges"):
        ask(name)
    ask("post-api-contexts")
    ask("post-api-contexts", body={"kind": "organize", "targetId": BOARD_ID})


def use_jobs(ask: Observed) -> None:
    for step in ("create", "cancel", "retry", "claim", "renew", "result"):
        do(ask, step)
    ask("post-api-agent-jobs-claim")
    released = ask("post-api-ai-jobs").json["id"]
    claimed = ask("post-api-agent-jobs-claim").json
    ask("post-api-agent-jobs-id-release", path=f"/api/agent/jobs/{claimed['id']}/release")
    ask("get-api-ai-jobs-id", path=f"/api/ai/jobs/{released}")
    for name in ("post-api-agent-heartbeat", "get-api-ai-status", "get-api-ai-job-types"):
        ask(name)
    for name in ("delete-api-edges-id", "delete-api-nodes-id"):
        ask(name)


def use_access(ask: Observed) -> None:
    made = ask("post-api-tokens").json
    for name in ("get-api-tokens", "post-api-socket-ticket", "post-api-tokens-rotate", "get-openapijson", "get-docs"):
        ask(name)
    ask("delete-api-tokens-id", path=f"/api/tokens/{made['id']}")
    for verb in ("approve", "deny"):
        started = ask("post-api-pairing-start").json
        ask("post-api-pairing-look", body={"userCode": started["userCode"]})
        ask(f"post-api-pairing-{verb}", body={"userCode": started["userCode"]})
        ask("post-api-pairing-poll", body={"deviceCode": started["deviceCode"]})
    ask("delete-api-tokens-current")


@pytest.mark.parametrize(
    "steps",
    [
        "create create claim renew renew result result renew error",
        "create claim error retry claim release release claim retryable retryable",
        "create claim cancel renew result retry",
        "create cancel cancel retry retry claim cancel release cancel",
    ],
)
def test_every_moment_of_a_jobs_life_is_as_documented(ask: Observed, steps: str) -> None:
    ask("post-api-nodes-batch")
    for step in steps.split():
        reply = do(ask, step)
        if reply.status == 200:
            ask("get-api-ai-jobs-id", path=f"/api/ai/jobs/{ask('get-api-ai-jobs').json[0]['id']}")
            ask("get-api-ai-status")
    assert len(ask.seen) > 3


@pytest.mark.parametrize("name", list(job_types.every()))
def test_every_job_type_is_answered_as_documented(ask: Observed, mocked: None, name: str) -> None:
    ask("post-api-nodes-batch")
    for number, kind in ((501, "project"), (502, "document"), (503, "chat_room")):
        ask("post-api-nodes", body={"id": an_id(number), "type": kind, "name": kind})
    kind = job_types.named(name).source.kind
    target = {"project": an_id(501), "document": an_id(502)}.get(kind, BOARD_ID)
    chosen = {"nodeIds": [BOARD_ID], "chatRoomId": an_id(503), "prompt": "3 ideas", "sourceText": "We ship in May."}
    job = ask("post-api-ai-jobs", body={"type": name, "targetId": target, **chosen}).json
    assert (job["status"], job["parseError"]) == ("done", None)
    ask("get-api-nodes", queryStringParameters=None)


AGENTS = sample("post-api-agent-heartbeat")["headers"]
MEMBERS = sample("get-api-workspace")["headers"]
WRONG: dict[int, Any] = {
    400: {"body": "["},
    401: {"headers": {}},
    404: {"queryStringParameters": {"workspaceId": an_id(9)}},
    413: {"body": '"' + 4_000_000 * "x" + '"'},
}


def wrong(key: str, status: int) -> dict[str, Any]:
    if status == 403:
        return {"headers": MEMBERS if str(ROUTES[key].scope).startswith(("agent:", "tokens:")) else AGENTS}
    if status == 400 and ROUTES[key].body is None:
        path = ROUTES[key].path.replace("{id}", "x")
        return {"path": path} if path != ROUTES[key].path else {"queryStringParameters": {"limit": "x", "cursor": "x"}}
    return dict(WRONG[status])


@pytest.mark.parametrize("status", [400, 401, 403, 404, 413])
def test_every_route_refuses_in_the_documented_form_and_no_other_way(ask: Observed, status: int) -> None:
    documented = {key for key in ROUTES if str(status) in contract.operation(key)["responses"]}
    scoped = {key for key, route in ROUTES.items() if status not in (401, 403, 404) or route.scope}
    open_to_all = {"POST /api/socket-ticket", "DELETE /api/tokens/current"} if status == 403 else set()
    for key in documented - open_to_all:
        assert ask(SAMPLES[key], **wrong(key, status)).status == status
    assert documented <= scoped


POLL = "post-api-pairing-poll"


def test_each_error_of_a_pairing_is_as_documented(ask: Observed) -> None:
    started = ask("post-api-pairing-start").json
    given = [ask(POLL, body={"deviceCode": started["deviceCode"]}).error[0] for _ in range(2)]
    ask("post-api-pairing-deny", body={"userCode": started["userCode"]})
    given += [ask(POLL, body={"deviceCode": code}).error[0] for code in (started["deviceCode"], "x")]
    assert given == ["authorization_pending", "slow_down", "access_denied", "expired_token"]
    assert ask("post-api-pairing-deny", body={"userCode": started["userCode"]}).status == 409
    assert [ask("post-api-pairing-look").status for _ in range(6)] == [404] * 5 + [429]


def test_what_is_too_new_or_too_much_is_refused_as_documented(ask: Observed) -> None:
    started = ask("post-api-pairing-start").json
    ask("post-api-pairing-approve", body={"userCode": started["userCode"]})
    token = ask(POLL, body={"deviceCode": started["deviceCode"]}).json["token"]
    assert ask("post-api-tokens-rotate", headers={"authorization": f"Bearer {token}"}).status == 409
    for name in ("post-api-agent-heartbeat", "post-api-agent-jobs-claim"):
        assert {ask(name, body={"agentId": f"{name} {number}"}).status for number in range(101)} >= {429}


def test_what_the_document_does_not_say_is_noticed() -> None:
    headers = {"content-type": "application/json"}
    for status, text in ((200, '{"status": "ok", "new": 1}'), (200, '{"status": "bad"}'), (201, "{}"), (204, None)):
        with pytest.raises(AssertionError, match="GET /api/health"):
            contract.check("GET /api/health", status, headers, text)


def test_the_page_shows_every_route_and_loads_nothing() -> None:
    ids = re.findall(r'<article id="(\w+)">', PAGE.body)
    assert {contract.operation(key)["operationId"] for key in ROUTES} <= set(ids)
    assert set(re.findall(r'href="([^"]*)"', PAGE.body)) <= {f"#{name}" for name in ids} | {"openapi.json"}
    assert not re.search(r"<(script|img|link|iframe|form|object)|src=|style=|@import|url\(", PAGE.body)


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "string", "minLength": 1, "maxLength": 200}, "string, 1 to 200 characters"),
        ({"anyOf": [{"type": "string", "maxLength": 9}, {"type": "null"}]}, "string, at most 9 characters, or null"),
        ({"type": "array", "items": {"$ref": "#/components/schemas/Node"}}, 'list of (<a href="#Node">Node</a>)'),
        ({"type": "integer", "minimum": 1, "maximum": 9, "default": 5}, "integer, 1 to 9, <code>5</code> if absent"),
        ({"type": "string", "enum": ["ja", "en"]}, "<code>ja</code>, <code>en</code>"),
        ({"type": "string", "pattern": "^<$"}, "string, like <code>^&lt;$</code>"),
        ({"minItems": 3, "maxItems": 3, "type": "array", "items": {}}, "list of (anything), 3 items"),
    ],
)
def test_a_schema_is_put_into_words(schema: dict[str, Any], words: str) -> None:
    assert shapes.of(schema) == words


def test_words_are_text_on_the_page_whatever_is_in_them() -> None:
    document = {**contract.DOCUMENT, "info": {"title": "<b>", "description": "<script>x</script> [a](javascript:x)"}}
    made = page.built(document)
    assert "<script" not in made
    assert 'href="javascript' not in made
    assert "<title>&lt;b&gt; API</title>" in made


def test_the_page_is_sent_as_it_is_under_a_policy_that_allows_its_style_alone(ask: Observed) -> None:
    reply = ask("get-docs")
    assert reply.text == PAGE.body
    policy = reply.headers["content-security-policy"].split("; ")
    assert policy[0] == "default-src 'none'"
    assert re.fullmatch(r"style-src 'sha256-[\w+/]{43}='", policy[1])


def test_a_preflight_that_comes_through_is_a_success_without_a_body() -> None:
    event = sample("default")
    event["requestContext"]["http"]["method"] = "OPTIONS"
    reply = Functions()("default", requestContext=event["requestContext"])
    assert (reply.status, reply.text) == (204, None)
