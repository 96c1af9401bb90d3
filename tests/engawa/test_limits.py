"""A noisy workspace harms itself alone."""

import pytest

from engawa import control, creation, nodes
from engawa.errors import TooMany
from engawa.orders import JobIn
from engawa.settings import Settings
from engawa.workspace import Workspace
from makers import BOARD_ID, NOW, SETTINGS, a_job, an_id, later

ORDER = JobIn(type="summarize_board", targetId=BOARD_ID)


def test_no_more_jobs_wait_or_run_than_a_workspace_may_have(workspace: Workspace) -> None:
    few = Settings(max_open_jobs=2)
    first = a_job(workspace, settings=few)
    a_job(workspace, settings=few)
    with pytest.raises(TooMany, match="MAX_OPEN_JOBS"):
        a_job(workspace, settings=few)
    control.cancel(workspace, first["id"], NOW, few)
    assert a_job(workspace, settings=few)["status"] == "pending"
    with pytest.raises(TooMany):
        control.retry(workspace, first["id"], NOW, few)


def test_no_more_are_created_in_a_minute_whatever_became_of_them(workspace: Workspace) -> None:
    slow = Settings(max_creations_a_minute=2)
    for number in (0, 1):
        job = a_job(workspace, now=later(number), settings=slow)
        control.cancel(workspace, job["id"], later(number), slow)
    with pytest.raises(TooMany, match="MAX_CREATIONS_A_MINUTE"):
        a_job(workspace, now=later(2), settings=slow)
    assert a_job(workspace, now=later(61), settings=slow)["status"] == "pending"


def test_a_refused_creation_leaves_nothing_and_its_key_is_good_for_later(workspace: Workspace) -> None:
    few = Settings(max_open_jobs=1)
    blocking = a_job(workspace)
    with pytest.raises(TooMany):
        creation.create(workspace, ORDER, NOW, few, "key-1")
    assert [head["id"] for head in workspace.jobs(10)] == [blocking["id"]]
    control.cancel(workspace, blocking["id"], NOW, few)
    made = creation.create(workspace, ORDER, later(9), few, "key-1")
    assert creation.create(workspace, ORDER, later(9), few, "key-1")["id"] == made["id"]


def test_another_workspace_does_not_count(workspace: Workspace) -> None:
    other = Workspace(workspace.table, an_id(99))
    nodes.found(other, "Mori's team", NOW)
    a_job(workspace)
    assert a_job(other, settings=Settings(max_open_jobs=1, max_creations_a_minute=1))["status"] == "pending"


def test_zero_is_no_limit(workspace: Workspace) -> None:
    for _ in range(3):
        a_job(workspace, settings=Settings(max_open_jobs=0, max_creations_a_minute=0))
    assert workspace.count_open_jobs(10) == 3
    assert workspace.count_open_jobs(2) == 2
    assert SETTINGS.max_open_jobs == 1000
