"""The flow of imports as the page shows it; `tests/test_imports.py` holds the code to it."""

import flow


def test_a_page_gets_the_flow_between_its_marks():
    page = f"before\n{flow.BEGIN}\nold\n{flow.END}\nafter"
    lines = flow.set_into(page).splitlines()
    assert (lines[:2], lines[-2:]) == (["before", flow.BEGIN], [flow.END, "after"])
    assert "old" not in lines
    assert sum(line.startswith("engine.players ") for line in lines) == 1


def test_what_is_below_is_below_indirectly_too():
    assert {"board", "rules", "values.layout"} <= flow.below("solver")
    assert "cli" not in flow.below("web")
