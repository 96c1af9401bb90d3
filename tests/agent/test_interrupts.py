"""The first and the second signal, with a clock that is moved by hand."""

import signal
import threading
from pathlib import Path

from engawa_agent.api import Api
from engawa_agent.hand import Hand
from engawa_agent.interrupts import Interrupts
from engawa_agent.worker import Worker
from tests.agent.makers import AnEngine, Said, a_claimed, a_lineup, a_link, a_spool


class Rig:
    def __init__(self, api: Api, folder: Path, running: bool = True) -> None:
        self.said, self.time, self.asked = Said(), 100.0, ""
        link, lineup = a_link(api, self.said), a_lineup(self.said, AnEngine())
        spool, clock = a_spool(folder, self.said), lambda: self.time
        self.worker = Worker(link, lineup, self.said.report, spool, clock=clock, sleep=lambda _: None, seconds=125.0)
        self.hand = Hand(self.worker._means, a_claimed(), AnEngine(), 100.0)
        self.lease = self.hand.lease
        if running:
            self.worker.hands._threads[self.hand] = threading.Thread()
        self.interrupts = Interrupts(self.worker, self.said.report, clock, lambda: self.asked or None)

    def sent(self, number: int, after: float = 0.0) -> bool:
        """Whether everything is given up after this signal."""
        self.time += after
        self.interrupts._note(number, None)
        return self.interrupts.look()


def test_the_first_ctrl_c_says_how_long_the_job_has_still(api: Api, tmp_path: Path) -> None:
    rig = Rig(api, tmp_path)
    assert not rig.sent(signal.SIGINT)
    assert rig.worker.stopping.is_set()
    assert not rig.lease.cancel.is_set()
    assert "up to 2 min 5 s" in rig.said.events[-1].text


def test_the_second_ctrl_c_ends_the_job(api: Api, tmp_path: Path) -> None:
    rig = Rig(api, tmp_path)
    rig.sent(signal.SIGINT)
    assert rig.sent(signal.SIGINT)
    assert rig.lease.reason == "stopping"


def test_idle_it_just_stops(api: Api, tmp_path: Path) -> None:
    rig = Rig(api, tmp_path, running=False)
    assert not rig.sent(signal.SIGINT)
    assert rig.said.events[-1].text == "Stopping."


def test_sigterm_is_the_first_and_after_ten_seconds_the_second(api: Api, tmp_path: Path) -> None:
    rig = Rig(api, tmp_path)
    assert not rig.sent(signal.SIGTERM)
    rig.time += 9.9
    assert not rig.interrupts.look()
    rig.time += 0.2
    assert rig.interrupts.look()
    assert rig.lease.cancel.is_set()


def test_a_second_sigterm_hurries_nothing(api: Api, tmp_path: Path) -> None:
    rig = Rig(api, tmp_path)
    rig.sent(signal.SIGTERM)
    assert not rig.sent(signal.SIGTERM, after=1.0)
    assert not rig.lease.cancel.is_set()


def test_sigterm_after_ctrl_c_gives_ten_seconds(api: Api, tmp_path: Path) -> None:
    rig = Rig(api, tmp_path)
    rig.sent(signal.SIGINT)
    rig.sent(signal.SIGTERM)
    rig.time += 10.1
    assert rig.interrupts.look()


def test_asked_from_elsewhere_it_finishes_the_job_and_asked_for_now_gives_it_back(api: Api, tmp_path: Path) -> None:
    rig = Rig(api, tmp_path)
    rig.asked = "stop"
    assert not rig.interrupts.look()
    assert "up to 2 min 5 s" in rig.said.events[-1].text
    assert not rig.lease.cancel.is_set()
    rig.asked = "now"
    assert rig.interrupts.look()
    assert rig.lease.reason == "stopping"
