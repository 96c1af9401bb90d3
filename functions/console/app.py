"""/openapi.json and /docs; a browser's preflight; for whatever no other route answers a 404 in our own form."""

from engawa import openapi
from engawa.answer import Response, response
from engawa.api import Api, Event

api = Api()


@api.route("GET /openapi.json")
def show_document() -> object:
    return openapi.document()


@api.route("GET /docs")
def show_page() -> object:
    return openapi.page()


def lambda_handler(event: Event, context: object = None) -> Response:
    """API Gateway sends a preflight to its $default route, and adds the permissions to an answer that is a success."""
    if event["requestContext"]["http"]["method"] == "OPTIONS":
        return response(None)
    return api.handle(event, context)
