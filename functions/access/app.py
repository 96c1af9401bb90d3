"""/api/tokens, /api/pairing and /api/socket-ticket."""

from engawa import founding, pairing, tickets, tokens
from engawa.api import Api, Call, Visit, invoked
from engawa.pages import page
from engawa.pairing import CodeIn, PairingIn, PollIn
from engawa.tokens import TokenIn

api = Api()
lambda_handler = api.handle
found = invoked(founding.asked)


@api.route("GET /api/tokens", scope="tokens:read")
def list_tokens(call: Call) -> object:
    return page(tokens.every(call.workspace, call.now), call.query.get("cursor"), newest_first=True)


@api.route("POST /api/tokens", scope="tokens:write", body=TokenIn)
def create_token(call: Call) -> object:
    return tokens.create(call.workspace, call.token, call.body, call.now)


@api.route("POST /api/tokens/rotate", scope="tokens:rotate")
def rotate_token(call: Call) -> object:
    return tokens.rotate(call.workspace, call.token, call.now)


@api.route("DELETE /api/tokens/current", scope="tokens:self")
def revoke_own_token(call: Call) -> None:
    tokens.revoke(call.workspace, call.token.id, call.now)


@api.route("DELETE /api/tokens/{id}", scope="tokens:write")
def revoke_token(call: Call) -> None:
    tokens.revoke(call.workspace, call.path["id"], call.now)


@api.route("POST /api/socket-ticket", scope="socket:ticket")
def issue_ticket(call: Call) -> object:
    return tickets.issue(call.workspace.table, call.token, call.now)


@api.route("POST /api/pairing/start", body=PairingIn)
def start_pairing(visit: Visit) -> object:
    return pairing.start(visit.table, visit.body, visit.place, visit.now)


@api.route("POST /api/pairing/poll", body=PollIn)
def poll_pairing(visit: Visit) -> object:
    return pairing.poll(visit.table, visit.body, visit.now)


@api.route("POST /api/pairing/look", scope="pairing:approve", body=CodeIn)
def look_at_pairing(call: Call) -> object:
    return pairing.look(call.workspace, call.token, call.body.userCode, call.now)


@api.route("POST /api/pairing/approve", scope="pairing:approve", body=CodeIn)
def approve_pairing(call: Call) -> object:
    return pairing.approve(call.workspace, call.token, call.body, call.now)


@api.route("POST /api/pairing/deny", scope="pairing:approve", body=CodeIn)
def deny_pairing(call: Call) -> object:
    return pairing.deny(call.workspace, call.token, call.body, call.now)
