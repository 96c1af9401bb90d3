from engawa_agent.importing.geometry import Box, beside, holders, limited

SMALL, LARGE = Box(0, 0, 100, 100), Box(-100, -100, 400, 400)


def test_an_item_stands_in_the_smallest_group_that_has_its_centre() -> None:
    item = Box(80, 80, 30, 30)
    assert holders([LARGE, SMALL, item], [0, 1]) == {1: 0, 2: 1}


def test_a_centre_outside_is_outside() -> None:
    assert holders([SMALL, Box(90, 90, 40, 40)], [0]) == {}


def test_a_group_that_sticks_out_is_not_nested() -> None:
    assert holders([SMALL, Box(50, 50, 60, 40)], [0, 1]) == {}


def test_of_two_equal_groups_the_earlier_holds_the_later() -> None:
    assert holders([SMALL, SMALL, Box(40, 40, 20, 20)], [0, 1]) == {1: 0, 2: 1}


def test_what_has_no_place_stands_nowhere() -> None:
    assert holders([SMALL, None], [0]) == {}


def test_too_deep_nesting_moves_up() -> None:
    chain = {1: 0, 2: 1, 3: 2, 4: 3}
    assert limited(chain, levels=2) == {1: 0, 2: 1, 3: 1, 4: 1}


def test_a_free_end_lies_beside_the_box_it_leaves() -> None:
    assert beside(SMALL, "left") == {"x": -120, "y": 50}
    assert beside(SMALL, None) == {"x": 220, "y": 50}
    assert beside(None, "top") == {"x": 0, "y": 0}
