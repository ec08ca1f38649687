"""Bring the catalogues of a language up to date: .check/bin/python tools/words.py fr

Reads every ``msg()``, ``msgs()``, ``lazy_gettext()`` and ``{% trans %}``. The site's words go to
companion/locale/fr.po, each game's to locale/fr.po in its own folder; what was translated stays. Without a language it
says what there is to translate.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[1]
KEYWORDS = {
    "msg": None,
    "msgs": (1, 2),
    "_l": None,
    "gettext": None,
    "lazy_gettext": None,
    "ngettext": (1, 2),
    "lazy_ngettext": (1, 2),
}


def game_folders() -> tuple[Path, ...]:
    """The folder of each game."""
    return tuple(sorted(path.parent for path in (ROOT / "companion" / "games").glob("*/__init__.py")))


def own_files(folder: Path) -> Iterator[Path]:
    """The files whose words belong to the game in *folder*: its modules, pages and sheets."""
    slug = folder.name.replace("_", "-")
    yield from sorted(folder.rglob("*.py"))
    for place in (ROOT / "templates" / "games" / slug, ROOT / "printables" / slug):
        yield from sorted(place.rglob("*.html"))


def site_files() -> Iterator[Path]:
    """All other files with words."""
    theirs = {path for folder in game_folders() for path in own_files(folder)}
    for place, ending in (("companion", "*.py"), ("templates", "*.html"), ("printables", "*.html")):
        yield from (path for path in sorted((ROOT / place).rglob(ending)) if path not in theirs)


def words(files: Iterator[Path]) -> Catalog:
    """Everything to translate in *files*, as a catalogue without translations."""
    catalogue = Catalog(project="Companion", charset="utf-8", fuzzy=False)
    for path in files:
        method = "python" if path.suffix == ".py" else "jinja2"
        for _, text, comments, context in extract_from_file(method, str(path), keywords=KEYWORDS):
            if text and text != ("", ""):
                place = (path.relative_to(ROOT).as_posix(), 0)
                catalogue.add(text, locations=[place], auto_comments=comments, context=context)
    return catalogue


def catalogues() -> dict[Path, Catalog]:
    """What there is to translate, by the folder that keeps the translations."""
    found = {ROOT / "companion" / "locale": words(site_files())}
    return {**found, **{folder / "locale": words(own_files(folder)) for folder in game_folders()}}


def updated(path: Path, template: Catalog) -> Catalog:
    """The catalogue in *path*, new or as it was, with exactly the words of *template*."""
    old = read_po(BytesIO(path.read_bytes()), locale=path.stem) if path.exists() else Catalog(locale=path.stem)
    old.update(template, no_fuzzy_matching=True)
    old.obsolete.clear()
    return old


def main(lang: str | None) -> None:
    """Write the catalogues of *lang*, and say how much is left."""
    for folder, template in catalogues().items():
        place = folder.relative_to(ROOT).as_posix()
        if lang is None:
            print(f"{place}: {len(template)} to translate")
            continue
        catalogue = updated(folder / f"{lang}.po", template)
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / f"{lang}.po").open("wb") as file:
            write_po(file, catalogue, width=110, include_lineno=False, sort_output=True)
        empty = sum(1 for entry in catalogue if entry.id and not any(entry.string or ()))
        print(f"{place}/{lang}.po: {len(catalogue)} in all, {empty} left")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
