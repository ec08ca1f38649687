"""The shapes that cross the edge: frozen dataclasses whose types say what is allowed and what it is called."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Final, TypeVar, get_type_hints

from annotated_types import Ge, Le, MaxLen, MinLen, Predicate

from companion.core.text import NOTHING, Msg

X = TypeVar("X")
READABLE: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # without I, L, O, U: nothing to mix up


class Shape:
    """Everything that crosses the edge: unknown keys are refused."""

    __slots__ = ()
    __pydantic_config__: ClassVar[Any] = {"extra": "forbid"}


@dataclass(frozen=True, slots=True)
class Label:
    """What people call a field, in an ``Annotated`` type: its name, a hint, and the rule it comes from.

    *words* names the choices of a Literal field or the keys of a map; *unit* stands behind a number.
    """

    text: Msg
    hint: Msg = NOTHING
    rule: str = ""
    words: tuple[tuple[str, Msg], ...] = ()

    def word(self, key: str) -> Msg | None:
        """What people call the choice *key*; None if it has no name of its own."""
        return dict(self.words).get(key)


@dataclass(frozen=True, slots=True)
class Fresh:
    """In the ``Annotated`` type of a text field: left empty, the edge fills it with that many random characters."""

    length: int
    alphabet: str = READABLE


def freshened(shape: X, choose: Callable[[str], str]) -> X:
    """*shape* with its empty :class:`Fresh` fields filled; *choose* picks one character of an alphabet.

    The core draws nothing at random: the edge passes ``secrets.choice``.
    """
    new = {
        name: "".join(choose(mark.alphabet) for _ in range(mark.length))
        for name, hint in get_type_hints(type(shape), include_extras=True).items()
        for mark in getattr(hint, "__metadata__", ())
        if isinstance(mark, Fresh) and not getattr(shape, name)
    }
    return replace(shape, **new) if new else shape  # type: ignore[type-var]  # every Shape in use is a dataclass


def is_plain(name: str) -> bool:
    """Has something to read, and no control characters (a tab or a line break in a name breaks sheets)."""
    return bool(name.strip()) and all(ch.isprintable() or ch in "\u200d\u200c\ufe0f" for ch in name)


Count = Annotated[int, Ge(0), Le(9999)]
Points = Annotated[int, Ge(-9999), Le(9999)]
Name = Annotated[str, MinLen(1), MaxLen(60), Predicate(is_plain)]
