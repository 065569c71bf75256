"""Options: what is accepted, what is refused."""

import pytest

from merels import VARIANTS, DrawRules, NotationError, Variant
from merels.uci.server import options
from merels.uci.server.options import DEFAULTS, EngineSettings, build_options, change_settings


@pytest.fixture(autouse=True)
def machine(monkeypatch):
    """A machine of a known size."""
    monkeypatch.setattr(options, "count_processors", lambda: 4)
    monkeypatch.setattr(options, "spare_megabytes", lambda: 65536)


def change(text, settings=DEFAULTS, note=pytest.fail):
    return change_settings(settings, build_options(("easy", "expert"), str, note), text)


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("name Hash value 128", EngineSettings(hash_mb=128)),
        ("  name   hash   value   128  ", EngineSettings(hash_mb=128)),
        ("name Threads value 2", EngineSettings(threads=2)),
        ("name Multi PV value 4", EngineSettings(lines=4)),
        (
            "name TablePath value /a folder/with value",
            EngineSettings(tables="/a folder/with value"),
        ),
        ("name TablePath value <empty>", EngineSettings()),
        ("name TablePath value", EngineSettings()),
        ("name Level value easy", EngineSettings(level="easy")),
        ("name MayFly value FALSE", EngineSettings(flying=False)),
        ("name Variant value six", EngineSettings(chosen=VARIANTS["six"])),
        ("name Variant value nine:men=4", EngineSettings(chosen=Variant(men=4))),
        ("name NMoveRule value 0", EngineSettings(ply_limit=0)),
        ("name ThreefoldRepetitionRule value false", EngineSettings(threefold=False)),
    ],
)
def test_options(text, settings):
    assert change(text) == settings


def test_rules():
    assert EngineSettings().draw_rules == DrawRules()
    assert EngineSettings(ply_limit=0, threefold=False).draw_rules == DrawRules(None, None)
    assert EngineSettings(flying=False).variant == Variant(flying=False)


@pytest.mark.parametrize("text", ["", "name", "value 3", "Hash value 3", "name  value 3"])
def test_no_name(text):
    with pytest.raises(NotationError):
        change(text)


@pytest.mark.parametrize(
    ("text", "settings", "said"),
    [
        (
            "name Threads value 256",
            EngineSettings(threads=4),
            "Threads 256 is more than this machine's 4 processors; using 4",
        ),
        (
            "name Hash value 999999999",
            EngineSettings(hash_mb=65536),
            "Hash 999999999 is more than this machine's 65536 megabytes, half of the free memory; "
            "using 65536",
        ),
    ],
)
def test_more_than_the_machine_has_is_accepted_and_reported(text, settings, said):
    notes = []
    assert change(text, note=notes.append) == settings
    assert notes == [said]


def test_the_declared_maxima_are_the_machines():
    declared = [option.declare() for option in build_options(("easy", "expert"), str)]
    assert "option name Threads type spin default 1 min 1 max 4" in declared
    assert "option name Hash type spin default 64 min 1 max 65536" in declared


def test_a_name_with_many_blanks_is_read_quickly():
    """A regular expression took time with the square of their number: a minute for this line."""
    with pytest.raises(NotationError, match="is not an option"):
        change(f"name a{' ' * 100_000}b")
    with pytest.raises(NotationError, match="is not an option"):
        change(f"name {'a ' * 100_000}value{' ' * 100_000}b")


@pytest.mark.parametrize("value", ["", "0", "-1", "1e3", "٣", "9" * 30, "3 4"])
def test_bad_numbers_are_quoted(value):
    with pytest.raises(NotationError, match="from 1 to 65536") as caught:
        change(f"name Hash value {value}")
    assert repr(value) in str(caught.value)
