"""/api/ai: jobs as an app sees them."""

from engawa import control, creation, ids, job_types, jobs, status
from engawa.answer import Answer
from engawa.api import Api, Call
from engawa.orders import JobIn, Submitter

api = Api()
lambda_handler = api.handle


@api.route("GET /api/ai/status", scope="jobs:read")
def show_status(call: Call) -> object:
    return status.status(call.workspace, call.settings.mock_mode, call.now)


@api.route("GET /api/ai/job-types", scope="jobs:read")
def list_job_types(call: Call) -> object:
    return job_types.described()


@api.route("POST /api/ai/jobs", scope="jobs:write", body=JobIn)
def create_job(call: Call) -> object:
    by, key = Submitter(call.token.id, call.token.name), call.headers.get("idempotency-key")
    return creation.create(call.workspace, call.body, call.now, call.settings, key, by)


@api.route("GET /api/ai/jobs", scope="jobs:read")
def list_jobs(call: Call) -> Answer:
    heads, following = jobs.page(call.workspace, call.query, call.now)
    return Answer(heads, headers=following)


@api.route("GET /api/ai/jobs/{id}", scope="jobs:read")
def get_job(call: Call) -> object:
    return jobs.get(call.workspace, ids.checked(call.path["id"], "id"), call.now)


@api.route("POST /api/ai/jobs/{id}/cancel", scope="jobs:write")
def cancel_job(call: Call) -> object:
    return control.cancel(call.workspace, ids.checked(call.path["id"], "id"), call.now, call.settings)


@api.route("POST /api/ai/jobs/{id}/retry", scope="jobs:write")
def retry_job(call: Call) -> object:
    return control.retry(call.workspace, ids.checked(call.path["id"], "id"), call.now, call.settings)
