"""The system's keyring: loaded only when a secret is to be read or kept, and not waited for without end."""

import importlib
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any, Protocol, TypeVar

# It may ask its owner for a password, on a screen that nobody sits at.
SECONDS = 30.0
OFF = ("off", "0", "no", "false")
# What the package keyring calls recommended; below it are those that keep nothing, or keep it readable.
RECOMMENDED = 1

T = TypeVar("T")


class Backend(Protocol):
    """A backend of the package `keyring`."""

    name: str

    def get_password(self, service: str, username: str) -> str | None: ...
    def set_password(self, service: str, username: str, password: str) -> None: ...
    def delete_password(self, service: str, username: str) -> None: ...


class Trouble(Exception):
    """The keyring did not do what it was asked for; the text says why."""


class Ring:
    """One secret for each server and kind of token."""

    def __init__(self, backend: Backend, seconds: float = SECONDS) -> None:
        self._backend = backend
        self._seconds = seconds

    def __str__(self) -> str:
        return f"the system's keyring ({self._backend.name})"

    def get(self, url: str, kind: str) -> str | None:
        """None where it holds no such secret. Raises Trouble."""
        return self._within(lambda: self._backend.get_password(_service(url), kind))

    def keep(self, url: str, kind: str, secret: str) -> None:
        """Raises Trouble, also for a keyring that takes everything and keeps nothing."""
        self._within(lambda: self._backend.set_password(_service(url), kind, secret))
        if self.get(url, kind) != secret:
            raise Trouble("it did not keep what it was given")

    def forget(self, url: str, kind: str) -> None:
        """Raises Trouble, also where there was no such secret."""
        self._within(lambda: self._backend.delete_password(_service(url), kind))

    def _within(self, call: Callable[[], T]) -> T:
        """In a thread that nothing waits for when the process ends: a backend cannot be broken off."""
        answer: Future[T] = Future()
        threading.Thread(target=_fulfil, args=(answer, call), name="keyring", daemon=True).start()
        try:
            return answer.result(self._seconds)
        except TimeoutError as error:
            raise Trouble(f"it did not answer within {self._seconds:g} s") from error
        except Exception as error:  # others' code, of many systems
            raise Trouble(f"{type(error).__name__}: {error}".rstrip(".! ")) from error


def system(environ: Mapping[str, str]) -> Ring | None:
    """The keyring of this system; None where there is none, or where ENGAWA_KEYRING switches it off."""
    if environ.get("ENGAWA_KEYRING", "").strip().lower() in OFF:
        return None
    try:
        backend: Any = importlib.import_module("keyring").get_keyring()
        return Ring(backend) if backend.priority >= RECOMMENDED else None
    except Exception:  # noqa: BLE001  not installed, or others' code that breaks on this system
        return None


def _service(url: str) -> str:
    return f"engawa {url}"


def _fulfil(answer: "Future[T]", call: Callable[[], T]) -> None:
    try:
        answer.set_result(call())
    except BaseException as error:  # noqa: BLE001  carried over to whoever waits
        answer.set_exception(error)
