"""WTForms made from typed shapes: the forms coerce and draw, the schema judges.

Field names are dotted paths, the same as the paths of errors: ``players.0.name``. A map is a list of rows, each with
its ``key`` and its ``value``. What is left empty is left out, so defaults stay where they are declared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Field, FieldList, Form, FormField, RadioField, SelectField, StringField
from wtforms.fields.choices import SelectChoice
from wtforms.widgets import TextInput

from companion.core.errors import Invalid, Refused
from companion.core.numbers import number, terms
from companion.core.shape import Label
from companion.core.text import NOTHING, msg
from companion.web.words import say

FEW = 4
MOST_ROWS = 40
PLAIN = Label(NOTHING)


class NumberField(Field):  # type: ignore[misc]
    """A whole number typed as text: any minus sign, sums and products; what was typed stays."""

    widget = TextInput()

    def _value(self) -> str:
        return self.raw_data[0] if self.raw_data else ""

    def process_formdata(self, valuelist: list[str]) -> None:
        """The number typed; None where nothing is. ValueError carries the sentence."""
        self.data = None
        if valuelist and valuelist[0].strip():
            try:
                self.data = number(valuelist[0][:200])
            except Refused as refused:
                raise ValueError(say(refused.message)) from None


class WordsField(NumberField):
    """Several words or numbers in one line, separated by spaces or commas."""

    def __init__(self, *args: Any, numbers: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.numbers = numbers

    def process_formdata(self, valuelist: list[str]) -> None:
        """The list typed; None where nothing is."""
        text = valuelist[0][:4000] if valuelist else ""
        self.data = None
        if not text.strip():
            return
        try:
            self.data = list(terms(text)) if self.numbers else text.replace(",", " ").replace(";", " ").split()
        except Refused as refused:
            raise ValueError(say(refused.message)) from None


class Dotted(Form):  # type: ignore[misc]
    """A form whose parts are named with dots."""


@cache
def form_of(shape: Any) -> type[Form]:
    """The form that asks for *shape*, a dataclass."""
    hints = get_type_hints(shape, include_extras=True)
    return type(f"{shape.__name__}Form", (Dotted,), {f.name: _field(hints[f.name], _default(f)) for f in fields(shape)})


def _default(f: Any) -> Any:
    if f.default is not MISSING:
        return f.default
    return f.default_factory() if f.default_factory is not MISSING else None


def bare(hint: Any) -> tuple[Any, Label]:
    """``(type, label)`` of *hint*: without Annotated, without "or None"."""
    label = PLAIN
    while get_origin(hint) in (Annotated, Union, UnionType):
        if get_origin(hint) is Annotated:
            label = next((one for one in get_args(hint)[1:] if isinstance(one, Label)), label)
            hint = get_args(hint)[0]
        else:
            options = [one for one in get_args(hint) if one is not type(None)]
            literals = [bare(one)[0] for one in options]
            if all(get_origin(one) is Literal for one in literals) and len(literals) > 1:
                hint = Literal[tuple(value for one in literals for value in get_args(one))]  # type: ignore[assignment]
            else:
                hint = options[0] if len(options) == 1 or int not in options else str
    return hint, label


def _field(hint: Any, default: Any) -> Any:
    kind, label = bare(hint)
    named = {"label": label.text, "description": label}
    if kind is bool:
        return BooleanField(default=default, **named)
    if kind is int:
        return NumberField(default=default, **named)
    if get_origin(kind) is Literal:
        return _choice(get_args(kind), label, default, named)
    if is_dataclass(kind):
        return FormField(form_of(kind), separator=".", **named)
    if get_origin(kind) is tuple:
        inner, _ = bare(get_args(kind)[0])
        if is_dataclass(inner):
            rows = FormField(form_of(inner), separator=".")
            return FieldList(rows, separator=".", max_entries=MOST_ROWS, **named)
        return WordsField(numbers=inner is int, default=(), **named)
    if isinstance(get_origin(kind), type) and issubclass(get_origin(kind), Mapping):
        return _map(kind, label, named)
    return StringField(default=default or "", **named)


def _choice(values: tuple[Any, ...], label: Label, default: Any, named: dict[str, Any]) -> Any:
    choices = [SelectChoice(str(value), label.word(str(value)) or str(value)) for value in values]
    kind = RadioField if len(choices) <= FEW else SelectField
    first = default if default in values else None
    return kind(choices=choices, default=None if first is None else str(first), validate_choice=False, **named)


def _map(kind: Any, label: Label, named: dict[str, Any]) -> Any:
    """Fixed keys are a group of fields; free keys are rows of name and value."""
    of_key, of_value = get_args(kind)
    keys, _ = bare(of_key)
    if get_origin(keys) is Literal:
        parts = {str(key): _named(_field(of_value, None), label.word(str(key)) or str(key)) for key in get_args(keys)}
        return FormField(type("KeysForm", (Dotted,), parts), separator=".", **named)
    key = StringField(msg("Name"), description=Label(msg("Name")))
    row = type("RowForm", (Dotted,), {"key": key, "value": _field(of_value, None)})
    return FieldList(FormField(row, separator="."), separator=".", max_entries=MOST_ROWS, **named)


def _named(field: Any, text: Any) -> Any:
    field.kwargs["label"] = text
    return field


def filled(shape: Any, args: MultiDict[str, str], more: str = "") -> Form:
    """The form of *shape* with what *args* say; each list has rows to write in, *more* names one that gets another."""
    form = form_of(shape)(formdata=args or None)
    _rows(form, more)
    return form


def _rows(form: Form, more: str) -> None:
    for field in form:
        if isinstance(field, FieldList):
            while len(field.entries) < 2 or (more == field.name and len(field.entries) < MOST_ROWS):
                field.append_entry()
                more = "" if more == field.name else more
            for entry in field.entries:
                _rows(entry.form, more)
        elif isinstance(field, FormField):
            _rows(field.form, more)


def plain(form: Form, shape: Any) -> dict[str, Any]:
    """What was typed as plain nested values for the schema; what is empty is left out."""
    hints = get_type_hints(shape, include_extras=True)
    return {
        f.name: value for f in fields(shape) for value in [_plain(form[f.name], hints[f.name])] if value is not None
    }


def _plain(field: Any, hint: Any) -> Any:
    kind, _ = bare(hint)
    if isinstance(field, BooleanField):
        return True if field.data else None
    if isinstance(field, FieldList):
        return _plain_rows(field, kind)
    if isinstance(field, FormField):
        if is_dataclass(kind):
            return plain(field.form, kind) or None
        found = {part.short_name: _plain(part, get_args(kind)[1]) for part in field.form}
        return {key: value for key, value in found.items() if value is not None} or None
    if isinstance(field, (RadioField, SelectField)):
        values = {str(value): value for value in get_args(kind)}
        return values.get(field.data, field.data) if field.data not in (None, "", "None") else None
    if isinstance(field, StringField):
        return (field.data or "").strip() or None
    return field.data


def _plain_rows(field: Any, kind: Any) -> Any:
    if get_origin(kind) is tuple:
        inner, _ = bare(get_args(kind)[0])
        return [row for entry in field.entries if (row := plain(entry.form, inner))] or None
    found: dict[str, Any] = {}
    for entry in field.entries:
        key, value = (entry.form["key"].data or "").strip(), _plain(entry.form["value"], get_args(kind)[1])
        if key in found:
            entry.form["key"].errors = (*entry.form["key"].errors, say(msg("This name stands here twice.")))
            continue
        if key or value is not None:
            found[key] = (
                {} if value is None and is_dataclass(bare(get_args(kind)[1])[0]) else 0 if value is None else value
            )
    return found or None


def mark(form: Form, shape: Any, invalid: Invalid | Refused) -> list[tuple[str, str]]:
    """Put every error beside its field; returns ``(field id, sentence)`` of all of them, in the page's order."""
    errors = invalid.errors if isinstance(invalid, Invalid) else (invalid,)
    lost = []
    for error in errors:
        field = _find(form, shape, error.field.split(".") if error.field else [])
        if field is None or isinstance(field, (FormField, FieldList)):
            lost.append(("", say(error.message)))
        else:
            field.errors = (*field.errors, say(error.message))
    return [*lost, *faults(form)]


def faults(form: Any) -> list[tuple[str, str]]:
    """All errors that stand beside fields."""
    return [(field.id, str(sentence)) for field in leaves(form) for sentence in field.errors]


def leaves(form: Any) -> Iterator[Any]:
    """Every field that is typed into."""
    for field in form:
        if isinstance(field, FieldList):
            for entry in field.entries:
                yield from leaves(entry.form)
        elif isinstance(field, FormField):
            yield from leaves(field.form)
        else:
            yield field


def _find(form: Any, shape: Any, path: list[str]) -> Any:
    """The field that the error *path* means; rows without anything in them do not count."""
    if not path or path[0] not in form:
        return None
    field: Any = form[path[0]]
    kind, _ = bare(get_type_hints(shape, include_extras=True)[path[0]])
    rest = path[1:]
    if isinstance(field, FormField):
        if is_dataclass(kind):
            return _find(field.form, kind, rest) or field
        return field.form[rest[0]] if rest and rest[0] in field.form else field
    if isinstance(field, FieldList) and rest:
        entry, inner = _row(field, kind, rest[0])
        if entry is None:
            return field
        if get_origin(kind) is tuple:
            return _find(entry.form, inner, rest[1:]) or next(iter(entry.form))
        value = entry.form["value"]
        if len(rest) == 1:
            return entry.form["key"] if rest[0] == "" or isinstance(value, FormField) else value
        return _find(value.form, inner, rest[1:]) if isinstance(value, FormField) else value
    return field


def _row(field: Any, kind: Any, key: str) -> tuple[Any, Any]:
    if get_origin(kind) is tuple:
        inner, _ = bare(get_args(kind)[0])
        rows = [entry for entry in field.entries if plain(entry.form, inner)]
        return (rows[int(key)] if key.isdecimal() and int(key) < len(rows) else None), inner
    inner, _ = bare(get_args(kind)[1])
    named = (entry for entry in field.entries if (entry.form["key"].data or "").strip()[:60] == key)
    return next(named, None), inner


def query(shape: Any, example: Mapping[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    """*example*, plain values as JSON has them, as the parameters of the form of *shape*."""
    hints = get_type_hints(shape, include_extras=True)
    found: list[tuple[str, str]] = []
    for name, value in example.items():
        found += _query(prefix + name, hints[name], value)
    return found


def _query(name: str, hint: Any, value: Any) -> list[tuple[str, str]]:
    kind, _ = bare(hint)
    if isinstance(value, bool):
        return [(name, "1")] if value else []
    if is_dataclass(kind):
        return query(kind, value, f"{name}.")
    if isinstance(value, (list, tuple)):
        inner, _ = bare(get_args(kind)[0])
        if not is_dataclass(inner):
            return [(name, " ".join(map(str, value)))]
        return [pair for n, row in enumerate(value) for pair in query(inner, row, f"{name}.{n}.")]
    if isinstance(value, Mapping):
        keys, _ = bare(get_args(kind)[0])
        if get_origin(keys) is Literal:
            return [pair for key, one in value.items() for pair in _query(f"{name}.{key}", get_args(kind)[1], one)]
        rows: list[tuple[str, str]] = []
        for n, (key, one) in enumerate(value.items()):
            rows += [(f"{name}.{n}.key", str(key)), *_query(f"{name}.{n}.value", get_args(kind)[1], one)]
        return rows
    return [(name, str(value))]
