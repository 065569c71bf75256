"""The game against one of the levels as a Gymnasium environment, one half-turn a step."""

from __future__ import annotations

from typing import Any

from merels.engine.players.factory import create_player
from merels.engine.players.levels import find_level
from merels.engine.players.player import Player
from merels.env.episode import MOST_ATTEMPTS, MOST_TURNS, Episode, Terms, read_variant
from merels.errors import IllegalMoveError, MissingExtraError, NotationError
from merels.rules.color import BLACK, WHITE, Color
from merels.rules.outcome import NO_DRAW_RULES, DrawRules
from merels.rules.variant import NINE_MENS_MORRIS, Variant

try:
    import gymnasium
except ImportError as error:  # pragma: no cover - the development environment has it
    raise MissingExtraError(
        f"environments need {error.name}, which is not installed; add it with: "
        "pip install 'merels[env]'"
    ) from error

from merels.env.observation import mask_actions, observe
from merels.env.spaces import create_spaces
from merels.env.two_player import render


def single(
    opponent: str | Player = "hard",
    variant: str | Variant = NINE_MENS_MORRIS.name,
    *,
    color: Color | None = None,
    max_turns: int | None = MOST_TURNS,
    random_turns: int = 0,
    draw_rules: DrawRules = NO_DRAW_RULES,
    render_mode: str | None = None,
) -> gymnasium.Env[dict[str, Any], int]:
    """Return a Gymnasium environment against a level, by name, or any other player.

    The agent plays ``color``, by default either, drawn by the seed. An illegal action loses the
    game, and ``info["illegal"]`` says why. A game that is undecided after ``max_turns`` turns is
    truncated. The same seed and actions give the same game, unless the opponent searches by the
    clock.

    >>> game = single("easy", "six", color=WHITE)
    >>> view, info = game.reset(seed=1)
    >>> view["observation"].shape, int(view["action_mask"].sum())
    ((7, 5, 5), 16)

    Raises `NotationError` if there is no such level or colour, and what `merels.variant` raises.
    """
    terms = Terms(read_variant(variant), max_turns, random_turns, draw_rules)
    if isinstance(opponent, str):
        opponent = find_level(opponent).name
    if color is not None and not isinstance(color, Color):
        raise NotationError(f"{color!r} is not a colour", "write merels.WHITE or merels.BLACK")
    return AgainstLevel(opponent, terms, color, render_mode)


class AgainstLevel(gymnasium.Env[dict[str, Any], int]):
    """The environment of `single`."""

    metadata: dict[str, Any] = {"render_modes": ["ansi", "svg"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self, opponent: str | Player, terms: Terms, color: Color | None, render_mode: str | None
    ) -> None:
        self.render_mode = render_mode
        self.terms = terms
        self._wanted, self._color = opponent, color
        self.observation_space, self.action_space = create_spaces(terms.variant)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game; if the opponent is to move, it moves."""
        super().reset(seed=seed)
        seeds = self.np_random.integers(1 << 32, size=3)
        for _ in range(MOST_ATTEMPTS):
            self.episode = Episode(self.terms, int(seeds[0]))
            drawn = (WHITE, BLACK)[int(seeds[1]) % 2]
            self.color = drawn if self._color is None else self._color
            self.opponent = (
                create_player(self._wanted, seed=int(seeds[2]))
                if isinstance(self._wanted, str)
                else self._wanted
            )
            self._reply()
            if not self._is_over:  # the opponent may win at once after random turns
                return self._observe(), {}
            seeds = self.np_random.integers(1 << 32, size=3)
        raise self.terms.too_many_random_turns()

    @property
    def _is_over(self) -> bool:
        return self.episode.is_terminated or self.episode.is_truncated

    def _reply(self) -> None:
        """Let the opponent move until it is the agent's turn, or the game is over."""
        game = self.episode.game
        while game.turn is not self.color and not self._is_over:
            game.push(self.opponent.choose(game))

    def _observe(self) -> dict[str, Any]:
        position = self.episode.game.position
        to_act = position.turn is self.color and not self._is_over
        return {
            "observation": observe(position, self.color),
            "action_mask": mask_actions(position, to_act=to_act),
        }

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Play half a turn, and the opponent's answer once the turn is complete."""
        try:
            self.episode.play(int(action))
        except IllegalMoveError as error:
            return self._observe(), -1.0, True, False, {"illegal": str(error)}
        self._reply()
        return (
            self._observe(),
            self.episode.reward(self.color),
            self.episode.is_terminated,
            self.episode.is_truncated,
            {},
        )

    def render(self) -> str | None:
        """Return the board as text or as SVG, as ``render_mode`` says."""
        return render(self.episode, self.render_mode)
