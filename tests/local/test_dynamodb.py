"""The embedded DynamoDB: where it listens, what it keeps, when it ends."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from local import folder
from local.dynamodb import Emulator, healthy, settings
from local.folder import Folder
from local.trouble import Trouble

# Starts an emulator and is gone without a word to it.
ABANDON = """
import os, sys
from pathlib import Path
from local import folder
from local.dynamodb import Emulator
with folder.opened(Path(sys.argv[1])) as opened, Emulator(opened, os.environ) as emulator:
    emulator.wait()
    print(emulator.port, flush=True)
    os.kill(os.getpid(), 9)
"""


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def test_it_answers_while_the_context_lasts_and_nothing_listens_afterwards() -> None:
    with folder.opened(None) as opened, Emulator(opened, os.environ) as emulator:
        emulator.wait()
        assert healthy(emulator.port)
    assert emulator.process.returncode is not None
    assert not listens(emulator.port)
    assert not opened.path.exists()


def test_it_ends_with_its_parent_and_lets_go_of_the_folder(tmp_path: Path) -> None:
    parent = subprocess.run([sys.executable, "-c", ABANDON, str(tmp_path)], capture_output=True, text=True)
    assert parent.returncode == -9
    deadline = time.monotonic() + 20
    while listens(int(parent.stdout)) or is_taken(tmp_path):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def is_taken(data: Path) -> bool:
    try:
        with folder.opened(data):
            return False
    except Trouble:
        return True


def test_one_that_does_not_come_to_save_is_killed_and_that_is_said(tmp_path: Path) -> None:
    with folder.opened(tmp_path) as opened, pytest.raises(Trouble, match=r"did not save its data within 0\.2 s"):
        hang(Emulator(opened, os.environ, save_seconds=0.2))
    assert not is_taken(tmp_path)


def hang(emulator: Emulator) -> None:
    with emulator:
        emulator.wait()
        emulator.process.send_signal(signal.SIGSTOP)


def test_one_that_cannot_start_says_why(tmp_path: Path) -> None:
    with folder.opened(tmp_path) as opened, socket.create_server(("127.0.0.1", 0)) as other:
        emulator = Emulator(opened, os.environ, port=other.getsockname()[1])
        with emulator, pytest.raises(Trouble, match="The embedded DynamoDB did not start: "):
            emulator.wait()


def test_none_of_its_own_settings_come_from_the_caller(tmp_path: Path) -> None:
    caller = {"PATH": "/bin", "SERVICES": "s3", "USE_SSL": "1", "AWS_PROFILE": "work"}
    seen = settings(Folder(tmp_path, True, 0), 8000, caller)
    assert (seen["PATH"], seen["SERVICES"], seen["BIND_HOST"]) == ("/bin", "dynamodb", "127.0.0.1")
    assert not {"USE_SSL", "AWS_PROFILE"} & set(seen)


def test_only_a_kept_folder_is_saved_to(tmp_path: Path) -> None:
    assert settings(Folder(tmp_path, True, 0), 8000, {})["PERSIST_STATE"] == "1"
    assert settings(Folder(tmp_path, False, 0), 8000, {})["PERSIST_STATE"] == "0"
