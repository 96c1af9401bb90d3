"""The boundaries of docs/architecture.md, read from the imports."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FUNCTIONS = sorted((ROOT / "functions").glob("*/app.py"))
TEXT = sorted((ROOT / "layers/text/python/engawa_text").rglob("*.py"))
CLOUD = sorted((ROOT / "layers/engawa/python/engawa").rglob("*.py"))
AGENT = sorted((ROOT / "agent/src/engawa_agent").rglob("*.py"))

AWS = {"boto3", "botocore"}
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


@pytest.mark.parametrize("name", sorted(PURE))
def test_the_rules_are_pure(name: str) -> None:
    path = ROOT / "layers/engawa/python/engawa" / name
    assert not packages(path) & (IMPURE | AWS)
    assert "now()" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", AGENT, ids=named(AGENT))
def test_the_agent_knows_neither_the_cloud_side_nor_aws(path: Path) -> None:
    assert not packages(path) & ({"engawa", "local"} | AWS)


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


@pytest.mark.parametrize("path", CLOUD + FUNCTIONS, ids=named(CLOUD + FUNCTIONS))
def test_a_handle_on_a_workspace_is_made_from_a_token_alone(path: Path) -> None:
    """And where a workspace is founded or a first token is made for one, by a pairing whose approver's token named it,
    and by the sweep, whose index names the workspace.
    """
    calls = [node.func for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
    makes_one = any(isinstance(func, ast.Name) and func.id == "Workspace" for func in calls)
    assert not makes_one or path.name in {"api.py", "founding.py", "pairing.py", "tokens.py", "workspace.py"}
