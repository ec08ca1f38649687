"""Numbers as people type them: any minus sign, sums and products, thousands in groups; never a wrong guess."""

from __future__ import annotations

import re
from math import prod

from companion.core.errors import Refused
from companion.core.text import msg

_MINUS = dict.fromkeys(map(ord, "−–—‒‐‑－"), "-")
_TIMES = dict.fromkeys(map(ord, "×·*xX✕∙хХ"), "*")
_PLUS = {ord("＋"): "+"}
_SPACE = r"[\s\u00a0\u202f\u2009'’]"
_GROUPED = re.compile(rf"(?<![\d])(\d{{1,3}})((?:{_SPACE}\d{{3}})+)(?![\d])")
_ROUND = re.compile(rf"(?<![\d])(\d{{1,3}})((?:{_SPACE}000)+)(?![\d])")
_TERM = re.compile(r"([+-]*)(\d{1,9}(?:\*-?\d{1,9})*)")
LARGEST = 999_999


def _plain(text: str) -> str:
    """ASCII signs; white space dropped beside them."""
    text = text.translate(_MINUS | _TIMES | _PLUS).strip()
    return re.sub(r"\s*([*+-])\s*", r"\1", text)


def _grouped(text: str, groups: re.Pattern[str] = _GROUPED) -> str:
    """*text* with thousands joined: ``1 000`` is 1000."""
    return groups.sub(lambda m: m[1] + re.sub(_SPACE, "", m[2]), text)


def terms(text: str) -> tuple[int, ...]:
    """The numbers of a sum, in order; products are worked out.

    Numbers may be separated by plus, minus, spaces, commas with a space, or semicolons. Refuses anything else,
    decimals above all: ``2,5`` must never become 25. ``3 120`` is two numbers, ``1 000`` one.

    >>> terms("6×5 + 4×3"), terms("3 7 5"), terms("3 120"), terms("−7"), terms("")
    ((30, 12), (3, 7, 5), (3, 120), (-7,), ())
    """
    found: list[int] = []
    for part in re.split(r"[\s;]+|,\s+", _plain(_grouped(text, _ROUND))):
        found += _sum(part, text) if part else []
    if any(abs(n) > LARGEST for n in found):
        raise Refused(msg("That number is too large."))
    return tuple(found)


def _sum(part: str, typed: str) -> list[int]:
    pieces = list(_TERM.finditer(part))
    if "".join(p[0] for p in pieces) != part or any(len(p[1]) > 2 for p in pieces):
        raise Refused(msg("“%(text)s” is not a whole number. Write digits, or a sum like 6×5 + 4×3.", text=typed[:40]))
    return [prod(map(int, p[2].split("*"))) * (-1 if p[1].count("-") % 2 else 1) for p in pieces]


def number(text: str) -> int:
    """The whole number that *text* says, sums and products worked out.

    >>> number("6×5 + 4×3"), number("1 000"), number("−3")
    (42, 1000, -3)
    """
    found = terms(_grouped(text))
    if not found:
        raise Refused(msg("Type a number; 0 is an answer too."))
    if len(found) > 1 and not re.search(r"\d[+-]", _plain(text)):
        raise Refused(msg("“%(text)s” is more than one number. Put + between them to add them up.", text=text[:40]))
    if abs(total := sum(found)) > LARGEST:
        raise Refused(msg("That number is too large."))
    return total
