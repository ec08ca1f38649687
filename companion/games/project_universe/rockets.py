"""What the parts of a rocket do, in words."""

from __future__ import annotations

from companion.core.text import Msg, msg, msgs

from . import steps
from .words import goods_said


def part_does(part: str, level: int) -> Msg:
    """What a part does at a level."""
    row = steps.rocket_level(part, level)  # type: ignore[arg-type]  # a key of PARTS
    if "capacity" in row:
        return msgs("%(n)d cube", "%(n)d cubes", int(row["capacity"]))
    if "any" in row:
        one, other = (goods_said(way) for way in row["any"])
        return msg("launch for %(one)s or %(other)s", one=one, other=other)
    cost = goods_said(row["pay"])
    return msg("launch for %(cost)s", cost=cost) if part == "launch_engine" else msg("move for %(cost)s", cost=cost)
