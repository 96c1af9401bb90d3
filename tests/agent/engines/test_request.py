"""What an engine gets to see of a job."""

from engawa_agent.engines import request_of
from tests.agent.makers import a_job, a_request


def test_a_jobs_words_become_a_request() -> None:
    schema = {"type": "array"}
    request = request_of(a_job(prompt="Short.", responseFormat="json", responseSchema=schema), 60)
    assert (request.instruction, request.prompt, request.locale) == ("Summarize.", "Short.", "en")
    assert (request.response_format, request.response_schema, request.seconds) == ("json", schema, 60)


def test_fields_of_another_type_or_missing_count_as_empty() -> None:
    request = request_of({"payload": {"instruction": 3, "responseSchema": "x", "locale": []}, "context": None}, 60)
    assert (request.instruction, request.context, request.response_schema) == ("", "", None)
    assert (request.locale, request.response_format) == ("ja", "text")


def test_nothing_else_of_a_job_reaches_an_engine() -> None:
    request = request_of(a_job(tools=["shell"], model="evil", file="/etc/passwd"), 60)
    assert "evil" not in repr(request)


def test_the_text_has_all_parts_in_order() -> None:
    assert a_request(prompt="Short.").text() == "Summarize.\n\n---\n- a\n- b\n---\n\nUser request: Short."
