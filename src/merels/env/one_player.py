"""The game against one of the levels as a Gymnasium environment, one half-turn a step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from merels.engine.players.levels import Player, find_level
from merels.env.episode import MOST_ATTEMPTS, MOST_TURNS, Episode, EpisodeTerms
from merels.errors import IllegalMoveError, MissingExtraError, NotationError
from merels.prospects.players import create_player
from merels.rules.oracle import Oracle
from merels.rules.outcome import NO_DRAW_RULES, DrawRules
from merels.rules.position import BLACK, WHITE, Color
from merels.rules.variant import NINE_MENS_MORRIS, AnyVariant
from merels.rules.variant import variant as find_variant

try:
    import gymnasium
except ImportError as error:  # pragma: no cover - the development environment has it
    raise MissingExtraError(
        f"environments need {error.name}, which is not installed; add it with: "
        "pip install 'merels[env]'"
    ) from error

from merels.env.encoding import create_spaces, mask_actions, observe
from merels.env.two_player import RENDER_MODES, check_render_mode, render


def single(
    opponent: str | Player = "hard",
    variant: AnyVariant = NINE_MENS_MORRIS.name,
    *,
    color: Color | None = None,
    max_turns: int | None = MOST_TURNS,
    random_turns: int = 0,
    draw_rules: DrawRules = NO_DRAW_RULES,
    render_mode: str | None = None,
    oracle: Oracle | None = None,
) -> gymnasium.Env[dict[str, Any], int]:
    """Return a Gymnasium environment against a level, by name, or any other player.

    The agent plays ``color``, by default either, drawn by the seed. An illegal action loses the
    game, and ``info["illegal"]`` says why. A game that is undecided after ``max_turns`` turns is
    truncated. The same seed and actions give the same game, unless the opponent searches by the
    clock. A level is created anew for each game; any other player plays all of them.

    Expert and perfect ask the ``oracle`` for exact values; without one, perfect is only as good as
    its search. For other limits than a level's own, give a player that `merels.create_player` made.

    >>> import merels
    >>> game = merels.env.single("easy", "six", color=merels.WHITE)
    >>> view, info = game.reset(seed=1)
    >>> view["observation"].shape, int(view["action_mask"].sum())
    ((7, 5, 5), 16)

    Raises `NotationError` if there is no such level, colour or render mode, and what
    `merels.variant` raises.
    """
    terms = EpisodeTerms(find_variant(variant), max_turns, random_turns, draw_rules)
    check_render_mode(render_mode)
    if color is not None and not isinstance(color, Color):
        raise NotationError(f"{color!r} is not a colour", "write merels.WHITE or merels.BLACK")
    if not isinstance(opponent, str):
        return AgainstLevel(lambda _: opponent, terms, color, render_mode)
    level = find_level(opponent).name
    return AgainstLevel(lambda seed: create_player(level, seed, oracle), terms, color, render_mode)


class AgainstLevel(gymnasium.Env[dict[str, Any], int]):
    """The environment of `single`."""

    metadata: dict[str, Any] = {"render_modes": [*RENDER_MODES], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        create_opponent: Callable[[int], Player],
        terms: EpisodeTerms,
        color: Color | None,
        render_mode: str | None,
    ) -> None:
        self.render_mode = render_mode
        self.terms = terms
        self._create_opponent, self._color = create_opponent, color
        self._needs_reset = True
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
            self.opponent = self._create_opponent(int(seeds[2]))
            self._reply()
            self._needs_reset = self._is_over
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
            game.push(self.opponent.choose(game.copy()))

    def _observe(self) -> dict[str, Any]:
        position = self.episode.game.position
        to_act = position.turn is self.color and not self._needs_reset
        return {
            "observation": observe(position, self.color),
            "action_mask": mask_actions(position, to_act=to_act),
        }

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Play half a turn, and the opponent's answer once the turn is complete.

        Raises Gymnasium's ``ResetNeeded`` before the first game, and after the end of each.
        """
        if self._needs_reset:
            raise gymnasium.error.ResetNeeded("no game is going on; call reset() first")
        try:
            self.episode.play(int(action))
        except IllegalMoveError as error:
            self._needs_reset = True
            return self._observe(), -1.0, True, False, {"illegal": str(error)}
        self._reply()
        self._needs_reset = self._is_over
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
