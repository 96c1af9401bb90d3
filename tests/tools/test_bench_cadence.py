"""How often an idle agent calls, computed; and the agent that asks each two seconds."""

import pytest

from tests.agent.fake_server import Answer, fake_server
from tests.agent.makers import AGENT_TOKEN, CLAIM, COMPLETE, HEARTBEAT, JOB_ID, RELEASE, a_job
from tools.bench import silence
from tools.bench.polling import Polling


@pytest.mark.parametrize(
    ("since", "until", "count"),
    [(0, 60, 30), (60, 120, 22), (0, 3600, 203), (3600, 7200, 120)],
    ids=["each 2 s at first", "then ever slower", "the first hour", "each 30 s in the end"],
)
def test_calls_grow_rarer_with_the_silence(since: float, until: float, count: int) -> None:
    assert silence.calls(since, until) == count


def test_after_a_long_silence_a_job_waits_for_half_a_minute_at_most() -> None:
    assert silence.longest_pause() == 30.0


def test_polling_announces_itself_works_off_what_there_is_and_then_waits() -> None:
    with fake_server() as server:
        server.on(HEARTBEAT, Answer(200, {})).on(CLAIM, Answer(200, a_job()), Answer(204)).on(COMPLETE, Answer(200, {}))
        with Polling(server.url, AGENT_TOKEN) as polling:
            server.wait_for(CLAIM, 2)
        assert list(polling.starts) == [JOB_ID]
        assert server.asked(COMPLETE) == [{"agentId": "polling", "fence": 7, "result": "- Price"}]
        assert len(server.asked(HEARTBEAT)) == 1
        assert len(polling.calls) == len(server.seen)
        assert server.asked(RELEASE) == []
