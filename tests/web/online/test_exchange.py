"""What workers tell each other."""

from merels.rules.position import BLACK, WHITE
from merels.web.online import exchange
from merels.web.online.documents import Presence
from merels.web.online.exchange import Colleagues, read_presence, write_presence


def test_presence_survives_being_written():
    for colors, spectators in ((set(), 0), ({WHITE}, 3), ({WHITE, BLACK}, 12)):
        message = write_presence("worker", "game", Presence(frozenset(colors), spectators))
        again = read_presence(*message.split()[3:])
        assert (again.players, again.spectators) == (colors, spectators)


def test_a_worker_that_is_silent_takes_its_players_along(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(exchange.time, "monotonic", lambda: now[0])
    colleagues = Colleagues()
    colleagues.note_presence("a", "game", Presence(frozenset({WHITE}), 1))
    colleagues.note_presence("b", "game", Presence(frozenset(), 2))
    assert len(colleagues.presence("game")) == 2
    now[0] += exchange.DEAD - 1
    colleagues.note_life("a")
    now[0] += 2
    assert [each.spectators for each in colleagues.presence("game")] == [1]
    colleagues.note_presence("a", "game", Presence())
    assert colleagues.presence("game") == []
    assert colleagues.presence("another") == []
