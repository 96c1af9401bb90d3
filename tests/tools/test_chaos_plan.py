"""What is drawn from the seed: the jobs and the faults."""

from collections import Counter

from tools.chaos import plan
from tools.chaos.script import ANSWER, FAILURE, NOTHING, REFUSAL, Act


def test_a_seed_gives_the_same_jobs_and_faults_each_time() -> None:
    assert (plan.orders(7, 50), plan.faults(7, 50)) == (plan.orders(7, 50), plan.faults(7, 50))
    assert plan.orders(7, 50) != plan.orders(8, 50)
    assert plan.faults(7, 50) != plan.faults(8, 50)


def test_every_kind_of_fault_strikes_however_few_jobs_there_are() -> None:
    kinds = Counter(fault.kind for fault in plan.faults(1, 10))
    assert set(kinds) == {*plan.OFTEN, plan.OUTAGE}
    assert Counter(fault.kind for fault in plan.faults(1, 1000))[plan.KILLED_WORKING] == 30
    assert kinds[plan.OUTAGE] == 1


def test_the_server_is_there_before_its_outage() -> None:
    faults = plan.faults(3, 1000)
    (outage,) = (fault.after for fault in faults if fault.kind == plan.OUTAGE)
    restarts = [fault.after for fault in faults if fault.kind == plan.SERVER_RESTARTED]
    assert outage == 500
    assert not [after for after in restarts if 300 <= after <= 500]
    assert [fault.after for fault in faults] == sorted(fault.after for fault in faults)


def test_jobs_are_of_kinds_with_and_without_a_follow_up_and_differ_in_their_markers() -> None:
    orders = plan.orders(1, 300)
    assert {order.type for order in orders} == set(plan.TYPES)
    assert len({order.marker for order in orders}) == 300


def test_most_runs_answer_and_a_second_one_does_unless_the_job_is_to_fail() -> None:
    orders = plan.orders(1, 1000)
    endings = Counter(order.acts[0].ending for order in orders)
    assert endings[ANSWER] > 850
    assert min(endings[FAILURE], endings[NOTHING], endings[REFUSAL]) > 0
    assert {order.acts[-1].ending for order in orders if not order.is_to_fail} == {ANSWER}
    assert {order.acts[-1].ending for order in orders if order.is_to_fail} == {REFUSAL}


def test_an_act_is_told_to_the_engine_in_three_words() -> None:
    assert str(Act(1.5, NOTHING, child=True)) == "1.50 nothing 1"
