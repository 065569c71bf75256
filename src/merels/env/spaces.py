"""The spaces that both environments declare; needs Gymnasium."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space

from merels.env.actions import action_table
from merels.env.observation import shape_of
from merels.rules.variant import Variant


def create_spaces(variant: Variant) -> tuple[Space[Any], Space[Any]]:
    """Return the spaces of observations, with the mask of legal actions, and of actions."""
    size = action_table(variant).size
    planes = Box(0.0, 1.0, shape_of(variant), dtype=np.float32)
    mask = Box(0, 1, (size,), dtype=np.int8)
    return Dict({"observation": planes, "action_mask": mask}), Discrete(size)
