"""The game of two agents as a PettingZoo environment, one half-turn a step."""

from __future__ import annotations

from typing import Any, Final

from merels.env.episode import MOST_TURNS, Episode, EpisodeTerms
from merels.errors import MissingExtraError, NotationError
from merels.rules.outcome import NO_DRAW_RULES, DrawRules
from merels.rules.position import BLACK, WHITE
from merels.rules.variant import NINE_MENS_MORRIS, AnyVariant
from merels.rules.variant import variant as find_variant

try:
    from gymnasium.spaces import Space
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import (
        AssertOutOfBoundsWrapper,
        OrderEnforcingWrapper,
        TerminateIllegalWrapper,
    )
except ImportError as error:  # pragma: no cover - the development environment has it
    raise MissingExtraError(
        f"environments need {error.name}, which is not installed; add it with: "
        "pip install 'merels[env]'"
    ) from error

from merels.env.encoding import create_spaces, mask_actions, observe

AGENTS: Final = {"player_0": WHITE, "player_1": BLACK}
RENDER_MODES: Final = ("ansi", "svg")


def env(
    variant: AnyVariant = NINE_MENS_MORRIS.name,
    *,
    max_turns: int | None = MOST_TURNS,
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
    terms = EpisodeTerms(find_variant(variant), max_turns, random_turns, draw_rules)
    check_render_mode(render_mode)
    legal: Any = TerminateIllegalWrapper(TwoPlayers(terms, render_mode), illegal_reward=-1)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(legal))


class TwoPlayers(AECEnv[str, dict[str, Any], int | None]):  # type: ignore[misc]  # it has no types
    """The environment of `env` without its wrappers: illegal actions raise `IllegalMoveError`."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo declares it so
        "name": "merels_v0",
        "render_modes": [*RENDER_MODES],
        "is_parallelizable": False,
    }

    def __init__(self, terms: EpisodeTerms, render_mode: str | None = None) -> None:
        super().__init__()
        self.terms = terms
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        view, actions = create_spaces(terms.variant)
        self.observation_spaces = dict.fromkeys(AGENTS, view)
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
        self.episode = Episode(self.terms, int(self._random.integers(1 << 32)))
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
        position, color = self.episode.game.position, AGENTS[agent]
        is_over = self.episode.is_terminated or self.episode.is_truncated
        to_act = color is position.turn and not is_over
        return {
            "observation": observe(position, color),
            "action_mask": mask_actions(position, to_act=to_act),
        }

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


def check_render_mode(mode: str | None) -> None:
    """Raise `NotationError` if there is no such way to draw a game."""
    if mode is not None and mode not in RENDER_MODES:
        expected = " or ".join(map(repr, RENDER_MODES))
        raise NotationError(f"{mode!r} is not a render mode", f"write {expected}, or None")


def render(episode: Episode, mode: str | None) -> str | None:
    """Return a picture of a game: ``ansi`` is text, ``svg`` a drawing; None draws nothing."""
    if mode is None:
        return None
    if mode == "svg":
        return episode.game._repr_svg_()
    return str(episode.game)
