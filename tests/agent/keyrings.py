"""Keyrings that keep, refuse, forget at once, or never answer; and one for a process of its own."""

import threading
from pathlib import Path

# A stand-in for the package `keyring`, which keeps its secrets in a file beside it.
MODULE = """
import json
from pathlib import Path

FILE = Path(__file__).with_name("secrets.json")


class Keyring:
    name, priority = "Test Keyring", 5

    def _all(self):
        return json.loads(FILE.read_text()) if FILE.exists() else {}

    def get_password(self, service, username):
        return self._all().get(f"{service} {username}")

    def set_password(self, service, username, password):
        FILE.write_text(json.dumps({**self._all(), f"{service} {username}": password}))

    def delete_password(self, service, username):
        left = self._all()
        del left[f"{service} {username}"]
        FILE.write_text(json.dumps(left))


def get_keyring():
    return Keyring()
"""


class AKeyring:
    """Keeps what it is given."""

    name = "Test Keyring"
    priority = 5

    def __init__(self) -> None:
        self.secrets: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.secrets.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.secrets[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.secrets[service, username]


class ALockedKeyring(AKeyring):
    def get_password(self, service: str, username: str) -> str | None:
        raise RuntimeError("Failed to unlock the collection!")

    def set_password(self, service: str, username: str, password: str) -> None:
        self.get_password(service, username)


class AForgetfulKeyring(AKeyring):
    def set_password(self, service: str, username: str, password: str) -> None:
        pass


class ASilentKeyring(AKeyring):
    """Asks its owner for a password, on a screen that nobody sees."""

    def get_password(self, service: str, username: str) -> str | None:
        threading.Event().wait(60)
        return None


def installed(folder: Path) -> str:
    """A folder for PYTHONPATH in which the package `keyring` is found."""
    folder.mkdir()
    (folder / "keyring.py").write_text(MODULE)
    return str(folder)
