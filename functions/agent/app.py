"""/api/agent: jobs as an agent sees them."""

from engawa import agents, answers, claims, ids, leases
from engawa.agents import HeartbeatIn
from engawa.answer import Answer
from engawa.answers import CompleteIn
from engawa.api import Api, Call
from engawa.claims import ClaimIn
from engawa.leases import ReleaseIn, RenewIn

api = Api()
lambda_handler = api.handle


@api.route("POST /api/agent/heartbeat", scope="agent:work", body=HeartbeatIn)
def heartbeat(call: Call) -> object:
    told = agents.heartbeat(call.workspace, agent(call), call.body, call.now)
    return {**told, "rotateToken": call.token.is_to_be_rotated(call.now)}


@api.route("POST /api/agent/jobs/claim", scope="agent:work", body=ClaimIn)
def claim(call: Call) -> object:
    job, pause = claims.claim(call.workspace, agent(call), call.body, call.now, call.settings)
    return job or Answer(status=204, headers={"x-poll-after-ms": str(pause)})


@api.route("POST /api/agent/jobs/{id}/renew", scope="agent:work", body=RenewIn)
def renew(call: Call) -> object:
    return leases.renew(call.workspace, agent(call), job(call), call.body, call.now, call.settings)


@api.route("POST /api/agent/jobs/{id}/complete", scope="agent:work", body=CompleteIn)
def complete(call: Call) -> object:
    return answers.complete(call.workspace, agent(call), job(call), call.body, call.now, call.settings)


@api.route("POST /api/agent/jobs/{id}/release", scope="agent:work", body=ReleaseIn)
def release(call: Call) -> object:
    return leases.release(call.workspace, agent(call), job(call), call.body, call.now, call.settings)


def agent(call: Call) -> str:
    return agents.id_of(call.token, call.body.agentId)


def job(call: Call) -> str:
    return ids.checked(call.path["id"], "id")
