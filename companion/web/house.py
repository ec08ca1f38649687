"""House rules: the options of a game as fields to set before a count, and in words on its result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from companion import schema
from companion.core.game import Game, Tally
from companion.core.shape import Label
from companion.core.text import Msg, msg, verbatim
from companion.web.tally import Args

YES_OR_NO = (("0", msg("no")), ("1", msg("yes")))
BESIDE = 12  # letters of a choice that has room beside its label on a narrow phone


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A field of the house rules: one of *choices*, or a number (with *is_text*, text) where there are none.

    *parts* make a list of its own under its label, such as the corrected values of cards; left empty, they are as
    printed.
    """

    name: str
    label: Label
    value: str = ""
    choices: tuple[tuple[str, Msg], ...] = ()
    parts: tuple[Setting, ...] = ()
    error: Msg | None = None
    is_text: bool = False

    @property
    def is_wide(self) -> bool:
        """Whether its field needs a line of its own: for text, and for words too long to stand beside the label."""
        return self.is_text or any(len(str(word)) > BESIDE for _, word in self.choices)

    @property
    def said(self) -> Msg | None:
        """What is chosen, in words; None for a number or a list."""
        return dict(self.choices).get(self.value)

    @property
    def wrong(self) -> bool:
        """Whether it, or something in its list, was refused."""
        return bool(self.error) or any(part.error for part in self.parts)

    @property
    def touched(self) -> bool:
        """Whether it has to be looked at: something in its list is set or wrong."""
        return any(part.value or part.error for part in self.parts)


def house_settings(game: Game[Any], args: Args, errors: Mapping[str, Msg]) -> tuple[Setting, ...]:
    """The options of *game* that a field can set, filled with what *args* say."""
    printed, named = game.options(), labels(game)
    made = (_setting(f"opt.{name}", label, getattr(printed, name), args, errors) for name, label in named.items())
    return tuple(one for one in made if one is not None)


def _setting(name: str, label: Label, printed: Any, args: Args, errors: Mapping[str, Msg]) -> Setting | None:
    value, error = args.get(name, ""), errors.get(name)
    match printed:
        case bool():
            return Setting(name=name, label=label, value=value or str(int(printed)), choices=YES_OR_NO, error=error)
        case int():
            return Setting(name=name, label=label, value=value or str(printed), error=error)
        case str():
            is_text, value = not label.words, value or printed
            return Setting(name=name, label=label, value=value, choices=label.words, error=error, is_text=is_text)
        case Mapping():
            parts = tuple(_part(f"{name}.{key}", Label(word), args, errors) for key, word in label.words)
            return Setting(name=name, label=label, parts=parts, error=error)
    return None


def _part(name: str, label: Label, args: Args, errors: Mapping[str, Msg]) -> Setting:
    return Setting(name=name, label=label, value=args.get(name, ""), error=errors.get(name))


def house_rules(game: Game[Any], tally: Tally) -> tuple[tuple[Msg, Msg], ...]:
    """The options that differ from what is printed or recommended, as ``(label, value)``."""
    printed, named = game.options(), labels(game)
    return tuple(
        (named[f.name].text, _said(named[f.name], getattr(tally.options, f.name)))
        for f in fields(game.options)  # type: ignore[arg-type]  # every Shape in use is a dataclass
        if f.name in named and getattr(tally.options, f.name) != getattr(printed, f.name)
    )


def labels(game: Game[Any]) -> dict[str, Label]:
    """What people call each of the game's options."""
    return {
        name: mark
        for name, hint in schema.hints_of(game.options).items()
        for mark in getattr(hint, "__metadata__", ())
        if isinstance(mark, Label)
    }


def _said(label: Label, value: Any) -> Msg:
    match value:
        case bool():
            return dict(YES_OR_NO)[str(int(value))]
        case Mapping():
            pairs = tuple(msg("%(name)s %(n)d", name=_word(label, key), n=n) for key, n in value.items())
            return msg("%(list)s", list=pairs)
        case tuple():
            return msg("%(list)s", list=tuple(_word(label, one) for one in value))
    return _word(label, value)


def _word(label: Label, value: Any) -> Msg:
    return label.word(str(value)) or verbatim(str(value))
