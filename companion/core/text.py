"""Sentences as values: written once in English, translated at the edge.

``msg("%(n)d left", n=3)`` is a plain value that the core can return and compare. The edge turns it into the reader's
language with :meth:`Msg.said`; ``str()`` gives the English source text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import NewType, Union

Value = Union[str, int, "Msg", "tuple[Msg | str, ...]"]


def _english(one: str, many: str | None, n: int) -> str:
    return one if many is None or n == 1 else many


@dataclass(frozen=True, slots=True)
class Msg:
    """A sentence with its values. *many* and *n* are set where the wording depends on a number.

    *rule* is the id of the section that explains it; the sentence is the same without.
    """

    text: str
    values: tuple[tuple[str, Value], ...] = ()
    many: str | None = None
    n: int = 0
    rule: str = field(default="", compare=False)

    def under(self, rule: str) -> Doubt:
        """This sentence, explained by the section *rule* of the game's rules."""
        return Doubt(replace(self, rule=rule))

    def said(self, translate: Callable[[str, str | None, int], str], join: Callable[[list[str]], str]) -> str:
        """This sentence in the reader's language: *translate* finds the pattern, *join* makes "Ann, Bob and Zoë"."""
        pattern = translate(self.text, self.many, self.n)
        return (
            pattern % {name: _value(value, translate, join) for name, value in self.values} if self.values else pattern
        )

    def __str__(self) -> str:
        return self.said(_english, and_join)

    def __bool__(self) -> bool:
        return bool(self.text)


Doubt = NewType("Doubt", Msg)  # what looks odd, under the rule that says why


def _value(
    value: Value, translate: Callable[[str, str | None, int], str], join: Callable[[list[str]], str]
) -> str | int:
    if isinstance(value, Msg):
        return value.said(translate, join)
    if isinstance(value, tuple):
        return join([str(_value(part, translate, join)) for part in value])
    return value


def and_join(parts: list[str]) -> str:
    """The English list: "Ann", "Ann and Bob", "Ann, Bob and Zoë"."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def msg(text: str, /, **values: Value) -> Msg:
    """A sentence; *values* fill its ``%(name)s`` places. A literal % is written %% where there are values."""
    return Msg(text, tuple(values.items()))


def msgs(one: str, many: str, n: int, /, **values: Value) -> Msg:
    """A sentence whose wording depends on *n*, which fills ``%(n)d``."""
    return Msg(one, (("n", n), *values.items()), many, n)


def verbatim(text: str) -> Msg:
    """A name or a formula that no language changes, as a Msg."""
    return Msg("%(text)s", (("text", text),))


NOTHING = Msg("")
Words = Mapping[str, Msg]
