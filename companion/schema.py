"""Where the typed shapes meet the outside: the only module that knows pydantic.

Plain dataclasses of the core are validated from JSON bodies, query strings and log lines; every error comes at once,
with its path and a sentence of our own. The same types describe themselves as JSON Schema.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from pydantic import TypeAdapter, ValidationError
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import ErrorDetails, core_schema

from companion.core.errors import Invalid, Refused
from companion.core.shape import Label, Shape
from companion.core.text import Msg, msg, msgs

T = TypeVar("T")
MOST_ERRORS = 50
MOST_CHOICES = 12  # more are not listed in a sentence
LONGEST_PART = 60  # of a path
NOT_JSON = msg("Send JSON, with the content type application/json.")
NEEDED = msg("This is needed.")
WHOLE = msg("A whole number is needed.")
NO_FIELD = msg("There is no such field here.")
YES_OR_NO = msg("Yes or no is needed: true or false.")
A_LIST = msg("A list is needed.")
AN_OBJECT = msg("An object with named values is needed.")


_ADAPTERS: dict[Any, TypeAdapter[Any]] = {}


def adapter(shape: Any) -> TypeAdapter[Any]:
    """The validator of *shape*, made once."""
    if shape not in _ADAPTERS:
        _ADAPTERS[shape] = TypeAdapter(shape)
    return _ADAPTERS[shape]


def from_json(shape: type[T], body: bytes | str) -> T:
    """*body* as a *shape*, strictly: "3" is no number, 3.0 neither. Raises Invalid with every error."""
    try:
        given = cast(T, adapter(shape).validate_json(body, strict=True))
    except ValidationError as error:
        raise Invalid(_refusals(error, shape)) from None
    if twice := tuple(_twice(json.loads(body, object_pairs_hook=_Pairs))):
        raise Invalid(twice[:MOST_ERRORS])
    return given


def from_plain(shape: type[T], raw: Any) -> T:
    """*raw*, plain values as a form gives them, as a *shape*. Raises Invalid with every error."""
    try:
        return cast(T, adapter(shape).validate_python(raw))
    except ValidationError as error:
        raise Invalid(_refusals(error, shape)) from None


class _Pairs(tuple[tuple[str, Any], ...]):
    """An object of JSON as it was written, with names that stand there twice."""


def _twice(value: Any, path: tuple[str, ...] = ()) -> Iterator[Refused]:
    """A refusal for each name that an object has twice: one of the two would be lost without a word."""
    parts: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, _Pairs):
        parts = value
        names = Counter(name for name, _ in value)
        for name in (name for name, n in names.items() if n > 1):
            yield Refused(msg("This name stands here twice."), ".".join((*path, name[:LONGEST_PART])))
    elif isinstance(value, list):
        parts = enumerate(value)
    for name, inner in parts:
        yield from _twice(inner, (*path, str(name)[:LONGEST_PART]))


# Errors: pydantic's types and places become our sentences and paths


def _refusals(error: ValidationError, shape: Any) -> tuple[Refused, ...]:
    details = [detail for detail in error.errors(include_url=False) if not _is_echo(detail)]
    places = [_place(shape, detail["loc"]) for detail in details]
    taken = _taken(places)
    found: dict[tuple[str, str], Refused] = {}
    for detail, (path, branches) in zip(details, places, strict=True):
        if all(taken[place] == branch for place, branch in branches):
            refused = Refused(_sentence(detail), ".".join([*path, *_inner_path(detail)]))
            found.setdefault((refused.field, str(refused.message)), refused)
        if len(found) == MOST_ERRORS:
            break
    return tuple(found.values())


def _is_echo(detail: ErrorDetails) -> bool:
    """Whether a list seems too short only because its entries are refused, which is said already."""
    given = detail["input"]
    return (
        detail["type"] == "too_short"
        and isinstance(given, (list, tuple, dict))
        and len(given) >= detail["ctx"]["min_length"]
    )


_Place = tuple[list[str], list[tuple[str, str]]]


def _place(shape: Any, loc: tuple[int | str, ...]) -> _Place:
    """``(path, branches)``: what people call the place *loc* in *shape*, and which branch of which union is meant."""
    path: list[str] = []
    branches: list[tuple[str, str]] = []
    hint, in_map = bare(shape), False
    for part in loc:
        if in_map and part == "[key]":
            break
        if get_origin(hint) in (Union, UnionType):
            branches.append((".".join(path), str(part)))
            hint, in_map = _branch(hint, str(part)), False
            continue
        path.append(str(part)[:LONGEST_PART])
        hint, in_map = _part(hint, part), _is_map(hint)
    return path, branches


def bare(hint: Any) -> Any:
    """The type *hint* without its notes and without "or None"."""
    while get_origin(hint) in (Annotated, Union, UnionType):
        options = [one for one in get_args(hint) if one is not type(None)]
        if get_origin(hint) is not Annotated and len(options) > 1:
            break
        hint = options[0]
    return hint


def _is_map(hint: Any) -> bool:
    return isinstance(get_origin(hint), type) and issubclass(get_origin(hint), Mapping)


def _branch(union: Any, tag: str) -> Any:
    return next((one for one in map(bare, get_args(union)) if getattr(one, "__name__", "") == tag), Any)


def _part(hint: Any, part: int | str) -> Any:
    """The type of the *part* of a value of the type *hint*."""
    arguments = get_args(hint)
    if is_dataclass(hint):
        return bare(hints_of(cast(Any, hint)).get(str(part), Any))
    if _is_map(hint):
        return bare(arguments[1])
    if get_origin(hint) is tuple and arguments:
        return bare(arguments[part if arguments[-1] is not ... and part in range(len(arguments)) else 0])  # type: ignore[index]
    return Any


@cache
def hints_of(shape: Any) -> Mapping[str, Any]:
    """The types of a dataclass's fields, with their notes."""
    return get_type_hints(shape, localns=vars(sys.modules[shape.__module__]), include_extras=True)


def _taken(places: list[_Place]) -> dict[str, str]:
    """The branch of each union that fits best: the one with the fewest errors, the first of equals."""
    wrong = Counter(branch for _, branches in places for branch in branches)
    best: dict[str, str] = {}
    for place, branch in wrong:
        if place not in best or wrong[place, branch] < wrong[place, best[place]]:
            best[place] = branch
    return best


def _inner_path(detail: ErrorDetails) -> list[str]:
    inner = getattr(detail.get("ctx", {}).get("error"), "field", "")
    return [inner] if inner else []


def _sentence(detail: ErrorDetails) -> Msg:
    """Our own sentence for pydantic's error of this type."""
    limits: Mapping[str, Any] = detail.get("ctx", {})
    if isinstance(reason := limits.get("error"), Refused):
        return reason.message
    if detail["type"] == "literal_error":
        return _choose(limits["expected"], detail["input"])
    make = SENTENCES.get(detail["type"])
    return make(limits) if make else msg("This is not understood here.")


def _choose(expected: str, given: Any) -> Msg:
    choices = tuple(word or number for word, number in re.findall(r"'([^']*)'|(-?\d+)", expected))
    typed = str(given)[:40] if isinstance(given, (str, int)) else ""
    if not typed or not typed.isprintable():
        return msg("Choose one of these: %(choices)s.", choices=choices)
    if len(choices) > MOST_CHOICES:
        return msg("“%(given)s” is not known here.", given=typed)
    return msg("“%(given)s” is none of these: %(choices)s.", given=typed, choices=choices)


SENTENCES: Mapping[str, Callable[[Mapping[str, Any]], Msg]] = {
    "missing": lambda c: NEEDED,
    "missing_argument": lambda c: NEEDED,
    "missing_keyword_only_argument": lambda c: NEEDED,
    "extra_forbidden": lambda c: NO_FIELD,
    "unexpected_keyword_argument": lambda c: NO_FIELD,
    "greater_than_equal": lambda c: msg("%(n)d is the least possible.", n=int(c["ge"])),
    "less_than_equal": lambda c: msg("%(n)d is the most possible.", n=int(c["le"])),
    "greater_than": lambda c: msg("It must be more than %(n)d.", n=int(c["gt"])),
    "less_than": lambda c: msg("It must be less than %(n)d.", n=int(c["lt"])),
    "string_too_short": lambda c: msg("Write something here."),
    "string_too_long": lambda c: msgs("At most %(n)d character.", "At most %(n)d characters.", c["max_length"]),
    "string_pattern_mismatch": lambda c: msg("This is not written as it should be."),
    "predicate_failed": lambda c: msg("Write readable text here, without control characters."),
    "too_long": lambda c: msgs("At most %(n)d entry.", "At most %(n)d entries.", c["max_length"]),
    "too_short": lambda c: msgs(
        "At least %(n)d entry is needed.", "At least %(n)d entries are needed.", c["min_length"]
    ),
    "json_invalid": lambda c: msg("This is not valid JSON."),
    "int_type": lambda c: WHOLE,
    "int_parsing": lambda c: WHOLE,
    "int_parsing_size": lambda c: msg("That number is too large."),
    "int_from_float": lambda c: WHOLE,
    "finite_number": lambda c: WHOLE,
    "bool_type": lambda c: YES_OR_NO,
    "bool_parsing": lambda c: YES_OR_NO,
    "string_type": lambda c: msg("Text is needed."),
    "string_unicode": lambda c: msg("This text is not valid Unicode."),
    "list_type": lambda c: A_LIST,
    "tuple_type": lambda c: A_LIST,
    "dict_type": lambda c: AN_OBJECT,
    "mapping_type": lambda c: AN_OBJECT,
    "dataclass_type": lambda c: AN_OBJECT,
}


def plain(x: Any, say: Callable[[Msg], str], rule: Callable[[str], Any]) -> Any:
    """*x* as JSON values: sentences through *say*, each ``rule`` and those of ``doubts`` through *rule*."""
    if isinstance(x, Msg):
        return say(x)
    if is_dataclass(x):
        return {f.name: _plain_field(f.name, getattr(x, f.name), say, rule) for f in fields(x)}
    if isinstance(x, Mapping):
        return {str(key): plain(value, say, rule) for key, value in x.items()}
    return [plain(value, say, rule) for value in x] if isinstance(x, (tuple, list, frozenset)) else x


def _plain_field(name: str, value: Any, say: Callable[[Msg], str], rule: Callable[[str], Any]) -> Any:
    if name == "rule" and isinstance(value, str):
        return rule(value)
    if name == "doubts":
        return [{"message": say(doubt), "rule": rule(doubt.rule)} for doubt in value]
    return plain(value, say, rule)


# Descriptions: the same types as JSON Schema


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleLink(Shape):
    """A rule: its id, its title in the reader's language, and where it can be read."""

    id: str
    title: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Odd(Shape):
    """Something that looks odd, and the rule that says why."""

    message: str
    rule: RuleLink


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault(Shape):
    """One thing that is wrong: a sentence, the dotted path of the field (empty for the whole), the rule behind it."""

    message: str
    field: str
    rule: RuleLink | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Errors(Shape):
    """Everything that is wrong: the first error, and all of them."""

    error: Fault
    errors: tuple[Fault, ...]


SAID_ELSE: Mapping[str, Any] = {"rule": RuleLink | None, "doubts": tuple[Odd, ...]}  # as plain() writes them


class _Said(GenerateJsonSchema):
    """JSON Schema as the API speaks: sentences are strings, rules are links, labels are descriptions."""

    def dataclass_schema(self, schema: core_schema.DataclassSchema) -> dict[str, Any]:
        """The schema of one dataclass."""
        if schema["cls"] is Msg:
            return {"type": "string", "description": "A sentence in the reader's language."}
        made = super().dataclass_schema(schema)
        properties = made.get("properties", {})
        for name, hint in hints_of(cast(Any, schema["cls"])).items():
            for label in getattr(hint, "__metadata__", ()):
                if isinstance(label, Label):
                    _describe(properties, name, label)
        for name, shape in SAID_ELSE.items() if self.mode == "serialization" else ():
            if name in properties:
                properties[name] = self.generate_inner(adapter(shape).core_schema)
        return made


def _describe(properties: dict[str, Any], name: str, label: Label) -> None:
    """Give the property *name* what people call it."""
    said = f"{label.text}: {label.hint}" if label.hint else str(label.text)
    if said and name in properties:
        properties[name] = {**properties[name], "description": said}


Way = Literal["validation", "serialization"]


def describe(
    shapes: Mapping[str, tuple[Any, Way]], prefix: str = ""
) -> tuple[dict[str, dict[str, Any]], dict[str, Any]]:
    """``(schemas, definitions)`` of *shapes*, each with the way it goes: in (validation) or out (serialization).

    The names of definitions start with *prefix*, so that those of several games can stand side by side.
    """
    made, rest = TypeAdapter.json_schemas(
        [(key, way, adapter(shape)) for key, (shape, way) in shapes.items()],
        ref_template=f"#/components/schemas/{prefix}{{model}}",
        schema_generator=_Said,
    )
    definitions = {f"{prefix}{name}": part for name, part in rest.get("$defs", {}).items()}
    return {key: made[key, way] for key, (_, way) in shapes.items()}, definitions
