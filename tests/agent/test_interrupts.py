"""The first and the second signal, with a clock that is moved by hand."""

import signal

from engawa_agent.api import Api
from engawa_agent.interrupts import Interrupts
from engawa_agent.lease import Lease
from engawa_agent.worker import Running, Worker
from tests.agent.makers import AnEngine, Said, a_job, a_lineup, a_link


class Rig:
    def __init__(self, api: Api, running: bool = True) -> None:
        self.said, self.time = Said(), 100.0
        link = a_link(api, self.said)
        self.worker = Worker(
            link, a_lineup(self.said, AnEngine()), self.said.report, clock=lambda: self.time, sleep=lambda _: None
        )
        self.lease = Lease(link, a_job(), self.said.report, "Test engine")
        if running:
            self.worker.running = Running(self.lease, until=225.0)
        self.interrupts = Interrupts(self.worker, self.said.report, lambda: self.time)

    def sent(self, number: int, after: float = 0.0) -> bool:
        """Whether everything is given up after this signal."""
        self.time += after
        self.interrupts._note(number, None)
        return self.interrupts.look()


def test_the_first_ctrl_c_says_how_long_the_job_has_still(api: Api) -> None:
    rig = Rig(api)
    assert not rig.sent(signal.SIGINT)
    assert rig.worker.stopping.is_set()
    assert not rig.lease.cancel.is_set()
    assert "up to 2 min 5 s" in rig.said.events[-1].text


def test_the_second_ctrl_c_ends_the_job(api: Api) -> None:
    rig = Rig(api)
    rig.sent(signal.SIGINT)
    assert rig.sent(signal.SIGINT)
    assert rig.lease.reason == "stopping"


def test_idle_it_just_stops(api: Api) -> None:
    rig = Rig(api, running=False)
    assert not rig.sent(signal.SIGINT)
    assert rig.said.events[-1].text == "Stopping."


def test_sigterm_is_the_first_and_after_ten_seconds_the_second(api: Api) -> None:
    rig = Rig(api)
    assert not rig.sent(signal.SIGTERM)
    rig.time += 9.9
    assert not rig.interrupts.look()
    rig.time += 0.2
    assert rig.interrupts.look()
    assert rig.lease.cancel.is_set()


def test_a_second_sigterm_hurries_nothing(api: Api) -> None:
    rig = Rig(api)
    rig.sent(signal.SIGTERM)
    assert not rig.sent(signal.SIGTERM, after=1.0)
    assert not rig.lease.cancel.is_set()


def test_sigterm_after_ctrl_c_gives_ten_seconds(api: Api) -> None:
    rig = Rig(api)
    rig.sent(signal.SIGINT)
    rig.sent(signal.SIGTERM)
    rig.time += 10.1
    assert rig.interrupts.look()
