"""The engine that docs/engines.md shows, installed from a folder and found."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[3] / "docs/engines.md"


def shown(name: str) -> str:
    """The code block under a file's name."""
    found = re.search(rf"^`{re.escape(name)}`:\n\n```\w+\n(.*?)^```$", PAGE.read_text("utf-8"), re.S | re.M)
    assert found is not None, name
    return found[1]


@pytest.mark.slow  # its build tool is downloaded
def test_the_engine_of_the_page_is_found_and_answers(tmp_path: Path) -> None:
    source, target = tmp_path / "engawa-shout", tmp_path / "site"
    source.mkdir()
    for name in ("shout.py", "pyproject.toml"):
        (source / name).write_text(shown(name), "utf-8")
    uv = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--target", str(target), str(source)]
    subprocess.run(uv, check=True, timeout=120)
    command = [sys.executable, "-m", "engawa_agent", "engines", "--test", "--engine", "shout", "--json"]
    environ = {**os.environ, "PYTHONPATH": str(target), "HOME": str(tmp_path)}
    told = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=60, check=True)
    (engine,) = json.loads(told.stdout)["engines"]
    assert (engine["id"], engine["state"]) == ("shout", "ready")
    assert engine["test"]["answer"].startswith("- THE ENGAWA IS THE VERANDA")
