"""WTForms made from typed shapes: the forms coerce and hold what was typed, the schema judges.

Field names are dotted paths, the same as the paths of errors: ``players.0.name``. A list of shapes is a list of rows; a
map is one too, each row with its ``key`` and its ``value``. What is left empty is left out, so that defaults stay where
they are declared. Settled questions (``rulings``) are no fields: they are asked beside the answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, Union, cast, get_args, get_origin

from annotated_types import Ge, MaxLen
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Field, FieldList, Form, FormField, RadioField, SelectChoice, SelectField, StringField
from wtforms.widgets import TextInput

from companion.core.errors import Invalid, Refused
from companion.core.numbers import number, terms
from companion.core.shape import Label
from companion.core.text import NOTHING, Msg, msg, verbatim
from companion.schema import LONGEST_PART, NEEDED, from_plain, hints_of
from companion.web.words import say

FEW = 4  # choices that are shown side by side
FOLDED = 6  # fields of a group that waits folded until something in it is typed
SOME = 12  # choices that are listed in a hint
ROWS = 2  # that stand there from the start
MOST_ROWS = 100
LONGEST_NUMBER = 200
LONGEST_LIST = 4000
BETWEEN = re.compile(r"[\s,;]+")
INDEX = re.compile(r"\d{1,3}", re.ASCII)
NAME = Label(msg("Name"))
NO_LABEL = Label(NOTHING)
LISTED = re.compile(
    r"(?<=\d)(?:\s+(?!000(?!\d))|,(?=\d{1,2}(?!\d)))(?=\d)"
)  # between numbers, not inside 1 000 or 1,000
TOO_LONG = msg("This is too long to be read.")


# What a type asks for


@dataclass(frozen=True, slots=True)
class Asked:
    """What the type of a field says: its kind without notes, what people call it, and its bounds."""

    kind: Any
    label: Label = NO_LABEL
    low: int | None = None
    most: int = MOST_ROWS
    optional: bool = False

    @property
    def is_map(self) -> bool:
        """Whether values have names."""
        return isinstance(get_origin(self.kind), type) and issubclass(get_origin(self.kind), Mapping)

    @property
    def is_choice(self) -> bool:
        """Whether only a few values are possible."""
        return get_origin(self.kind) is Literal

    @property
    def inner(self) -> Asked:
        """What each entry of a list, or each value of a map, is."""
        return asked(get_args(self.kind)[1 if self.is_map else 0])

    @property
    def key(self) -> Asked:
        """What each name of a map is."""
        return asked(get_args(self.kind)[0])


def asked(hint: Any) -> Asked:
    """What the type *hint* asks for; a number or a word is asked as a word."""
    notes: list[Any] = []
    optional = False
    while get_origin(hint) in (Annotated, Union, UnionType):
        if get_origin(hint) is Annotated:
            notes += get_args(hint)[1:]
            hint = get_args(hint)[0]
        else:
            optional = optional or type(None) in get_args(hint)
            hint = _one_of([one for one in get_args(hint) if one is not type(None)])
    return Asked(
        kind=hint,
        label=next((note for note in notes if isinstance(note, Label)), NO_LABEL),
        low=next((int(note.ge) for note in notes if isinstance(note, Ge)), None),  # type: ignore[call-overload]
        most=next((note.max_length for note in notes if isinstance(note, MaxLen)), MOST_ROWS),
        optional=optional,
    )


def _one_of(options: list[Any]) -> Any:
    """One type that stands for all of *options*."""
    kinds = [asked(one).kind for one in options]
    if len(kinds) > 1 and all(get_origin(kind) is Literal for kind in kinds):
        return Literal[tuple(value for kind in kinds for value in get_args(kind))]
    return str if len(kinds) > 1 and int in kinds else options[0]


def parts(shape: Any) -> dict[str, Asked]:
    """The fields of *shape* that its form has."""
    return {f.name: asked(hints_of(shape)[f.name]) for f in fields(shape) if f.name != "rulings"}


# The fields


class NumberField(Field):  # type: ignore[misc]
    """A whole number typed as text: any minus sign, sums and products; what was typed stays."""

    widget = TextInput()

    def __init__(self, *args: Any, low: int | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.low = low

    def _value(self) -> str:
        return self.raw_data[0] if self.raw_data else ""

    def process_formdata(self, valuelist: list[str]) -> None:
        """What was typed, read; None where nothing was. ValueError carries the sentence."""
        self.data = None
        if not valuelist or not valuelist[0].strip():
            return
        try:
            self.data = self.read(valuelist[0])
        except Refused as refused:
            raise ValueError(say(refused.message)) from None

    def read(self, text: str) -> Any:
        """The number that *text* says."""
        if len(text) > LONGEST_NUMBER:
            raise Refused(TOO_LONG)
        return number(text)


class WordsField(NumberField):
    """Several words or numbers in one line, separated by spaces or commas.

    *words* are the choices by any writing of them, *offered* the same to be shown.
    """

    def __init__(
        self, *args: Any, numbers: bool, words: Mapping[str, str], offered: tuple[Msg | str, ...], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.numbers = numbers
        self.words = words
        self.offered = offered

    def read(self, text: str) -> Any:
        """The list that *text* says."""
        if len(text) > LONGEST_LIST:
            raise Refused(TOO_LONG)
        if self.numbers:
            return list(terms(LISTED.sub("; ", text)))
        return [self.words.get(word.casefold(), word) for word in BETWEEN.split(text.strip(" \t,;")) if word]


class Group(FormField):  # type: ignore[misc]
    """Fields that belong together. *own* are the errors of the whole."""

    own: tuple[str, ...] = ()

    @property
    def is_long(self) -> bool:
        """Whether there are so many fields that they are better folded."""
        return len(list(self.form)) >= FOLDED

    @property
    def is_touched(self) -> bool:
        """Whether something in it is typed, chosen or wrong."""
        return bool(self.own) or any(_is_touched(field) for field in leaves(self.form))


class Rows(FieldList):  # type: ignore[misc]
    """Rows of fields, as many as are needed. *own* are errors of the whole, *used* the rows with anything in them.

    One row more than *most* is still read, so that it can be refused.
    """

    own: tuple[str, ...] = ()
    used: tuple[Any, ...] = ()

    def __init__(self, *args: Any, most: int, **kwargs: Any) -> None:
        super().__init__(*args, separator=".", max_entries=most + 1, **kwargs)
        self.most = most

    @property
    def has_room(self) -> bool:
        """Whether one more row may be added."""
        return len(self.entries) < self.most


@cache
def form_of(shape: Any) -> type[Form]:
    """The form that asks for *shape*, a dataclass."""
    defaults = {f.name: f.default for f in fields(shape)}
    return type(
        f"{shape.__name__}Form",
        (Form,),
        {name: _field(one, one.label.text or verbatim(name), defaults[name]) for name, one in parts(shape).items()},
    )


def _field(one: Asked, title: Msg, default: Any = MISSING) -> Any:
    """The unbound field for *one*, called *title*."""
    named: dict[str, Any] = {"label": title, "description": one.label}
    given = None if default is MISSING else default
    if one.kind is bool:
        return BooleanField(default=given, **named)
    if one.kind is int:
        return NumberField(default=given, low=one.low, **named)
    if one.is_choice:
        return _choice(one, given, named)
    if is_dataclass(one.kind):
        return Group(form_of(cast(Any, one.kind)), separator=".", **named)
    if get_origin(one.kind) is tuple:
        return _list(one, named)
    if one.is_map:
        return _map(one, title, named)
    return StringField(default=given or "", **named)


def _choice(one: Asked, default: Any, named: dict[str, Any]) -> Any:
    values = get_args(one.kind)
    choices = [SelectChoice(str(value), one.label.word(str(value)) or str(value)) for value in values]
    known = str(default) if default in values else None
    if len(choices) <= FEW and not (one.optional and known is None):
        return RadioField(choices=choices, default=known, validate_choice=False, **named)
    offered = choices if known is not None else [SelectChoice("", "–"), *choices]
    return SelectField(choices=offered, default=known, validate_choice=False, **named)


def _list(one: Asked, named: dict[str, Any]) -> Any:
    inner = one.inner
    if is_dataclass(inner.kind):
        rows = Group(form_of(cast(Any, inner.kind)), separator=".")
        return Rows(rows, most=one.most, **named)
    values = get_args(inner.kind) if inner.is_choice else ()
    words = {str(value).casefold(): str(value) for value in values}
    words |= {str(word).casefold(): key for key, word in (*inner.label.words, *one.label.words)}
    numbers = inner.kind is int or (bool(values) and all(isinstance(value, int) for value in values))
    offered = tuple(one.label.word(str(value)) or inner.label.word(str(value)) or str(value) for value in values)
    return WordsField(numbers=numbers, words=words, offered=offered if len(offered) <= SOME else (), **named)


def _map(one: Asked, title: Msg, named: dict[str, Any]) -> Any:
    """Fixed names are a group of fields; free names are rows of name and value."""
    if one.key.is_choice:
        keys = [str(key) for key in get_args(one.key.kind)]
        fixed = {key: _field(one.inner, one.label.word(key) or verbatim(key)) for key in keys}
        return Group(type("FixedForm", (Form,), fixed), separator=".", **named)
    key = one.key.label if one.key.label.text else NAME
    row = {"key": StringField(key.text, description=key), "value": _field(one.inner, one.inner.label.text or title)}
    return Rows(Group(type("RowForm", (Form,), row), separator="."), most=one.most, **named)


# Typed: from the address into the form


def filled(shape: Any, args: MultiDict[str, str], more: str = "") -> Form:
    """The form of *shape* with what *args* say; each list has rows to write in, *more* names one that gets another."""
    readable = MultiDict([(name, value) for name, value in args.items(multi=True) if _is_path(name)])
    form = form_of(shape)(formdata=readable or None)
    _add_rows(form, more)
    for field in leaves(form):
        field.errors = tuple(field.process_errors)
    return form


def _is_path(name: str) -> bool:
    """Whether the numbers in *name* can be numbers of rows."""
    return all(INDEX.fullmatch(part) for part in name.split(".") if part.isdigit())


def _add_rows(form: Form, more: str) -> None:
    for field in form:
        if isinstance(field, Rows):
            for _ in range(max(ROWS - len(field.entries), int(more == field.name))):
                if field.has_room:
                    field.append_entry()
            for entry in field.entries:
                _add_rows(entry.form, more)
        elif isinstance(field, Group):
            _add_rows(field.form, more)


# Read: from the form into plain values


def plain(form: Form, shape: Any) -> dict[str, Any]:
    """What was typed as plain nested values for the schema; what is empty is left out."""
    found = {name: _plain(form[name], one) for name, one in parts(shape).items()}
    return {name: value for name, value in found.items() if value is not None}


def _plain(field: Any, one: Asked) -> Any:
    if isinstance(field, BooleanField):
        return field.data or None
    if isinstance(field, Rows):
        return (_plain_map(field, one) if one.is_map else _plain_list(field, one)) or None
    if isinstance(field, Group):
        if is_dataclass(one.kind):
            return plain(field.form, one.kind) or None
        found = {part.short_name: _plain(part, one.inner) for part in field.form}
        return {key: value for key, value in found.items() if value is not None} or None
    if isinstance(field, (RadioField, SelectField)):
        values = {str(value): value for value in get_args(one.kind)}
        return values.get(field.data, field.data) if field.data not in (None, "", "None", field.default) else None
    if isinstance(field, NumberField):
        return field.data if field.raw_data else None
    return (field.data or "").strip() or None


def _plain_list(field: Rows, one: Asked) -> list[Any]:
    rows = [(entry, plain(entry.form, one.inner.kind)) for entry in field.entries]
    field.used = tuple(entry for entry, row in rows if row or _has_faults(entry.form))
    return [row for entry, row in rows if entry in field.used]


def _plain_map(field: Rows, one: Asked) -> dict[str, Any]:
    found: dict[str, Any] = {}
    used = []
    for entry in field.entries:
        name, value = entry.form["key"], _plain(entry.form["value"], one.inner)
        key = _name(entry)
        if not key and value is None and not _has_faults(entry.form):
            continue
        used.append(entry)
        if not key or key in found:
            name.errors = (*name.errors, say(msg("This name stands here twice.") if key else NEEDED))
        else:
            found[key] = _nothing(one.inner) if value is None else value
    field.used = tuple(used)
    return found


def _name(entry: Any) -> str:
    return (entry.form["key"].data or "").strip()


def _nothing(one: Asked) -> Any:
    """What a name without anything stands for: nothing of each kind, where that is known. A number must be typed."""
    if is_dataclass(one.kind) or one.is_map:
        return {}
    return [] if get_origin(one.kind) is tuple else None


# Faults: each beside its field


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What is wrong with a field: its *id* (empty for the whole), what it is called, why, and by which rule."""

    id: str
    where: tuple[Msg | str, ...]
    sentence: str
    rule: str = ""

    @property
    def is_gap(self) -> bool:
        """Whether something is only not typed yet."""
        return self.sentence == say(NEEDED)


def mark(form: Form, shape: Any, invalid: Invalid | Refused) -> list[Fault]:
    """Put every error beside its field; returns all of them, in the page's order."""
    lost, rules = [], dict[tuple[str, str], str]()
    for error in invalid.errors if isinstance(invalid, Invalid) else (invalid,):
        field, sentence = _find(form, shape, error.field), say(error.message)
        if field is None:
            lost.append(Fault(id="", where=(), sentence=sentence, rule=error.rule))
            continue
        rules[field.id, sentence] = error.rule
        if isinstance(field, (Group, Rows)):
            field.own = (*field.own, sentence)
        elif not field.process_errors:  # typed, but not understood: that is said already
            field.errors = (*field.errors, sentence)
    return [*lost, *(replace(one, rule=rules.get((one.id, one.sentence), "")) for one in faults(form))]


def faults(form: Any, where: tuple[Msg | str, ...] = ()) -> list[Fault]:
    """All errors that stand beside fields, in the page's order; *where* is what the parts around are called."""
    found = []
    for field in form:
        is_row = isinstance(field, Group) and field.short_name == "value"  # of a map: called by the map already
        here = where if is_row else (*where, field.label.text)
        own = field.own if isinstance(field, (Group, Rows)) else field.errors
        found += [Fault(id=field.id, where=here, sentence=str(sentence)) for sentence in own]
        if isinstance(field, Rows):
            for n, entry in enumerate(field.entries, 1):
                found += faults(entry.form, (*here, str(n)))
        elif isinstance(field, Group):
            found += faults(field.form, here)
    return found


def _has_faults(form: Any) -> bool:
    return any(field.errors for field in leaves(form))


def leaves(form: Any) -> Iterator[Any]:
    """Every field that is typed into."""
    for field in form:
        if isinstance(field, Rows):
            for entry in field.entries:
                yield from leaves(entry.form)
        elif isinstance(field, Group):
            yield from leaves(field.form)
        else:
            yield field


def _is_touched(field: Any) -> bool:
    if isinstance(field, NumberField):
        return bool(field._value().strip() or field.errors)
    return bool(field.errors) or field.data not in (None, "", False, "None", field.default)


def _find(form: Any, shape: Any, path: str) -> Any:
    """The field that the error *path* means; None if there is none."""
    name, _, rest = path.partition(".")
    return _within(form[name], parts(shape)[name], rest) if name in form else None


def _within(field: Any, one: Asked, path: str) -> Any:
    if isinstance(field, Rows):
        return (_in_map(field, one, path) if one.is_map else _in_list(field, one, path)) or field
    if not isinstance(field, Group):
        return field
    if is_dataclass(one.kind):
        return _find(field.form, one.kind, path) or field
    name, _, rest = path.partition(".")
    return _within(field.form[name], one.inner, rest) if name in field.form else field


def _in_list(field: Rows, one: Asked, path: str) -> Any:
    index, _, rest = path.partition(".")
    if not INDEX.fullmatch(index) or int(index) >= len(field.used):
        return None
    row = field.used[int(index)].form
    return _find(row, one.inner.kind, rest) or next(leaves(row))


def _in_map(field: Rows, one: Asked, path: str) -> Any:
    """In the row whose name *path* starts with; names may have dots."""
    for entry in field.used:
        name, value = entry.form["key"], entry.form["value"]
        key = _name(entry)[:LONGEST_PART]
        if path == key:
            is_leaf = not isinstance(value, (Group, Rows))
            return value if is_leaf and _is_fine(one, _name(entry)) else name
        if path.startswith(f"{key}."):
            return _within(value, one.inner, path.removeprefix(f"{key}."))
    return None


def _is_fine(one: Asked, key: str) -> bool:
    """Whether *key* may be a name of the map."""
    try:
        from_plain(get_args(one.kind)[0], key)
    except Invalid:
        return False
    return True


# Back into an address


def query(shape: Any, example: Mapping[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    """*example*, plain values as JSON has them, as the parameters of the form of *shape*."""
    asked_for = parts(shape)
    found: list[tuple[str, str]] = []
    for name, value in example.items():
        if name == "rulings":
            found += [(f"rulings.{key}", str(choice)) for key, choice in value.items()]
        else:
            found += _query(prefix + name, asked_for[name], value)
    return found


def _query(name: str, one: Asked, value: Any) -> list[tuple[str, str]]:
    if isinstance(value, bool):
        return [(name, "1")] if value else []
    if is_dataclass(one.kind):
        return query(one.kind, value, f"{name}.")
    if isinstance(value, (list, tuple)):
        if not is_dataclass(one.inner.kind):
            return [(name, " ".join(map(str, value)))]
        return [pair for n, row in enumerate(value) for pair in query(one.inner.kind, row, f"{name}.{n}.")]
    if isinstance(value, Mapping):
        return _query_map(name, one, value)
    return [(name, str(value))]


def _query_map(name: str, one: Asked, value: Mapping[str, Any]) -> list[tuple[str, str]]:
    if one.key.is_choice:
        return [pair for key, inner in value.items() for pair in _query(f"{name}.{key}", one.inner, inner)]
    rows: list[tuple[str, str]] = []
    for n, (key, inner) in enumerate(value.items()):
        rows += [(f"{name}.{n}.key", str(key)), *_query(f"{name}.{n}.value", one.inner, inner)]
    return rows
