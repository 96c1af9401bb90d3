"""The boundaries of docs/architecture.md, read from the imports."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from code_reading import given, modules, reached, services, spoken

ROOT = Path(__file__).parent.parent
FUNCTIONS = sorted((ROOT / "functions").glob("*/app.py"))
TEXT = sorted((ROOT / "layers/text/python/engawa_text").rglob("*.py"))
CLOUD = sorted((ROOT / "layers/engawa/python/engawa").rglob("*.py"))
AGENT = sorted((ROOT / "agent/src/engawa_agent").rglob("*.py"))

AWS = {"boto3", "botocore"}
# What layers/dependencies brings, and the names under which it is imported. None of it speaks to a model.
DEPENDENCIES = {
    "aws-lambda-powertools": {"aws_lambda_powertools"},
    "boto3": AWS,
    "pydantic": {"pydantic"},
    "markdown-it-py": {"markdown_it"},
}
# Ways to a host, or to a program that knows one. With boto3 there is one to AWS; see the services below.
WAYS_OUT = {"asyncio", "ctypes", "ftplib", "http", "imaplib", "multiprocessing", "poplib", "pty", "smtplib", "socket"}
WAYS_OUT |= {"socketserver", "ssl", "subprocess", "telnetlib", "urllib", "webbrowser", "xmlrpc"}
SERVICES = {"dynamodb"}
IMPURE = {"os", "time", "random", "secrets", "socket", "subprocess", "threading", "urllib", "http", "logging"}
PURE = {
    "queue.py",
    "endings.py",
    "lapses.py",
    "cadence.py",
    "step.py",
    "attributes.py",
    "expression.py",
    "node_types.py",
    "instants.py",
    "settings.py",
}


def imports(path: Path) -> Iterator[str]:
    """Every module that `path` names in an import, wherever in the file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or "."


def imported(path: Path) -> Iterator[str]:
    """Each module and each name that `path` imports from one, as `module.name`."""
    yield from imports(path)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def packages(path: Path) -> set[str]:
    return {name.split(".")[0] for name in imports(path)}


def beyond_the_standard_library(path: Path) -> set[str]:
    return packages(path) - sys.stdlib_module_names


def named(paths: list[Path]) -> list[str]:
    return [str(path.relative_to(ROOT)) for path in paths]


@pytest.mark.parametrize("path", FUNCTIONS, ids=named(FUNCTIONS))
def test_a_function_imports_engawa_alone_and_has_no_siblings(path: Path) -> None:
    assert beyond_the_standard_library(path) <= {"engawa"}
    assert [file.name for file in path.parent.iterdir() if file.name != "__pycache__"] == ["app.py"]


@pytest.mark.parametrize("path", TEXT, ids=named(TEXT))
def test_the_text_layer_is_pure(path: Path) -> None:
    assert beyond_the_standard_library(path) <= {"engawa_text", "markdown_it"}
    assert not packages(path) & IMPURE


@pytest.mark.parametrize("path", CLOUD, ids=named(CLOUD))
def test_only_the_table_speaks_to_aws_and_only_the_edge_to_powertools(path: Path) -> None:
    assert not packages(path) & AWS or path.name == "table.py"
    assert "aws_lambda_powertools" not in packages(path) or path.name == "api.py"
    assert not packages(path) & {"engawa_agent", "local"}


@pytest.mark.parametrize("path", FUNCTIONS, ids=named(FUNCTIONS))
def test_a_function_comes_to_nothing_but_the_layers(path: Path) -> None:
    files, foreign = reached(path)
    assert files <= {path, *TEXT, *CLOUD}
    assert foreign <= set().union(*DEPENDENCIES.values())


def test_the_layer_of_dependencies_holds_these_alone() -> None:
    lines = (ROOT / "layers/dependencies/requirements.txt").read_text(encoding="utf-8").splitlines()
    assert {line.split("==")[0] for line in lines if line and not line.startswith("#")} == set(DEPENDENCIES)


@pytest.mark.parametrize("path", TEXT + CLOUD + FUNCTIONS, ids=named(TEXT + CLOUD + FUNCTIONS))
def test_the_cloud_side_has_no_way_to_a_host_but_aws(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    named = {name.split(".")[0] for name in modules(tree)}
    assert not named & WAYS_OUT
    assert "importlib" not in named or path.parent.name == "job_types"  # it finds the job types
    assert services(tree) <= SERVICES
    assert not [text for text in spoken(tree) if re.search(r"\w://|\bwww\.", text)]


@pytest.mark.parametrize("name", sorted(PURE))
def test_the_rules_are_pure(name: str) -> None:
    path = ROOT / "layers/engawa/python/engawa" / name
    assert not packages(path) & (IMPURE | AWS)
    assert "now()" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", AGENT, ids=named(AGENT))
def test_the_agent_knows_neither_the_cloud_side_nor_aws(path: Path) -> None:
    """But for the one module that a deployer needs: it works with their credentials, and no job reaches it."""
    assert not packages(path) & {"engawa", "local"}
    assert not packages(path) & AWS or path.name == "stack.py"


@pytest.mark.parametrize("path", AGENT, ids=named(AGENT))
def test_only_the_commands_of_a_deployer_reach_aws(path: Path) -> None:
    named_in_it = {name for name in imported(path) if name.endswith("engawa_agent.stack")}
    assert not named_in_it or path.name == "admin.py"


def test_the_worker_never_names_an_engine() -> None:
    engines = {path.stem for path in (ROOT / "agent/src/engawa_agent/engines").glob("*.py")}
    worker = set(imports(ROOT / "agent/src/engawa_agent/worker.py"))
    assert not {name for name in worker if name.startswith("engawa_agent.engines.") and name.split(".")[-1] in engines}


@pytest.mark.parametrize("path", TEXT + CLOUD + AGENT + FUNCTIONS, ids=named(TEXT + CLOUD + AGENT + FUNCTIONS))
def test_nothing_imports_the_local_stack(path: Path) -> None:
    assert "local" not in packages(path)


@pytest.mark.parametrize("path", [path for path in CLOUD if path.name != "workspace.py"], ids=lambda path: path.name)
def test_no_key_is_built_outside_the_tenant_wall(path: Path) -> None:
    strings = {node.value for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Constant)}
    built = {text for text in strings if isinstance(text, str) and text.startswith(PREFIXES)}
    assert built <= ALLOWED.get(path.name, set())


KINDS = ("WS", "JOBS", "JOB", "NODE", "EDGE", "AGENT", "TOKEN", "LEASE", "RESULT", "IDEM", "PAIR", "TICKET")
PREFIXES = tuple(f"{kind}#" for kind in KINDS)
# Reading a sort key back is not building one.
ALLOWED = {"tree.py": {"NODE#"}}
WALL = ROOT / "layers/engawa/python/engawa/workspace.py"


def test_no_kind_of_key_is_forgotten_here() -> None:
    built = set(re.findall(r"\b([A-Z]+)#", " ".join(spoken(ast.parse(WALL.read_text(encoding="utf-8"))))))
    assert built == set(KINDS)


@pytest.mark.parametrize("path", [path for path in CLOUD + FUNCTIONS if path != WALL], ids=lambda path: path.stem)
def test_no_key_is_put_together_by_hand(path: Path) -> None:
    """But for an item's own, which is read off it again."""
    assert set(given(ast.parse(path.read_text(encoding="utf-8")), "pk")) <= {"item['pk']"}


@pytest.mark.parametrize("path", CLOUD + FUNCTIONS, ids=named(CLOUD + FUNCTIONS))
def test_a_handle_on_a_workspace_is_made_from_a_token_alone(path: Path) -> None:
    """And where a workspace is founded or a first token is made for one, by a pairing whose approver's token named it,
    and by the sweep, whose index names the workspace.
    """
    calls = [node.func for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
    makes_one = any(isinstance(func, ast.Name) and func.id == "Workspace" for func in calls)
    assert not makes_one or path.name in {"api.py", "founding.py", "pairing.py", "tokens.py", "workspace.py"}
