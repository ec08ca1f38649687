"""The rules of a game as entries with ids, read from its ``rules.<lang>.md``.

The file is Markdown. Every heading of level 2 or 3 is an entry and ends in its id and its attributes::

    ## Harvest {#harvest source="Rulebook, “Harvest”" phase="harvest"}
    Each fief pays strength × wealth …

    ### May a camp stand on a printed city? {#camp-on-city kind="faq" source="…"}
    No. …

``kind`` is ``rule`` (default), ``faq``, ``open`` (the rules leave it open), ``example`` or ``teach`` (read aloud to new
players: ``teach-intro``, then what is new in each ``phase``; no rule to look up). ``scoring="yes"`` marks what goes on
the one-page "how scoring works". An entry without a source is refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_HEADING = re.compile(r"^(#{2,3}) +(.+?) *\{#([a-z0-9-]+)([^}]*)\} *$")
_ATTRIBUTE = re.compile(r'([a-z]+)="([^"]*)"')


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleEntry:
    """One section: *text* is Markdown in our own words; *source* says where it is printed; *level* is 2 or 3."""

    id: str
    title: str
    text: str
    source: str
    level: int = 2
    kind: str = "rule"
    phase: str = ""
    scoring: bool = False


def parse(markdown: str) -> tuple[RuleEntry, ...]:
    """All entries in order. Raises ValueError for a heading without id or source, and for an id given twice."""
    entries: list[RuleEntry] = []
    heading: re.Match[str] | None = None
    body: list[str] = []
    for line in [*markdown.splitlines(), "## end {#end}"]:
        if not line.startswith(("## ", "### ")):
            body.append(line)
            continue
        if heading:
            entries.append(_entry(heading, "\n".join(body).strip()))
        body, heading = [], _HEADING.match(line)
        if heading is None:
            raise ValueError(f"a rules heading without an id: {line}")
    ids = [entry.id for entry in entries]
    if twice := {i for i in ids if ids.count(i) > 1}:
        raise ValueError(f"rule ids given twice: {sorted(twice)}")
    return tuple(entries)


def _entry(heading: re.Match[str], text: str) -> RuleEntry:
    found = dict(_ATTRIBUTE.findall(heading[4]))
    if not found.get("source") or not text:
        raise ValueError(f"rule {heading[3]} has no source or no text")
    return RuleEntry(
        id=heading[3],
        title=heading[2],
        text=text,
        source=found["source"],
        level=len(heading[1]),
        kind=found.get("kind", "rule"),
        phase=found.get("phase", ""),
        scoring=found.get("scoring") == "yes",
    )


@cache
def load(folder: Path, lang: str) -> tuple[RuleEntry, ...]:
    """The rules in *folder* in *lang*, in English where that language is not written yet."""
    path = folder / f"rules.{lang}.md"
    return parse((path if path.exists() else folder / "rules.en.md").read_text("utf-8"))


def listed(folder: Path, lang: str) -> tuple[RuleEntry, ...]:
    """The rules to look up: everything but what is read aloud to new players."""
    return tuple(entry for entry in load(folder, lang) if entry.kind != "teach")


def taught(folder: Path, lang: str) -> tuple[RuleEntry, ...]:
    """What is read aloud to new players, in order; nothing where it is not written."""
    return tuple(entry for entry in load(folder, lang) if entry.kind == "teach")


def languages(folder: Path) -> tuple[str, ...]:
    """The languages in which the rules in *folder* are written."""
    return tuple(sorted(path.suffixes[0][1:] for path in folder.glob("rules.*.md")))
