"""Our own drawings: icons, pieces, seat tokens and the games' marks, as symbols for pages and plain SVG for paper."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from companion.settings import ROOT

_SYMBOL = re.compile(r'<symbol id="([a-z]-[a-z0-9-]+)" viewBox="([^"]+)">(.*?)</symbol>', re.S)
_USED = re.compile(r'href="#([a-z]-[a-z0-9-]+)"')
_SVG = re.compile(r"<svg[^>]*>(.*)</svg>", re.S)
SHAPES = ("round", "billet", "lozenge", "shield", "hexagon", "delta")
ICONS = ("plus", "minus", "check", "wait", "hand", "next", "back", "close", "erase", "share")
ALWAYS = (*(f"i-{icon}" for icon in ICONS), *(f"s-{shape}" for shape in SHAPES))
PAINTS = {  # of the seats' tokens, where there is coloured ink
    "red": "#e2725b",
    "yellow": "#f0c93d",
    "pink": "#f0a3c0",
    "black": "#8a8a8a",
    "blue": "#7fb0de",
    "green": "#86bd7b",
}
COLOURS = ("red", "yellow", "pink", "black", "blue", "green")

INK = {
    "a l": 'fill="#fff" stroke="#000" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"',
    "p l": 'fill="#fff" stroke="#000" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"',
    "l": 'fill="none" stroke="#000" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"',
    "o": 'fill="none" stroke="#000" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"',
    "h": 'fill="none" stroke="#000" stroke-width="1" stroke-linecap="round"',
    "oh": 'fill="none" stroke="#000" stroke-width="1" stroke-linecap="round"',
    "d": 'fill="none" stroke="#000" stroke-width="2" stroke-dasharray="0.1 4.5" stroke-linecap="round"',
    "bare": 'fill="#fff" stroke="#000" stroke-width="1.2" stroke-linejoin="round"',
    "a": 'fill="#fff"',
    "p": 'fill="#fff"',
    "k": 'fill="#000"',
    "ok": 'fill="#000"',
}


@cache
def drawings() -> dict[str, tuple[str, str]]:
    """``(viewBox, content)`` of every drawing by id: i- icons, p- pieces, s- seats, r- rabbits, d- others."""
    text = (ROOT / "static" / "drawings.svg").read_text("utf-8")
    return {found[1]: (found[2], found[3]) for found in _SYMBOL.finditer(text)}


@cache
def mark(folder: Path) -> tuple[str, str]:
    """The mark of the game in *folder*; a neutral one for a game that brings none."""
    path = folder / "mark.svg"
    if not path.exists():
        return drawings()["m-any"]
    found = _SVG.search(path.read_text("utf-8"))
    return "0 0 96 96", found[1] if found else ""


def sprite(html: str, marks: dict[str, Path]) -> str:
    """The symbols that *html* uses, and those that its parts may bring later, as one hidden SVG."""
    used = dict.fromkeys([*ALWAYS, *_USED.findall(html)])
    symbols = []
    for name in used:
        if name.startswith("m-") and name[2:] in marks:
            view, content = mark(marks[name[2:]])
        elif name in drawings():
            view, content = drawings()[name]
        else:
            continue
        symbols.append(f'<symbol id="{name}" viewBox="{view}">{content}</symbol>')
    return f'<svg class="sprite" aria-hidden="true" width="0" height="0">{"".join(symbols)}</svg>'


def on_paper(drawing: tuple[str, str], css: str = "", accent: str = "") -> str:
    """A drawing with no need of a stylesheet, as an ``<svg>`` of class *css*: black on white, or with an *accent*."""
    view, content = drawing
    return f'<svg class="{css}" viewBox="{view}" aria-hidden="true">{inked(content, accent)}</svg>'


def inked(content: str, accent: str = "") -> str:
    """What is drawn with the site's classes, with pen and paper of its own instead."""

    def pen(found: re.Match[str]) -> str:
        inks = INK.get(found[1], "")
        return inks.replace("#fff", accent) if accent and found[1].split()[0] == "a" else inks

    return re.sub(r'class="([a-z ]+)"', pen, content)


def shape(seat: int) -> str:
    """The shape of the *seat*-th token (from 1)."""
    return SHAPES[(seat - 1) % len(SHAPES)]


def colour(seat: int) -> str:
    """The colour of the *seat*-th token (from 1)."""
    return COLOURS[(seat - 1) % len(COLOURS)]


def letter(name: str) -> str:
    """The first letter of *name* as it is said, for the token; a dot where it has none."""
    return next((ch.upper() for ch in name if ch.isalnum()), "•")[:1]
