"""A run of a fuzzer: each case is sent, its answer judged and counted."""

import json
from collections import Counter
from random import Random
from typing import Any

import requests
from schemathesis.checks import not_a_server_error
from schemathesis.core import NotSet
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

import contract
from fuzz_team import Headers, Team

CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


class Run:
    """`answers` counts by route and status; `wrong` holds one example of each mistake of a route."""

    def __init__(self) -> None:
        self.answers: Counter[tuple[str, int]] = Counter()
        self.wrong: dict[str, str] = {}

    def send(self, team: Team, session: requests.Session, case: Any, dice: Random) -> None:
        headers = team.prepare(case, dice)
        response = case.call(base_url=team.url, session=session, headers=headers, timeout=60)
        key, status = case.operation.label, response.status_code
        self.answers[key, status] += 1
        self._judge(case, headers, response)
        if status == 200 and _is_json(response):
            team.learn(key, headers, json.loads(response.text))
        elif (key, status) == ("DELETE /api/nodes/{id}", 204):
            team.forget(case.path_parameters["id"])

    def _judge(self, case: Any, headers: Headers, response: Any) -> None:
        """By schemathesis, and more strictly: all of an answer is in the document, and so is what was taken."""
        key, status = case.operation.label, response.status_code
        given = {name: values[0] for name, values in response.headers.items()}
        try:
            case.validate_response(response, checks=CHECKS, headers=headers)
            contract.check(key, status, given, None if status == 204 else response.text)
            assert status >= 300 or not _has_body(case) or contract.allows(key, case.body), "took what is forbidden"
        except FailureGroup as failures:
            for failure in failures.exceptions:
                self.wrong.setdefault(f"{key} {status} {failure}"[:200], str(failures))
        except AssertionError as error:
            self.wrong.setdefault(f"{key} {status} {error}"[:200], case.as_curl_command(headers))

    @property
    def cases(self) -> int:
        return self.answers.total()

    @property
    def successes(self) -> Counter[str]:
        """By route; those that never succeeded have 0."""
        found: Counter[str] = Counter()
        for (key, status), count in self.answers.items():
            found[key] += count * (200 <= status < 300)
        return found

    def told(self) -> str:
        by_status: Counter[int] = Counter()
        for (_, status), count in self.answers.items():
            by_status[status] += count
        shares = ", ".join(f"{count:,} x {status}" for status, count in sorted(by_status.items()))
        good, least = self.successes.total(), self.successes.most_common()[::-1][:3]
        last = ", ".join(f"{key} {times}" for key, times in least)
        return f"{self.cases:,} cases, {good:,} with success: {shares}. With success least often: {last}."


def _has_body(case: Any) -> bool:
    return bool(case.operation.body) and not isinstance(case.body, NotSet)


def _is_json(response: Any) -> bool:
    return response.headers.get("content-type", [""])[0] == "application/json"
