"""How each API refuses and fails, in its own form and words."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tests.agent.engines.wire import IN_HALF_A_MINUTE

SECONDS, DATE = {"retry-after": "20"}, {"retry-after": IN_HALF_A_MINUTE}


@dataclass(frozen=True)
class Refusal:
    """`body`: a JSON value, or bytes as they are."""

    status: int
    body: Any
    headers: Mapping[str, str] = field(default_factory=dict)


def openai(status: int, message: str, type_: str, code: str | None = None) -> Refusal:
    error = {"message": message, "type": type_, "param": None, "code": code}
    return Refusal(status, {"error": error}, {"x-request-id": "req_1"})


def claude(status: int, type_: str, message: str) -> Refusal:
    body = {"type": "error", "error": {"type": type_, "message": message}, "request_id": "req_1"}
    return Refusal(status, body, {"request-id": "req_1"})


def google(status: int, name: str, message: str, *details: Mapping[str, Any]) -> Refusal:
    error = {"code": status, "message": message, "status": name, "details": list(details)}
    return Refusal(status, {"error": error})


def ollama(status: int, message: str) -> Refusal:
    return Refusal(status, {"error": message})


def told(refusal: Refusal, headers: Mapping[str, str]) -> Refusal:
    """The same with some more headers."""
    return replace(refusal, headers={**refusal.headers, **headers})


def _openai_rate(headers: Mapping[str, str]) -> Refusal:
    message = (
        "Rate limit reached for gpt-5 in organization org-x on tokens per min (TPM): Limit 30000, Used 29000, "
        "Requested 2000. Please try again in 2s. Visit https://platform.openai.com/account/rate-limits to learn more."
    )
    return told(openai(429, message, "tokens", "rate_limit_exceeded"), headers)


def _claude_rate(headers: Mapping[str, str]) -> Refusal:
    message = (
        "This request would exceed your organization's rate limit of 30,000 input tokens per minute (org: x, model: "
        "claude-opus-5). For details, refer to: https://docs.claude.com/en/api/rate-limits. You can see the response "
        "headers for current usage. Please reduce the prompt length or the maximum tokens requested, or try again "
        "later. You may also contact sales at https://claude.com/contact-sales to discuss your options."
    )
    return told(claude(429, "rate_limit_error", message), headers)


def _google_quota(period: str, *details: Mapping[str, Any]) -> Refusal:
    violation = {"quotaId": f"GenerateRequestsPer{period}PerProjectPerModel-FreeTier", "quotaValue": "50"}
    failure = {"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [violation]}
    message = "You exceeded your current quota, please check your plan and billing details."
    return google(429, "RESOURCE_EXHAUSTED", message, failure, *details)


_GOOGLE_KEY = {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID"}
_RETRY = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "20s"}
_QUOTA = "You exceeded your current quota, please check your plan and billing details."
_UNKNOWN_KEY = "Incorrect API key provided: hunter2hunter2-1f9c. You can find your API key in your account."

_OPENAI: Mapping[str, Refusal] = {
    "401": openai(401, _UNKNOWN_KEY, "invalid_request_error", "invalid_api_key"),
    "403": openai(
        403, "Country, region, or territory not supported", "request_forbidden", "unsupported_country_region_territory"
    ),
    "429 in seconds": _openai_rate(SECONDS),
    "429 at a time": _openai_rate(DATE),
    "quota": openai(429, _QUOTA, "insufficient_quota", "insufficient_quota"),
    "500": openai(
        500, "The server had an error while processing your request. Sorry about that!", "server_error", None
    ),
    "503": openai(503, "The engine is currently overloaded, please try again later", "server_error", None),
}

REFUSALS: Mapping[str, Mapping[str, Refusal]] = {
    "openai_chat": _OPENAI,
    "openai_responses": _OPENAI,
    "anthropic": {
        "401": claude(401, "authentication_error", "invalid x-api-key: hunter2hunter2-1f9c"),
        "403": claude(403, "permission_error", "Your API key does not have permission to use the specified resource."),
        "429 in seconds": _claude_rate(SECONDS),
        "429 at a time": _claude_rate(DATE),
        "quota": claude(
            400,
            "invalid_request_error",
            "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade.",
        ),
        "500": claude(500, "api_error", "Internal server error"),
        "503": claude(529, "overloaded_error", "Overloaded"),
    },
    "gemini": {
        "401": google(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", _GOOGLE_KEY),
        "403": google(403, "PERMISSION_DENIED", "Your API key was reported as leaked. Please use another API key."),
        "429 in seconds": _google_quota("Minute", _RETRY),
        "429 at a time": told(google(429, "RESOURCE_EXHAUSTED", "Resource has been exhausted."), DATE),
        "quota": _google_quota("Day", _RETRY),
        "500": google(500, "INTERNAL", "An internal error has occurred. Please retry or report in the forum."),
        "503": google(503, "UNAVAILABLE", "The model is overloaded. Please try again later."),
    },
    "ollama": {
        "401": ollama(401, "unauthorized: hunter2hunter2-1f9c"),
        "403": ollama(403, "this model requires a subscription, upgrade for access: https://ollama.com/upgrade"),
        "429 in seconds": told(ollama(429, "too many concurrent requests"), SECONDS),
        "429 at a time": told(ollama(429, "too many concurrent requests"), DATE),
        "quota": ollama(429, "you've reached your weekly usage limit, please upgrade to continue"),
        "500": ollama(500, "llama runner process has terminated: signal: killed"),
        "503": ollama(503, "server busy, please try again.  maximum pending requests exceeded"),
    },
}
