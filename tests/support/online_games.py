"""Games between people without a server: commands one after another, at given times."""

from merels.online.deciding import Occasion, decide, overdue
from merels.online.events import Command, Event
from merels.online.game import OnlineGame
from merels.online.terms import ClockTerms, Terms
from merels.rules.position import BLACK, WHITE

BLITZ = ClockTerms("time", seconds=60, increment=2)
BLOCKED = ["d6", "f4", "d2", "b4"]  # four placings without a mill


class Table:
    """A game that has begun, and a clock to turn."""

    def __init__(self, **terms):
        self.game = OnlineGame(Terms(**terms), [Event(0, "create", 0, WHITE)])
        self.now = 0
        self.do(Event(1, "join", 0, BLACK))

    def meet(self):
        """Let both players be connected, from which time first moves are due."""
        self.do(Event(self.game.seq + 1, "meet", self.now))

    def do(self, event):
        self.game.apply(event)
        return event

    def ask(self, color, kind, *, seq=None, lag=0, **arguments):
        """Return what comes of a command, which takes effect."""
        number = self.game.seq + 1 if seq is None else seq
        occasion = Occasion(self.game, color or WHITE, self.now, lag, "next")
        decision = decide(Command(number, kind, arguments), color, occasion)
        return self.do(decision) if isinstance(decision, Event) else decision

    def play(self, *moves, seconds=1.0):
        """Play moves, each after some seconds."""
        for move in moves:
            self.now += round(1000 * seconds)
            decision = self.ask(self.game.turn, "move", move=move)
            assert isinstance(decision, Event), decision

    def wait(self, milliseconds):
        """Let time pass; return the event that ends the game, if one does."""
        self.now += milliseconds
        event = overdue(self.game, self.now)
        return None if event is None else self.do(event)
