"""What facilities, Investment cells and rocket parts do, in words."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.text import Msg, msg, msgs

from . import steps
from .steps import Goods
from .words import (
    GOODS,
    goods_said,
)


def does_said(row: Mapping[str, Goods]) -> Msg:
    """What is paid and what is got."""
    if not row["pay"]:
        return msg("%(gives)s", gives=goods_said(row["get"]))
    return msg("%(pays)s → %(gives)s", pays=goods_said(row["pay"]), gives=goods_said(row["get"]))


def gives_said(printed: Goods) -> Msg:
    """What an Investment cell gives, its new level too."""
    goods = goods_said({good: n for good, n in printed.items() if good in GOODS})
    level = printed.get("level_to", 0)
    if not level:
        return goods
    if not any(good in GOODS for good in printed):
        return msg("level %(n)d", n=level)
    return msg("%(goods)s, level %(n)d", goods=goods, n=level)


def part_gives(part: str, level: int) -> Msg:
    """What the next level of a part does, and what reaching it gives."""
    gains = steps.rocket_gain(part, level, level + 1)  # type: ignore[arg-type]  # a key of PARTS
    does = part_does(part, level + 1)
    if not gains:
        return msg("level %(n)d: %(does)s", n=level + 1, does=does)
    return msg("level %(n)d: %(does)s; at once %(gains)s", n=level + 1, does=does, gains=goods_said(gains))


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
