"""What is not documented fails the build; what is documented must exist."""

import re
from pathlib import Path

import pytest

from engawa import errors, job_types
from engawa.orders import Frozen
from functions.conftest import app
from local import template

ROOT = Path(__file__).parent.parent
API = (ROOT / "docs/api.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
DESCRIBED = template.read(ROOT / "template.yaml", {})
DOCUMENTED = dict(re.findall(r"^\| `([A-Z]+ /[^`]*)` \| (\S+) \|", API, re.MULTILINE))


def test_the_routes_of_the_documentation_are_those_of_the_template() -> None:
    assert set(DOCUMENTED) == {route.key for route in DESCRIBED.routes if route.path}


def test_each_route_documents_its_scope() -> None:
    folders = {function.folder.name for function in DESCRIBED.functions.values()} - {"requeue"}
    routes = [route for folder in folders for route in app(folder).api.routes]
    assert {route.key: f"`{route.scope}`" if route.scope else "none" for route in routes} == DOCUMENTED


def test_every_error_code_is_documented_with_its_status() -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    for kind in kinds:
        assert f"| {kind.status} | `{kind.code}` |" in API


@pytest.mark.parametrize(
    "path", sorted({*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")}), ids=lambda path: path.name
)
def test_every_link_and_path_in_a_document_leads_somewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for link in re.findall(r"\]\((?!https?:)([^)#]+)\)", text):
        assert (path.parent / link).exists(), link


def test_the_paths_of_the_readme_exist() -> None:
    named = re.findall(r"`((?:functions|layers|agent|local|tests|events|docs)/[\w./-]*)`", README)
    assert named
    assert not [name for name in named if not (ROOT / name).exists()]


def test_every_target_that_the_readme_names_is_one() -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(re.findall(r"\bmake ([a-z-]+)", README)) <= set(targets)


def test_modules_named_in_the_architecture_exist() -> None:
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    names = set(re.findall(r"`(\w+\.py)`", text))
    present = {path.name for path in ROOT.rglob("*.py") if ".venv" not in path.parts}
    assert names <= present


def test_the_job_type_that_the_readme_shows_is_one_file_and_works(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    (tmp_path / "name_board.py").write_text(code, encoding="utf-8")
    monkeypatch.setattr(job_types, "__path__", [*job_types.__path__, str(tmp_path)])
    job_types.every.cache_clear()
    made = job_types.named("name_board")
    frozen = Frozen(made.instruction["en"], '# Board: Launch (1 items)\n- [sticky:yellow] "a"\n')
    assert made.check(made.mock(frozen), frozen) == (None, None)
    assert "name_board" in [row["type"] for row in job_types.described()]
    job_types.every.cache_clear()
