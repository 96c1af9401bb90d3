"""Jobs of a whole agent whose model's server fails: they end as the table of failures says."""

from pathlib import Path
from typing import Any

import pytest

from engawa_agent.api import Api
from tests.agent.engines.apis import APIS, KEY, LISTS, ROUTES, an_engine, listed
from tests.agent.engines.refusals import REFUSALS
from tests.agent.fake_server import Answer, FakeServer, fake_server
from tests.agent.makers import COMPLETE, a_job
from tests.agent.test_worker import NOTHING, Rig, a_server

ONE = [pytest.param(api, marks=[] if api == "anthropic" else pytest.mark.slow) for api in APIS]


def delivered(cloud: FakeServer, rig: Rig) -> dict[str, Any]:
    """What the cloud was told of the one job there was."""
    a_server(cloud, Answer(200, a_job()), NOTHING)
    rig.worker.run(once=True)
    (told,) = cloud.asked(COMPLETE)
    assert KEY not in str(told) + str(rig.said.events)
    assert rig.said.names == ["engines", "claimed", "failed"]
    return {name: told[name] for name in ("runner", "error", "errorCode", "retryable")}


@pytest.mark.parametrize(
    ("failure", "code", "retryable"), [("401", "not_signed_in", False), ("429 in seconds", "engine_away", True)]
)
@pytest.mark.parametrize("spoken", ONE)
def test_a_job_ends_as_the_table_says(
    spoken: str, failure: str, code: str, retryable: bool, api: Api, server: FakeServer, tmp_path: Path
) -> None:
    refusal = REFUSALS[spoken][failure]
    with fake_server() as models:
        models.on(LISTS[spoken], Answer(200, listed(spoken)))
        models.on(ROUTES[spoken], Answer(refusal.status, refusal.body, refusal.headers))
        engine: Any = an_engine(spoken, models.url)
        told = delivered(server, Rig(api, tmp_path, engine))
        assert len(models.asked(ROUTES[spoken])) == 1
    assert (told["runner"], told["errorCode"], told["retryable"]) == (engine.id, code, retryable)
    assert ("set a valid one" if code == "not_signed_in" else "(in 20 s)") in told["error"]
