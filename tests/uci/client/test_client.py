"""Other engines: started, asked and stopped, however badly they behave."""

import re
import shlex
import sys
from pathlib import Path

import pytest
from bad_engines import QUICK, command

from merels import variant
from merels.errors import EngineError
from merels.uci.client import client as client_module
from merels.uci.client.client import Client, SearchTerms


def test_a_command_that_does_not_exist():
    with pytest.raises(EngineError, match="'/no/such/engine' cannot be started"):
        Client("/no/such/engine", QUICK).start()


def test_an_engine_that_never_answers_uci(monkeypatch):
    monkeypatch.setattr(client_module, "SECONDS_TO_START", 0.5)
    with pytest.raises(EngineError, match=r"did not answer uci with uciok within 0\.5 s"):
        Client(command("mute"), QUICK).start()


def test_an_engine_that_floods_before_uciok_is_not_waited_for():
    with pytest.raises(
        EngineError,
        match="did not answer uci with uciok but with 10,000 lines such as 'info string flood",
    ):
        Client(command("floods-at-once"), QUICK).start()


def test_a_program_that_is_not_an_engine():
    with pytest.raises(EngineError, match="has ended with status 0"):
        Client("true", QUICK).start()


def test_the_engine_gives_its_name():
    client = Client(command("good"), QUICK)
    client.start()
    assert client.name == "Bad Engine 1.0"
    client.close()


def settle(tmp_path, offers, terms, answer=""):
    """Start an engine that offers some options; return the options it was sent.

    Before it is ready, it says ``answer``.
    """
    log = tmp_path / "log"
    script = tmp_path / "engine.py"
    typed = [offer if " type " in offer else f"{offer} type string" for offer in offers]
    lines = "".join(f"option name {offer}\n" for offer in typed)
    script.write_text(
        "import sys\n"
        f"log = open({str(log)!r}, 'w')\n"
        "for line in sys.stdin:\n"
        "    print(line, end='', file=log, flush=True)\n"
        f"    if line == 'uci\\n': print({lines + 'uciok'!r}, flush=True)\n"
        f"    if line == 'isready\\n': print({answer + 'readyok'!r}, flush=True)\n"
        "    if line == 'quit\\n': break\n"
    )
    client = Client(shlex.join([sys.executable, str(script)]), terms)
    client.start()
    client.close()
    first, *options, ready, last = Path(log).read_text().splitlines()
    assert (first, ready, last) == ("uci", "isready", "quit")
    return [line.removeprefix("setoption name ") for line in options]


def test_options_and_rules_are_sent(tmp_path):
    options = (("SkillLevel", "30"),)
    answer = "info string Skill Level is now 30\ninfo string NNUE is not used\n"
    assert settle(tmp_path, ["May Fly", "Skill Level"], SearchTerms(options=options), answer) == [
        "SkillLevel value 30",
        "MayFly value true",
    ]


def terms_of(text):
    return SearchTerms(variant=variant(text), variant_text=text)


@pytest.mark.parametrize(
    ("text", "offers", "sent"),
    [
        ("nine", ["Variant"], []),
        ("six", ["Variant"], ["Variant value six"]),
        ("lasker", ["variant", "MayFly"], ["Variant value lasker", "MayFly value true"]),
        ("six", ["Variant", "MayFly"], ["Variant value six", "MayFly value false"]),
        ("nine:flying=never", ["MayFly"], ["MayFly value false"]),
    ],
)
def test_the_variant_is_sent_if_it_is_not_the_standard_game(tmp_path, text, offers, sent):
    assert settle(tmp_path, offers, terms_of(text)) == sent


@pytest.mark.parametrize(
    ("text", "offers"), [("six", []), ("ten", ["MayFly"]), ("nine:flying=never", [])]
)
def test_an_engine_without_the_option_is_refused(tmp_path, text, offers):
    with pytest.raises(EngineError, match=f"has no option Variant, so it cannot play '{text}'"):
        settle(tmp_path, offers, terms_of(text))


def test_the_limit_is_a_time_or_a_number_of_positions():
    assert SearchTerms(seconds=0.25).limit == "movetime 250"
    assert SearchTerms(seconds=0.0001).limit == "movetime 1"
    assert SearchTerms(nodes=2000).limit == "nodes 2000"


def test_an_engine_that_counts_nodes_has_time():
    assert SearchTerms().allowance == 1
    assert SearchTerms(nodes=7).allowance == client_module.PATIENCE
    assert SearchTerms(0.5, nodes=7).allowance == 0.5


@pytest.mark.parametrize(
    ("option", "answer", "message"),
    [
        (("Depth", "3"), "", "has no option 'Depth'; its options are: hash, ponder, style"),
        (
            ("Hash", "0"),
            "",
            "option Hash cannot be '0'; the engine declares type spin default 1 min 1",
        ),
        (("Hash", "much"), "", "option Hash cannot be 'much'"),
        (("Ponder", "yes"), "", "option Ponder cannot be 'yes'"),
        (
            ("Style", "wild"),
            "info string setoption: Style: 'wild' is not a style\n",
            "refuses an option: setoption: Style: 'wild' is not a style",
        ),
        (("Style", "wild"), "No such option: Style\n", "refuses an option: No such option: Style"),
    ],
)
def test_an_option_that_an_engine_lacks_or_refuses_is_an_error(tmp_path, option, answer, message):
    offers = ["Hash type spin default 1 min 1 max 8", "Ponder type check default false", "Style"]
    with pytest.raises(EngineError, match=re.escape(message)):
        settle(tmp_path, offers, SearchTerms(options=(option,)), answer)
