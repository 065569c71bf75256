"""Messages from players: what is accepted as one."""

import pytest
from online_games import BLITZ, BLOCKED, Table
from pydantic import TypeAdapter, ValidationError

from merels.online.terms import ClockTerms
from merels.rules.pgn import parse_game
from merels.rules.position import BLACK, WHITE
from merels.web.online.documents import NOBODY, GameDocument, Presence, game_document, game_file
from merels.web.online.sockets import CommandRequest
from merels.web.online.storage.games import Record
from merels.web.online.storage.players import StoredPlayer
from merels.web.routes.playing import GameRequest


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"move","seq":"2","move":"d6"}',
        '{"type":"move","seq":-1,"move":"d6"}',
        '{"type":"move","seq":1e99,"move":"d6"}',
        '{"type":"say","seq":1,"phrase":"anything"}',
        '{"type":"accept","seq":1,"what":"everything"}',
        '{"type":"move","seq":1,"move":"' + "x" * 65 + '"}',
        '{"type":"create","seq":1}',
        '{"seq":1}',
    ],
)
def test_bad_messages(text):
    with pytest.raises(ValidationError):
        CommandRequest.model_validate_json(text)


def test_clocks_are_told_apart_by_kind():
    request = GameRequest.model_validate({"clock": {"kind": "time", "seconds": 10}})
    assert request.clock.increment == 0
    with pytest.raises(ValidationError):
        GameRequest.model_validate({"clock": {"kind": "none", "seconds": 10}})


# Games as documents have the form that the API promises.

RECORD = Record(
    "ID", StoredPlayer("a", "Ada", 700), StoredPlayer("level:hard", "hard", 700), 1_700_000_000_000
)
FORM = TypeAdapter(GameDocument)


def describe(table, you=None, presence=NOBODY):
    document = game_document(RECORD, table.game, you, now=table.now, wall=5000, presence=presence)
    return FORM.validate_python(document, strict=True)


@pytest.mark.parametrize("clock", [ClockTerms(), BLITZ, ClockTerms("days", days=2)])
def test_a_game_at_every_stage(clock):
    table = Table(clock=clock)
    table.play(*BLOCKED)
    table.ask(WHITE, "say", phrase="hello")
    table.ask(BLACK, "offer_draw")
    document = describe(table, WHITE, Presence(frozenset({WHITE}), 4))
    assert document["moves"] == BLOCKED
    assert (document["you"], document["turn"], document["spectators"]) == ("white", "white", 4)
    assert document["offers"] == {"draw": "black", "takeback": None, "rematch": None}
    assert document["white"]["online"]
    assert document["black"]["level"] == "hard"
    assert (document["clocks"] is None) == (clock.kind != "time")
    assert document["deadline"] == (5000 + 2 * 86_400_000 if clock.kind == "days" else None)
    table.ask(WHITE, "accept", what="draw")
    assert describe(table)["outcome"] == {"winner": None, "reason": "agreement"}


def test_clocks_show_what_is_left_now():
    table = Table(clock=BLITZ)
    table.play("d6", "f4")
    table.now += 7000
    clocks = describe(table)["clocks"]
    assert clocks == {"white_ms": 53_000, "black_ms": 60_000, "running": True, "at_ms": 5000}


def test_a_game_file_is_read_again():
    table = Table(clock=ClockTerms("days", days=3))
    table.play(*BLOCKED)
    table.ask(BLACK, "resign")
    record = parse_game(game_file(RECORD, table.game))
    assert [str(move) for move in record.moves] == BLOCKED
    assert record.result == "1-0"
    assert record.headers["TimeControl"] == "1/259200"
    assert record.headers["WhiteElo"] == "700"
