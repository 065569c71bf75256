"""Events as text, and whether one answers a command."""

from merels.online.events import Command, Event
from merels.rules.position import BLACK, WHITE


def test_events_survive_being_written():
    for event in (
        Event(0, "create", 0, BLACK),
        Event(7, "move", 123, WHITE, 6, {"move": "a1-a4xg7"}, {"lag": 12}),
        Event(9, "end", 456, facts={"reason": "time", "winner": 1}),
    ):
        assert Event.from_text(event.text()) == event
        assert "\n" not in event.text()


def test_only_the_same_command_of_the_same_player_is_a_repetition():
    event = Event(4, "say", 0, WHITE, 3, {"phrase": "hello"})
    assert event.answers(Command(3, "say", {"phrase": "hello"}), WHITE)
    assert not event.answers(Command(4, "say", {"phrase": "hello"}), WHITE)
    assert not event.answers(Command(3, "say", {"phrase": "oops"}), WHITE)
    assert not event.answers(Command(3, "say", {"phrase": "hello"}), BLACK)
