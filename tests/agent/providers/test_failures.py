"""Errors as the servers word them, sorted: whether to try again, a stable code, a sentence to act on."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from engawa_agent.errors import EngineError
from engawa_agent.providers import failures
from engawa_agent.providers.failures import ProviderError
from tests.agent.providers.said import FORMATS

AWAY, SILENT, KEY, QUOTA = ("engine_away", True), ("silent", True), ("not_signed_in", False), ("out_of_quota", False)
LONG, FILTER = ("too_long", False), ("content_filter", False)
MODEL, REFUSED = ("no_model", False), ("engine_refused", False)


def failed(api: str, status: int, body: Any, headers: Mapping[str, str] | None = None) -> ProviderError:
    content = body.encode() if isinstance(body, str) else json.dumps(body).encode()
    with pytest.raises(ProviderError) as error:
        FORMATS[api].answer(content, status, headers or {}, ["hunter2hunter2"])
    return error.value


def openai(message: str, **fields: Any) -> dict[str, Any]:
    return {"error": {"message": message, "type": "invalid_request_error", "param": None, "code": None, **fields}}


def claude(type_: str, message: str, **fields: Any) -> dict[str, Any]:
    return {"type": "error", "error": {"type": type_, "message": message, **fields}, "request_id": "req_1"}


def google(code: int, status: str, message: str, *details: dict[str, Any]) -> dict[str, Any]:
    return {"error": {"code": code, "message": message, "status": status, "details": list(details)}}


BAD_KEY = {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID"}
RETRY = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "37s"}
GOOGLE_QUOTA = "You exceeded your current quota, please check your plan and billing details."


def google_quota(period: str) -> dict[str, Any]:
    violation = {"quotaId": f"GenerateRequestsPer{period}PerProjectPerModel-FreeTier"}
    return google(429, "RESOURCE_EXHAUSTED", GOOGLE_QUOTA, {"violations": [violation]}, RETRY)


@pytest.mark.parametrize(
    ("api", "status", "body", "kind"),
    [
        # OpenAI
        ("openai_chat", 401, openai("Incorrect API key provided.", code="invalid_api_key"), KEY),
        ("openai_chat", 403, openai("Country, region, or territory not supported"), KEY),
        ("openai_chat", 404, openai("The model `gpt-9` does not exist.", code="model_not_found"), MODEL),
        ("openai_chat", 404, openai("Unknown request URL: POST /v1/v1/chat/completions"), REFUSED),
        ("openai_chat", 429, openai("Rate limit reached for gpt-5", code="rate_limit_exceeded", type="requests"), AWAY),
        ("openai_chat", 429, openai("You exceeded your current quota", code="insufficient_quota"), QUOTA),
        ("openai_chat", 429, openai("Request too large for gpt-5: Limit 30000, Requested 90000", type="tokens"), LONG),
        ("openai_chat", 400, openai("This model's maximum context length is 128000 tokens.",
                                    code="context_length_exceeded"), LONG),
        ("openai_chat", 400, openai("Invalid schema for function 'x': In context=('properties', 'a'), array schema "
                                    "missing items."), REFUSED),
        ("openai_chat", 400, openai("Unsupported value: 'temperature' does not support 0.2 with this model."), REFUSED),
        ("openai_chat", 400, openai("Your prompt was flagged as potentially violating our usage policy.",
                                    code="invalid_prompt"), FILTER),
        ("openai_chat", 500, openai("The server had an error", type="server_error"), AWAY),
        ("openai_responses", 503, openai("The engine is currently overloaded"), AWAY),
        ("openai_responses", 402, openai("Payment required"), QUOTA),
        # Servers of its form
        ("openai_chat", 400, {"error": {"code": 400, "message": "the request exceeds the available context size",
                                        "type": "exceed_context_size_error", "n_ctx": 4096}}, LONG),
        ("openai_chat", 500, {"error": {"code": 500, "message": "Context size has been exceeded."}}, LONG),
        ("openai_chat", 503, {"error": {"code": 503, "message": "Loading model", "type": "unavailable_error"}}, AWAY),
        ("openai_chat", 501, {"error": {"code": 501, "message": "no", "type": "not_supported_error"}}, REFUSED),
        ("openai_chat", 400, {"object": "error", "message": "This model's maximum context length is 4096 tokens.",
                              "type": "BadRequestError", "code": 400}, LONG),
        ("openai_chat", 400, openai("The response was filtered due to the prompt triggering Azure OpenAI's content "
                                    "management policy."), FILTER),
        ("openai_chat", 404, {"detail": "Not Found"}, REFUSED),
        ("openai_chat", 502, "<html><h1>502 Bad Gateway</h1></html>", AWAY),
        ("openai_chat", 408, "", SILENT),
        ("openai_chat", 504, "upstream timed out", SILENT),
        ("openai_chat", 301, "", REFUSED),
        # Anthropic
        ("anthropic", 401, claude("authentication_error", "invalid x-api-key"), KEY),
        ("anthropic", 403, claude("permission_error", "Your API key does not have permission."), KEY),
        ("anthropic", 404, claude("not_found_error", "model: claude-9"), MODEL),
        ("anthropic", 404, claude("not_found_error", "Not found"), REFUSED),
        ("anthropic", 413, claude("request_too_large", "Request exceeds the maximum size"), LONG),
        ("anthropic", 400, claude("invalid_request_error", "prompt is too long: 200001 tokens > 200000 maximum"), LONG),
        ("anthropic", 400, claude("invalid_request_error",
                                  "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000"), LONG),
        ("anthropic", 400, claude("invalid_request_error", "Your credit balance is too low"), QUOTA),
        ("anthropic", 400, claude("invalid_request_error", "You have reached your specified API usage limits."), QUOTA),
        ("anthropic", 429, claude("rate_limit_error", "x", details={"error_code": "enforced_spend_limit_reached"}),
         QUOTA),
        ("anthropic", 402, claude("billing_error", "Check your payment details."), QUOTA),
        ("anthropic", 429, claude("rate_limit_error", "This would exceed your organization's rate limit"), AWAY),
        ("anthropic", 529, claude("overloaded_error", "Overloaded"), AWAY),
        ("anthropic", 400, claude("invalid_request_error", "temperature: is not supported"), REFUSED),
        # Gemini
        ("gemini", 400, google(400, "INVALID_ARGUMENT", "API key not valid. Please pass one.", BAD_KEY), KEY),
        ("gemini", 403, google(403, "PERMISSION_DENIED", "Method doesn't allow unregistered callers"), KEY),
        ("gemini", 404, google(404, "NOT_FOUND", "models/gemini-9.1 is not found for API version v1beta"), MODEL),
        ("gemini", 400, google(400, "INVALID_ARGUMENT", "The input token count (1048577) exceeds the maximum number of "
                               "tokens allowed (1048576)."), LONG),
        ("gemini", 400, google(400, "FAILED_PRECONDITION", "User location is not supported for the API use."), REFUSED),
        ("gemini", 429, google_quota("Minute"), AWAY),
        ("gemini", 429, google_quota("Day"), QUOTA),
        ("gemini", 429, google(429, "RESOURCE_EXHAUSTED", GOOGLE_QUOTA), QUOTA),
        ("gemini", 503, [google(503, "UNAVAILABLE", "The model is overloaded.")], AWAY),
        # Ollama
        ("ollama", 404, {"error": "model 'llama3.2:1b' not found"}, MODEL),
        ("ollama", 400, {"error": "registry.ollama.ai/library/x does not support tools"}, REFUSED),
        ("ollama", 500, {"error": "llama runner process has terminated"}, AWAY),
        ("ollama", 500, {"error": "model requires more system memory (9 GiB) than is available"}, AWAY),
        ("ollama", 404, "404 page not found", REFUSED),
    ],
)  # fmt: skip
def test_errors_are_sorted(api: str, status: int, body: Any, kind: tuple[str, bool]) -> None:
    error = failed(api, status, body)
    assert (error.code, error.retryable) == kind
    assert error.status == status
    assert isinstance(error, EngineError)


def test_the_states_that_must_not_be_mixed_up_say_what_to_do() -> None:
    says = {
        kind.code: kind.sentence for kind in (failures.NO_KEY, failures.NO_QUOTA, failures.TOO_LONG, failures.SILENT)
    }
    assert len(set(says.values())) == 4
    assert "set a valid one" in says["not_signed_in"]
    assert "raise it at the provider" in says["out_of_quota"]
    assert "less material" in says["too_long"]
    assert "allow it more time" in says["silent"]


def test_a_message_says_what_to_do_and_what_was_said() -> None:
    error = failed("openai_chat", 401, openai("Incorrect API key provided: sk-abcdefghijkl (hunter2hunter2)"))
    assert error.message == (
        "The model server does not accept the key; set a valid one for this engine: "
        "status 401: Incorrect API key provided: *** (***)"
    )


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry-After": "20"}, 20.0),
        ({"retry-after": "1.5"}, 1.5),
        ({"retry-after-ms": "250", "retry-after": "1"}, 0.25),
        ({"retry-after": "Sun, 29 Nov 2026 08:00:30 GMT", "date": "Sun, 29 Nov 2026 08:00:00 GMT"}, 30.0),
        ({"retry-after": "Sun, 29 Nov 2026 07:00:00 GMT", "date": "Sun, 29 Nov 2026 08:00:00 GMT"}, 0.0),
        ({"retry-after": "Sun, 29 Nov 2026 08:00:30 GMT"}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-1"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "inf"}, None),
        ({}, None),
    ],
)
def test_how_long_to_wait_is_read(headers: dict[str, str], seconds: float | None) -> None:
    error = failed("anthropic", 429, claude("rate_limit_error", "slow down"), headers)
    assert (error.code, error.retry_after) == ("engine_away", seconds)
    assert (f"(in {seconds:.0f} s)" in error.message) if seconds is not None else ("(in" not in error.message)


def test_gemini_says_in_its_body_how_long_to_wait() -> None:
    assert failed("gemini", 429, google_quota("Minute")).retry_after == 37.0


def test_an_endless_page_is_not_the_errors_text() -> None:
    assert len(failed("ollama", 502, "x" * 5_000_000).message) < 700


@pytest.mark.parametrize(
    ("error", "code", "says"),
    [
        (
            failures.no_connection("127.0.0.1:1"),
            "engine_away",
            "Nothing answers at 127.0.0.1:1; start the model server",
        ),
        (failures.timed_out("127.0.0.1:1", 60), "silent", "gave no answer within 60 s; allow it more time"),
    ],
)
def test_without_an_answer_there_are_errors_too(error: ProviderError, code: str, says: str) -> None:
    assert (error.code, error.retryable) == (code, True)
    assert says in error.message
