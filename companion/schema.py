"""Where the typed shapes meet the outside: the only module that knows pydantic.

Plain dataclasses of the core are validated from JSON bodies, query strings and log lines; every error comes at once,
with its path and a sentence of our own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar, cast, get_type_hints

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from companion.core.errors import Invalid, Refused
from companion.core.shape import Label
from companion.core.text import Msg, msg

T = TypeVar("T")
MOST_ERRORS = 50
NOT_JSON = msg("Send JSON, with the content type application/json.")


_ADAPTERS: dict[Any, TypeAdapter[Any]] = {}


def adapter(shape: Any) -> TypeAdapter[Any]:
    """The validator of *shape*, made once."""
    if shape not in _ADAPTERS:
        _ADAPTERS[shape] = TypeAdapter(shape)
    return _ADAPTERS[shape]


def from_json(shape: type[T], body: bytes | str) -> T:
    """*body* as a *shape*, strictly: "3" is no number, 3.0 neither. Raises Invalid with every error."""
    try:
        return cast(T, adapter(shape).validate_json(body, strict=True))
    except ValidationError as error:
        raise Invalid(_refusals(error)) from None


def from_plain(shape: type[T], raw: Any) -> T:
    """*raw*, plain values as a form gives them, as a *shape*. Raises Invalid with every error."""
    try:
        return cast(T, adapter(shape).validate_python(raw))
    except ValidationError as error:
        raise Invalid(_refusals(error)) from None


def _refusals(error: ValidationError) -> tuple[Refused, ...]:
    found: dict[tuple[str, str], Refused] = {}
    for detail in error.errors(include_url=False)[:MOST_ERRORS]:
        refused = Refused(_sentence(detail), _path(detail))
        found.setdefault((refused.field, str(refused.message)), refused)
    return tuple(found.values())


def _path(detail: ErrorDetails) -> str:
    inner = getattr(detail.get("ctx", {}).get("error"), "field", "")
    outer = [str(part)[:60] for part in detail["loc"] if part not in ("[key]", "int", "str")]
    return ".".join([*outer, *([inner] if inner else [])])


def _sentence(detail: ErrorDetails) -> Msg:
    """Our own sentence for pydantic's error of this type."""
    limits: Mapping[str, Any] = detail.get("ctx", {})
    if isinstance(reason := limits.get("error"), Refused):
        return reason.message
    make = SENTENCES.get(detail["type"])
    return make(limits) if make else msg("This is not understood here.")


SENTENCES: Mapping[str, Callable[[Mapping[str, Any]], Msg]] = {
    "missing": lambda c: msg("This is needed."),
    "missing_argument": lambda c: msg("This is needed."),
    "extra_forbidden": lambda c: msg("There is no such field here."),
    "unexpected_keyword_argument": lambda c: msg("There is no such field here."),
    "greater_than_equal": lambda c: msg("%(n)d is the least possible.", n=int(c["ge"])),
    "less_than_equal": lambda c: msg("%(n)d is the most possible.", n=int(c["le"])),
    "greater_than": lambda c: msg("It must be more than %(n)d.", n=int(c["gt"])),
    "less_than": lambda c: msg("It must be less than %(n)d.", n=int(c["lt"])),
    "literal_error": lambda c: msg("Choose one of these: %(choices)s.", choices=str(c["expected"]).replace("'", "")),
    "string_too_short": lambda c: msg("Write something here."),
    "string_too_long": lambda c: msg("At most %(n)d characters.", n=c["max_length"]),
    "predicate_failed": lambda c: msg("Write readable text here, without control characters."),
    "too_long": lambda c: msg("At most %(n)d entries.", n=c["max_length"]),
    "too_short": lambda c: msg("At least %(n)d entries are needed.", n=c["min_length"]),
    "json_invalid": lambda c: msg("This is not valid JSON."),
    "int_type": lambda c: msg("A whole number is needed."),
    "int_parsing": lambda c: msg("A whole number is needed."),
    "int_parsing_size": lambda c: msg("That number is too large."),
    "int_from_float": lambda c: msg("A whole number is needed."),
    "finite_number": lambda c: msg("A whole number is needed."),
    "bool_type": lambda c: msg("Yes or no is needed: true or false."),
    "bool_parsing": lambda c: msg("Yes or no is needed: true or false."),
    "string_type": lambda c: msg("Text is needed."),
    "string_unicode": lambda c: msg("This text is not valid Unicode."),
    "list_type": lambda c: msg("A list is needed."),
    "tuple_type": lambda c: msg("A list is needed."),
    "dict_type": lambda c: msg("An object with named values is needed."),
    "mapping_type": lambda c: msg("An object with named values is needed."),
    "dataclass_type": lambda c: msg("An object with named values is needed."),
}


def plain(x: Any, say: Callable[[Msg], str], rule: Callable[[str], Any]) -> Any:
    """*x* as JSON values: sentences through *say*, every field called ``rule`` through *rule*."""
    if isinstance(x, Msg):
        return say(x)
    if is_dataclass(x):
        return {
            f.name: rule(value) if f.name == "rule" and isinstance(value, str) else plain(value, say, rule)
            for f in fields(x)
            for value in [getattr(x, f.name)]
        }
    if isinstance(x, Mapping):
        return {str(key): plain(value, say, rule) for key, value in x.items()}
    return [plain(value, say, rule) for value in x] if isinstance(x, (tuple, list, frozenset)) else x


def json_schema(shape: Any, *, output: bool = False) -> tuple[dict[str, Any], dict[str, Any]]:
    """``(schema, definitions)`` of *shape* as OpenAPI 3.1 wants it; sentences are strings, rules are links."""
    made = adapter(shape).json_schema(
        mode="serialization" if output else "validation", ref_template="#/components/schemas/{model}"
    )
    definitions = made.pop("$defs", {})
    for name in definitions:
        if name == "Msg":
            definitions[name] = {"type": "string", "title": "Sentence"}
        elif output:
            _link_rules(definitions[name])
    if output:
        _link_rules(made)
    return _described(made, shape), definitions


def _link_rules(schema: dict[str, Any]) -> None:
    properties = schema.get("properties", {})
    if "rule" in properties:
        properties["rule"] = {"$ref": "#/components/schemas/RuleLink"}


def _described(schema: dict[str, Any], shape: Any) -> dict[str, Any]:
    """*schema* with what people call each field as its description."""
    for name, hint in get_type_hints(shape, include_extras=True).items():
        for label in getattr(hint, "__metadata__", ()):
            if isinstance(label, Label) and name in schema.get("properties", {}):
                said = f"{label.text}. {label.hint}" if label.hint else str(label.text)
                schema["properties"][name].setdefault("description", said)
    return schema


def renamed(schema: Any, names: Mapping[str, str]) -> Any:
    """*schema* with its references to the parts in *names* pointing to their new names."""
    prefix = "#/components/schemas/"
    if isinstance(schema, dict):
        return {
            key: prefix + names[value.removeprefix(prefix)]
            if key == "$ref" and value.removeprefix(prefix) in names
            else renamed(value, names)
            for key, value in schema.items()
        }
    return [renamed(item, names) for item in schema] if isinstance(schema, list) else schema
