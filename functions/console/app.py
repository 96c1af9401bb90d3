"""Whatever no other route answers: a 404 in our own form."""

from engawa.api import Api

api = Api()
lambda_handler = api.handle
