"""How light the agent is: the CPU that a command costs before it does anything, and the room that it takes."""

import os
import resource
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from tools.bench import ROOT

MOST_SECONDS = 0.5  # of CPU, more than bare Python
MOST_MEGABYTES = 35.0  # beyond pip and setuptools
TRIES = 5


def shown() -> bool:
    """Whether it is as light as it should be; a line for each."""
    seconds = _cpu("import engawa_agent.commands.engines") - _cpu("")
    megabytes = _installed()
    print("the agent by itself")
    print(f"  importing `engawa engines`  {seconds:5.2f} s of CPU more than bare Python, at most {MOST_SECONDS}")
    print(f"  installed                   {megabytes:5.1f} MB beyond pip and setuptools, at most {MOST_MEGABYTES:g}")
    return seconds < MOST_SECONDS and megabytes < MOST_MEGABYTES


def _cpu(code: str) -> float:
    """The least of some tries: whatever else the machine does only adds to it."""
    return min(_once(code) for _ in range(TRIES))


def _once(code: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _installed() -> float:
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        bare = _megabytes(Path(folder))
        python = Path(folder) / "bin" / "python"
        uv = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", str(python), str(ROOT / "agent")]
        subprocess.run(uv, check=True, env={**os.environ, "UV_LINK_MODE": "copy"})
        return _megabytes(Path(folder)) - bare


def _megabytes(folder: Path) -> float:
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return sum(path.stat().st_size for path in files) / 1e6
