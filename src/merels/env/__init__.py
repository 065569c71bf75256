"""Environments for reinforcement learning: half-turns as numbered actions, exact rules.

>>> import merels
>>> game = merels.env.Vector(1000, seed=1)
>>> outcomes = game.step(game.sample())
>>> outcomes.rewards.shape, game.legal_actions().shape
((1000,), (1000, 600))

`env` returns a PettingZoo environment, `single` a Gymnasium environment against one of the levels;
both need the extra ``env``. `Vector` steps many games at once and needs the extra ``engine``.
``docs/environments.md`` describes actions, observations and rewards.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from merels.env.encoding import ActionTable

if TYPE_CHECKING:
    from merels.env.environments import env, single
    from merels.env.vector import Vector

__all__ = ["ActionTable", "Vector", "env", "single"]

_HOMES = {"Vector": "vector", "env": "environments", "single": "environments"}
"""The modules of the names that need other packages; they are imported on first use."""


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
