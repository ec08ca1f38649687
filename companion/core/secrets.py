"""Secrets: one holder, and one place that takes them out before anything leaves for other eyes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from companion.core.score import Seat
from companion.core.shape import Shape


@dataclass(frozen=True, slots=True, kw_only=True)
class Hidden(Shape):
    """The only holder of secrets, in states and in events: how many is public, which is the owner's until open."""

    owner: Seat
    count: int
    keys: tuple[str, ...] = ()
    open: bool = False


def owners(event: Any) -> frozenset[Seat]:
    """Whose secrets *event* tells; what the site itself draws for it (fields that are not compared) is nobody's."""
    values = [getattr(event, f.name) for f in fields(event) if f.compare]
    inner = [owners(value) for value in values if is_dataclass(value) and not isinstance(value, Hidden)]
    return frozenset(value.owner for value in values if isinstance(value, Hidden)).union(*inner)


def seen(x: Any, seats: frozenset[Seat]) -> Any:
    """State, event or export as a device holding *seats* may see it; a watcher holds none."""
    if isinstance(x, Hidden):
        return x if x.open or x.owner in seats else replace(x, keys=())
    if is_dataclass(x) and not isinstance(x, type):
        return replace(x, **{f.name: seen(getattr(x, f.name), seats) for f in fields(x) if f.init})
    if isinstance(x, Mapping):
        return {k: seen(v, seats) for k, v in x.items()}
    return tuple(seen(v, seats) for v in x) if isinstance(x, tuple) else x
