"""How soon a job starts, and how often an idle agent calls: as the server steers it, and asking each two seconds."""

import random
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from engawa_agent.api import Api
from tools.bench import silence
from tools.bench.polling import HEARTBEAT_SECONDS, POLL_SECONDS, RUNNER, Polling
from tools.chaos import copilot, diary, ordeal
from tools.chaos.cloud import Cloud
from tools.chaos.machine import Machine
from tools.chaos.percentiles import percentile
from tools.chaos.proxy import Proxy, listening
from tools.chaos.script import Act
from tools.chaos.terms import Rates
from tools.children import Failed

PAIRS, IDLE_SECONDS = 40, 60.0
# Between two pairs, in seconds: one whole pause wide, so that an order comes at any moment between two calls.
GAPS = (0.5, 2.5)
START_SECONDS = 30.0
SETTINGS = {"MOCK_MODE": "off", "MAX_CREATIONS_A_MINUTE": "0"}
OURS = "copilot-cli"
# Of what was computed: jitter, and a machine that is busy with something else.
TOLERANCE = 0.2


@dataclass(frozen=True)
class Yard:
    """Both agents on one stack: ours through a proxy that counts, the other one beside it."""

    app: Api
    proxy: Proxy
    folder: Path
    polling: Polling

    def order(self, marker: str, runner: str) -> str:
        said = f"{copilot.BEFORE}{marker}{copilot.AFTER}"
        body = {"type": "summarize_transcript", "locale": "en", "prompt": said, "sourceText": said, "runner": runner}
        return str(self.app.call("POST", "/api/ai/jobs", body).json["id"])

    def started(self, marker: str) -> float | None:
        """When our engine began with it."""
        return next((run.started for run in diary.read(self.folder) if run.marker == marker), None)


@contextmanager
def yard() -> Iterator[Yard]:
    with ordeal.grounds() as folder, Cloud(folder / "data", SETTINGS) as cloud:
        (folder / "acts").mkdir()
        (folder / "runs").mkdir()
        proxy = Proxy(cloud.port, Rates(0, 0, 0), random.Random())  # noqa: S311  nothing is drawn at these rates
        with (
            closing(Api(cloud.url, cloud.tokens["member"])) as app,
            listening(proxy, [OURS]) as urls,
            Polling(cloud.url, cloud.tokens["agent"]) as polling,
        ):
            machine = Machine(folder, "ours", urls[OURS], cloud.tokens["agent"])
            machine.start()
            try:
                yield Yard(app, proxy, folder, polling)
            finally:
                machine.stop()


def calls(yard: Yard) -> tuple[int, int]:
    """Those of the first minute of silence, from the first one of our agent on: of ours, of the other one."""
    since = _until(lambda: next((one.sent for one in yard.proxy.seen), None))
    time.sleep(max(since + IDLE_SECONDS - time.monotonic(), 0))
    made = ([one.sent for one in yard.proxy.seen], list(yard.polling.calls))
    ours, others = (sum(since <= at < since + IDLE_SECONDS for at in each) for each in made)
    return ours, others


def waits(yard: Yard) -> tuple[list[float], list[float]]:
    """Seconds from the sending of an order to the start on its engine: ours, the other one's. Orders come in pairs, one
    for the engine of each agent, whatever the agents are about.
    """
    ours: dict[str, float] = {}
    others: dict[str, float] = {}
    for number in range(PAIRS):
        time.sleep(random.uniform(*GAPS))  # noqa: S311  no secret
        marker = f"{number:05}"
        (yard.folder / "acts" / marker).write_text(str(Act(0.0)), encoding="ascii")
        ours[marker] = time.monotonic()
        yard.order(marker, OURS)
        sent = time.monotonic()
        others[yard.order(marker, RUNNER)] = sent
    return (
        [_until(partial(yard.started, marker)) - sent for marker, sent in ours.items()],
        [_until(partial(yard.polling.starts.get, job_id)) - sent for job_id, sent in others.items()],
    )


def shown() -> bool:
    """Prints the table; whether our agent calls as often as is computed."""
    with yard() as ground:
        in_a_minute, others_in_a_minute = calls(ground)
        ours, others = waits(ground)
    fixed, slowest = round(silence.HOUR / POLL_SECONDS + silence.HOUR / HEARTBEAT_SECONDS), silence.longest_pause()
    computed = silence.calls(0, IDLE_SECONDS)
    print(_line("Cadence", "ours", f"each {POLL_SECONDS:g} s"))
    print(_line("from order to engine, median", _seconds(percentile(ours, 50)), _seconds(percentile(others, 50))))
    print(_line("  95th percentile", _seconds(percentile(ours, 95)), _seconds(percentile(others, 95))))
    print(_line("  after an hour of silence, median", _seconds(slowest / 2), _seconds(POLL_SECONDS / 2)))
    print(_line("  95th percentile", _seconds(slowest * 0.95), _seconds(POLL_SECONDS * 0.95)))
    print(_line("calls of an idle agent, first hour", silence.calls(0, silence.HOUR), fixed))
    print(_line("  each hour after it", silence.calls(silence.HOUR, 2 * silence.HOUR), fixed))
    print(_line(f"  measured, first {IDLE_SECONDS:.0f} s", in_a_minute, others_in_a_minute))
    print(f"Measured side by side on one stack, with {PAIRS} pairs of orders at random moments; silence and hours are")
    print(f"computed by the server's rules, which for the measured {IDLE_SECONDS:.0f} s say {computed} calls.")
    is_right = abs(in_a_minute - computed) <= TOLERANCE * computed
    if not is_right:
        print(f"NOT AS COMPUTED: {in_a_minute} calls, not {computed}")
    return is_right


def _line(name: str, ours: str | int, others: str | int) -> str:
    return f"{name:38} {_shown(ours):>9} {_shown(others):>11}"


def _shown(value: str | int) -> str:
    return value if isinstance(value, str) else f"{value:,}"


def _seconds(value: float) -> str:
    return f"{value:.1f} s"


def _until(look: Callable[[], float | None]) -> float:
    """What `look` gives when it gives something. Raises Failed when it does not."""
    deadline = time.monotonic() + START_SECONDS
    while (found := look()) is None:
        if time.monotonic() > deadline:
            raise Failed(f"Nothing came about within {START_SECONDS:.0f} s.")
        time.sleep(0.01)
    return found
