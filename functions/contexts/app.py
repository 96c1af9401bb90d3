"""/api/contexts: what a job would send, without sending it."""

from engawa import contexts
from engawa.api import Api, Call
from engawa.contexts import ContextIn

api = Api()
lambda_handler = api.handle


@api.route("POST /api/contexts", scope="contexts:read", body=ContextIn)
def build(call: Call) -> object:
    return contexts.show(call.workspace, call.body)
