"""What a Python file imports, asks AWS for and says, read off its syntax without running it."""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

LAYERS = [Path(__file__).parent.parent / f"layers/{name}/python" for name in ("text", "engawa")]


def reached(start: Path) -> tuple[set[Path], set[str]]:
    """The files of the layers that `start` comes to by its imports and theirs, and the packages from elsewhere."""
    files, foreign, waiting = {start}, set[str](), [start]
    while waiting:
        for name in modules(ast.parse(waiting.pop().read_text(encoding="utf-8"))):
            file = own_file(name)
            if file is None:
                foreign.add(name.split(".")[0])
            elif file not in files:
                files.add(file)
                waiting.append(file)
    return files, foreign - sys.stdlib_module_names


def modules(tree: ast.AST) -> Iterator[str]:
    """`from engawa import nodes` names two, engawa and engawa.nodes; `from engawa.ids import Id` only engawa.ids."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or "."
            named = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name for name in named if own_file(name))


@cache
def own_file(module: str) -> Path | None:
    """Where a module of a layer's is; None for what comes from elsewhere."""
    places = [layer / module.replace(".", "/") for layer in LAYERS]
    found = (path for place in places for path in (place.with_suffix(".py"), place / "__init__.py") if path.is_file())
    return next(found, None)


def services(tree: ast.AST) -> set[object]:
    """What boto3 is asked a client or a resource for; one that is worked out first is None."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    wanted = [call for call in calls if getattr(call.func, "attr", "") in ("client", "resource")]
    return {call.args[0].value if call.args and isinstance(call.args[0], ast.Constant) else None for call in wanted}


def spoken(tree: ast.AST) -> Iterator[str]:
    """Every text that is not for the reader alone, as a docstring is."""
    for node in ast.walk(tree):
        is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        for child in () if is_docstring else ast.iter_child_nodes(node):
            if isinstance(child, ast.Constant) and isinstance(child.value, str):
                yield child.value


def given(tree: ast.AST, key: str) -> Iterator[str]:
    """What dictionaries are written to hold under `key`, as source text."""
    for node in ast.walk(tree):
        pairs = zip(node.keys, node.values, strict=True) if isinstance(node, ast.Dict) else ()
        yield from (ast.unparse(value) for name, value in pairs if isinstance(name, ast.Constant) and name.value == key)
