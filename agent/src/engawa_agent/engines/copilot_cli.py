"""GitHub Copilot CLI, as a text engine alone: no tools, no servers, no instructions or settings of its owner."""

import json
import os
import shutil
import threading
from collections.abc import Mapping
from math import inf
from pathlib import Path
from typing import Any

from engawa_agent import processes
from engawa_agent.cleaning import cleaned
from engawa_agent.config import EngineSettings
from engawa_agent.engines import Check, Progress, Reply, Request
from engawa_agent.engines.cell import Cell, cell
from engawa_agent.engines.conversation import of_request, options_of
from engawa_agent.errors import EngineError
from engawa_agent.providers import plain_text
from engawa_agent.providers.merging import merge
from engawa_agent.providers.options import Options

# The only clean set of flags. An empty `--available-tools=` would leave 18 tools on.
FLAGS = (
    "-s",
    "--no-color",
    "--no-auto-update",
    "--no-custom-instructions",
    "--disable-builtin-mcps",
    "--no-ask-user",
    "--available-tools=none",
)
TOKENS = ("COPILOT_GITHUB_TOKEN", "GH_TOKEN", "GITHUB_TOKEN")
# Its own endpoint. Not the variable that names a command for the key: that would be run.
PROVIDER = (
    "COPILOT_OFFLINE",
    "COPILOT_MODEL",
    "COPILOT_PROVIDER_BASE_URL",
    "COPILOT_PROVIDER_TYPE",
    "COPILOT_PROVIDER_API_KEY",
    "COPILOT_PROVIDER_MODEL_ID",
    "COPILOT_PROVIDER_WIRE_API",
    "COPILOT_PROVIDER_MAX_PROMPT_TOKENS",
    "COPILOT_PROVIDER_MAX_OUTPUT_TOKENS",
)
LOGIN_KEYS = ("loggedInUsers", "lastLoggedInUser", "copilotTokens", "authTokens", "storeTokenPlaintext")
INSTALL = "npm install -g @github/copilot"
SIGN_IN = "export COPILOT_GITHUB_TOKEN=...   (a token of your own with the permission Copilot Requests)"
CHECK_SECONDS = 10.0


class CopilotCli:
    """Each run has a home of its own, into which the login alone is carried over."""

    id = "copilot-cli"

    def __init__(
        self,
        settings: EngineSettings = EngineSettings(id),  # noqa: B008  it is frozen
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        model = settings.get("model")
        self._environ = {**environ, "COPILOT_MODEL": model} if model else environ
        self._longest = settings.get("timeout", inf)
        self.label = "GitHub Copilot CLI"

    def check(self) -> Check:
        if self._program() is None:
            return Check(False, "there is no command `copilot`", INSTALL, "not installed")
        try:
            version = self._run(["--version"], "", CHECK_SECONDS, threading.Event())
        except EngineError as error:
            return Check(False, error.message, INSTALL, "broken")
        if not self._has_login():
            return Check(False, "no login that can be carried over was found", SIGN_IN, "not signed in")
        model = self._environ.get("COPILOT_MODEL", "")
        self.label = " ".join(filter(None, [_name(version), model]))
        return Check(True)

    def run(self, request: Request, cancel: threading.Event, progress: Progress) -> Reply:
        progress("writing", 0)
        seconds = min(request.seconds, self._longest)
        text = self._run(FLAGS, _prompt(request), seconds, cancel).strip()
        progress("writing", len(text))
        return Reply(text)

    def _run(self, flags: tuple[str, ...] | list[str], stdin: str, seconds: float, cancel: threading.Event) -> str:
        program = self._program()
        if program is None:
            raise EngineError("There is no command `copilot` any more.", True, "not_installed")
        with cell() as place:
            environ = self._cell_environ(place)
            command = processes.Command([program, *flags], place.work, environ, stdin, seconds)
            return _output(processes.run(command, cancel), self._secrets())

    def _cell_environ(self, place: Cell) -> dict[str, str]:
        home = place.home / ".copilot"
        home.mkdir(mode=0o700)
        if login := self._saved_login():
            (home / "config.json").write_text(json.dumps(login), encoding="utf-8")
        return place.environ(self._environ, (*TOKENS, *PROVIDER)) | {
            "COPILOT_HOME": str(home),
            # It unpacks 235 MB of its own program into its home; a folder that stays saves that each time.
            "COPILOT_PKG_CACHE_HOME": str(_package_cache()),
        }

    def _program(self) -> str | None:
        return shutil.which("copilot", path=self._environ.get("PATH"))

    def _has_login(self) -> bool:
        known = (*TOKENS, "COPILOT_PROVIDER_BASE_URL")
        return any(self._environ.get(name) for name in known) or bool(self._saved_login())

    def _saved_login(self) -> dict[str, Any]:
        """The login of its own settings, when the token stands there; one in a keychain cannot be carried over."""
        config = _config(self._environ)
        has_token = any(config.get(key) for key in ("copilotTokens", "authTokens"))
        return {key: config[key] for key in LOGIN_KEYS if key in config} if has_token else {}

    def _secrets(self) -> list[str]:
        return [self._environ.get(name, "") for name in (*TOKENS, "COPILOT_PROVIDER_API_KEY")]


def _config(environ: Mapping[str, str]) -> dict[str, Any]:
    """Its config.json, which begins with lines of comment."""
    home = environ.get("COPILOT_HOME") or Path(environ.get("HOME", "~")).expanduser() / ".copilot"
    try:
        text = (Path(home) / "config.json").read_text(encoding="utf-8")
        config = json.loads("\n".join(line for line in text.splitlines() if not line.startswith("//")))
    except (OSError, ValueError):
        return {}
    return config if isinstance(config, dict) else {}


def _package_cache() -> Path:
    from platformdirs import user_cache_path

    path = user_cache_path("engawa", appauthor=False) / "copilot"
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def _prompt(request: Request) -> str:
    return plain_text.request(of_request(request), merge(options_of(request), Options(), Options())).text


def _output(ended: processes.Ended, secrets: list[str]) -> str:
    if ended.code == 0:
        return ended.out
    said = cleaned(ended.err or ended.out, secrets)
    if "authentication" in said.lower() or "/login" in said:
        raise EngineError(f"Copilot is not signed in: {said}", False, "not_signed_in")
    if "quota" in said.lower():
        raise EngineError(f"Copilot's quota is used up: {said}", False, "out_of_quota")
    raise EngineError(f"Copilot ended with {ended.code}: {said}", True, "engine_failed")


def _name(version: str) -> str:
    """ "GitHub Copilot CLI 1.0.102." and a line on updates -> its first line without the full stop."""
    return (version.strip().splitlines() or ["GitHub Copilot CLI"])[0].rstrip(".")
