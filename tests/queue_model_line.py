"""The line of jobs and its agents as the words of the queue's contract have them: who may be given what."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime

from queue_model import ATTEMPTS, DAY, HARD_LIMIT, HEARD, PENALTY, Claim, Job, after

RACES, LAPSED = 3, 5  # how many jobs one call tries at most, and how many claimed ones it looks at
NOTED_EVERY = 30  # seconds between two notes of an agent's last sign of life


@dataclass
class Agent:
    seen: datetime
    runners: tuple[str, ...] = ()


@dataclass(frozen=True)
class Choice:
    """What a call may be given: one of `best`; nothing where that is empty or `empty_handed` says that it may be."""

    best: set[str]
    over: list[Job]  # free, but to be ended rather than given: a call that comes upon one ends it
    empty_handed: bool


@dataclass
class Line:
    """All jobs and agents of a workspace."""

    jobs: dict[str, Job] = field(default_factory=dict)
    agents: dict[str, Agent] = field(default_factory=dict)
    keys: dict[str, tuple[object, str, datetime]] = field(default_factory=dict)

    def create(self, job_id: str, runner: str | None, background: bool, visible: datetime) -> None:
        assert job_id not in self.jobs
        self.jobs[job_id] = Job(job_id, runner, PENALTY if background else 0, visible)

    def remember(self, key: str | None, order: object, job_id: str, now: datetime) -> None:
        if key:
            self.keys[key] = (order, job_id, now)

    def known(self, key: str | None, now: datetime) -> tuple[object, str] | None:
        """The order and the job of an idempotency key, for a day, which is counted in whole seconds."""
        order, job_id, at = self.keys.get(key or "", (None, "", now))
        return (order, job_id) if job_id and int(now.timestamp()) <= int(after(at, DAY).timestamp()) else None

    def hear(self, name: str, runners: tuple[str, ...] | None, now: datetime) -> None:
        agent = self.agents.get(name)
        if agent is None:
            self.agents[name] = Agent(now, runners or ())
        elif runners not in (None, agent.runners) or after(agent.seen, NOTED_EVERY) <= now:
            self.agents[name] = Agent(now, agent.runners if runners is None else runners)

    def lease_end(self, job: Job) -> datetime:
        """Who never renews keeps a job by heartbeats; nobody beyond the hard limit."""
        heard = self.agents[job.claim.agent].seen
        end = job.lease if job.renews else max(job.lease, after(heard, HEARD))
        return min(end, after(job.claimed_at, HARD_LIMIT))

    def has_lapsed(self, job: Job, now: datetime) -> bool:
        return job.status == "claimed" and self.lease_end(job) < now

    def has_expired(self, job: Job, now: datetime) -> bool:
        return job.status == "pending" and job.expiry < now

    def claimed_before(self, name: str, request: str | None) -> Claim | None:
        """What this agent was given for this very request and still has."""
        held = (job.claim for job in self.jobs.values() if job.status == "claimed")
        return next((claim for claim in held if request and (claim.agent, claim.request) == (name, request)), None)

    def choice(self, name: str, now: datetime) -> Choice:
        """Waiting and lapsed jobs, those that are due before those that may still wait."""
        mine = [job for job in self.jobs.values() if self._may_serve(name, job, now)]
        free = [job for job in mine if self._waits(job, now) or self.has_lapsed(job, now)]
        over = [job for job in free if self._is_over(job, now)]
        wanted = [job for job in free if job not in over]
        best = {job.id for job in wanted if job.due <= now} or {job.id for job in wanted}
        first_lease_over = [job for job in mine if job.status == "claimed" and job.due <= now]
        if len(first_lease_over) > LAPSED:  # it may have looked at others
            return Choice({job.id for job in wanted}, over, not any(job.status == "pending" for job in wanted))
        return Choice(best, over, not best or len(over) >= RACES)

    def sweep(self, now: datetime) -> dict[str, int]:
        """How many jobs went back, were lost, expired, were cancelled; what happened to none is left out."""
        return dict(Counter(what for job in self.jobs.values() if (what := self.pass_time(job, now))))

    def pass_time(self, job: Job, now: datetime) -> str | None:
        if self.has_expired(job, now):
            return job.expire()
        return job.lapse(now) if self.has_lapsed(job, now) else None

    def _waits(self, job: Job, now: datetime) -> bool:
        return job.status == "pending" and job.visible <= now

    def _is_over(self, job: Job, now: datetime) -> bool:
        last = job.attempt == ATTEMPTS or job.to_be_cancelled
        return self.has_expired(job, now) or (job.status == "claimed" and last)

    def _may_serve(self, name: str, job: Job, now: datetime) -> bool:
        """A job that names an engine is for agents that have it, and for any while nobody online has it."""
        online = [agent for agent in self.agents.values() if after(agent.seen, HEARD) >= now]
        return (
            job.runner is None
            or job.runner in self.agents[name].runners
            or not any(job.runner in agent.runners for agent in online)
        )
