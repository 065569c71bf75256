"""The game of two agents for PettingZoo, or against a level for Gymnasium: a half-turn a step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from merels.engine.players.levels import Player, find_level
from merels.env import encoding
from merels.errors import IllegalMoveError, MissingExtraError, NotationError
from merels.prospects.players import create_player
from merels.rules.outcome import NO_DRAW_RULES, DrawRules
from merels.rules.position import BLACK, WHITE, Color
from merels.rules.value import Oracle
from merels.rules.variant import NINE_MENS_MORRIS, AnyVariant, Variant
from merels.rules.variant import variant as find_variant

try:
    import gymnasium
    from gymnasium.spaces import Box, Dict, Discrete, Space
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:  # pragma: no cover - the development environment has it
    raise MissingExtraError(
        f"environments need {error.name}, which is not installed; add it with: "
        "pip install 'merels[env]'"
    ) from error


AGENTS: Final = {"player_0": WHITE, "player_1": BLACK}
RENDER_MODES: Final = ("ansi", "svg")


def env(
    variant: AnyVariant = NINE_MENS_MORRIS.name,
    *,
    max_turns: int | None = encoding.MOST_TURNS,
    random_turns: int = 0,
    draw_rules: DrawRules = NO_DRAW_RULES,
    render_mode: str | None = None,
) -> AECEnv[str, dict[str, Any], int | None]:
    """Return a PettingZoo environment of a variant; ``player_0`` is White, ``player_1`` Black.

    An agent acts again after closing a mill: the next action is the capture. An illegal action ends
    the game, and costs the agent 1. A game undecided after ``max_turns`` turns is truncated.

    >>> import merels
    >>> game = merels.env.env("six")
    >>> game.reset(seed=1)
    >>> game.agent_selection, int(game.action_space("player_0").n)
    ('player_0', 272)
    >>> game.observe("player_0")["observation"].shape
    (7, 5, 5)

    Raises what `merels.variant` raises, and `NotationError` for a number that is too small or an
    unknown render mode.
    """
    terms = encoding.EpisodeTerms(find_variant(variant), max_turns, random_turns, draw_rules)
    check_render_mode(render_mode)
    legal: Any = wrappers.TerminateIllegalWrapper(TwoPlayers(terms, render_mode), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(legal))


class TwoPlayers(AECEnv[str, dict[str, Any], int | None]):  # type: ignore[misc]  # it has no types
    """The environment of `env` without its wrappers: illegal actions raise `IllegalMoveError`."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo declares it so
        "name": "merels_v0",
        "render_modes": [*RENDER_MODES],
        "is_parallelizable": False,
    }

    def __init__(self, terms: encoding.EpisodeTerms, render_mode: str | None = None) -> None:
        super().__init__()
        self.terms = terms
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        views, actions = create_spaces(terms.variant)
        self.observation_spaces = dict.fromkeys(AGENTS, views)
        self.action_spaces = dict.fromkeys(AGENTS, actions)
        self._random: Any = None

    def observation_space(self, agent: str) -> Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; the same seed begins it with the same random turns."""
        if self._random is None or seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.episode = encoding.Episode(self.terms, int(self._random.integers(1 << 32)))
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = self._to_act()

    def _to_act(self) -> str:
        return next(agent for agent, color in AGENTS.items() if color is self.episode.game.turn)

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees, and which actions it may choose now."""
        episode = self.episode
        return encoding.view(episode.game.position, AGENTS[agent], to_act=not episode.is_over)

    def step(self, action: int | None) -> None:
        """Play half a turn for the agent that is selected; None once its game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self.episode.play(action)
        self._cumulative_rewards[agent] = 0.0
        for each, color in AGENTS.items():
            self.rewards[each] = self.episode.reward(color)
            self.terminations[each] = self.episode.is_terminated
            self.truncations[each] = self.episode.is_truncated
        self.agent_selection = self._to_act()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the board as text or as SVG, as ``render_mode`` says."""
        return render(self.episode, self.render_mode)

    def close(self) -> None:
        """Do nothing: no window is open."""


def create_spaces(variant: Variant) -> tuple[Space[Any], Space[Any]]:
    """Return the spaces of observations, with the mask of legal actions, and of actions."""
    size = encoding.action_table(variant).size
    planes = Box(0.0, 1.0, encoding.shape_of(variant), dtype=np.float32)
    mask = Box(0, 1, (size,), dtype=np.int8)
    return Dict({"observation": planes, "action_mask": mask}), Discrete(size)


def check_render_mode(mode: str | None) -> None:
    """Raise `NotationError` if there is no such way to draw a game."""
    if mode is not None and mode not in RENDER_MODES:
        expected = " or ".join(map(repr, RENDER_MODES))
        raise NotationError(f"{mode!r} is not a render mode", f"write {expected}, or None")


def render(episode: encoding.Episode, mode: str | None) -> str | None:
    """Return a picture of a game: ``ansi`` is text, ``svg`` a drawing; None draws nothing."""
    if mode is None:
        return None
    return episode.game._repr_svg_() if mode == "svg" else str(episode.game)


# The game against one of the levels as a Gymnasium environment, one half-turn a step.


def single(
    opponent: str | Player = "hard",
    variant: AnyVariant = NINE_MENS_MORRIS.name,
    *,
    color: Color | None = None,
    max_turns: int | None = encoding.MOST_TURNS,
    random_turns: int = 0,
    draw_rules: DrawRules = NO_DRAW_RULES,
    render_mode: str | None = None,
    oracle: Oracle | None = None,
) -> gymnasium.Env[dict[str, Any], int]:
    """Return a Gymnasium environment against a level, by name, or any other player.

    The agent plays ``color``, by default a colour drawn by the seed. An illegal action loses the
    game, and ``info["illegal"]`` says why. A game that is undecided after ``max_turns`` turns is
    truncated. The same seed and actions give the same game, unless the opponent searches by the
    clock. A level is created anew for each game; any other player plays all games.

    Expert and perfect ask the ``oracle`` for exact values; without an oracle, perfect is only as
    good as its search. For other limits than a level's own, give a player that
    `merels.create_player` made.

    >>> import merels
    >>> game = merels.env.single("easy", "six", color=merels.WHITE)
    >>> view, info = game.reset(seed=1)
    >>> view["observation"].shape, int(view["action_mask"].sum())
    ((7, 5, 5), 16)

    Raises `NotationError` if there is no such level, colour or render mode, and what
    `merels.variant` raises.
    """
    terms = encoding.EpisodeTerms(find_variant(variant), max_turns, random_turns, draw_rules)
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
        terms: encoding.EpisodeTerms,
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
        for _ in range(encoding.MOST_ATTEMPTS):
            self.episode = encoding.Episode(self.terms, int(seeds[0]))
            drawn = (WHITE, BLACK)[int(seeds[1]) % 2]
            self.color = drawn if self._color is None else self._color
            self.opponent = self._create_opponent(int(seeds[2]))
            self._reply()
            self._needs_reset = self.episode.is_over
            if not self.episode.is_over:  # the opponent may win at once after random turns
                return self._observe(), {}
            seeds = self.np_random.integers(1 << 32, size=3)
        raise self.terms.too_many_random_turns()

    def _reply(self) -> None:
        """Let the opponent move until it is the agent's turn, or the game is over."""
        game = self.episode.game
        while game.turn is not self.color and not self.episode.is_over:
            game.push(self.opponent.choose(game.copy()))

    def _observe(self) -> dict[str, Any]:
        return encoding.view(self.episode.game.position, self.color, to_act=not self._needs_reset)

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Play half a turn, and the opponent's answer once the turn is complete.

        Raises Gymnasium's ``ResetNeeded`` before the first game, and after the end of each.
        """
        if self._needs_reset:
            raise gymnasium.error.ResetNeeded("no game is in progress; call reset() first")
        try:
            self.episode.play(int(action))
        except IllegalMoveError as error:
            self._needs_reset = True
            return self._observe(), -1.0, True, False, {"illegal": str(error)}
        self._reply()
        self._needs_reset = self.episode.is_over
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
