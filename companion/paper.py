"""What sheets are drawn with: black lines on white, in millimetres. Returns SVG as text, for printables only."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from math import ceil
from unicodedata import east_asian_width

import segno
from markupsafe import escape

from companion import drawings

GREY = "#777"
THIN, FINE, BOLD = 0.2, 0.3, 0.45
POINT = 25.4 / 72  # mm
SMALLEST, STEP = 4.0, 0.5  # points
LEADING, FILLED = 1.15, 0.85  # of a line of a name: its height in type sizes, and how full it gets
_DARK = re.compile(b"\x01+")  # cells of a QR code side by side
WIDEST = frozenset("WMwm@%—…ШЩЖЮФшщжюфмΩЪъЫы")
LEAST_BOX, MOST_LETTERS, LETTER = 7.5, 10, 1.15  # a small box, and the letters of its name that it gets room for, in mm


def mm(value: float) -> str:
    """A length with at most two decimals, as short as can be."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def svg(width: float, height: float, body: str, css: str = "", title: str = "") -> str:
    """A drawing of *width* × *height* mm."""
    named = f"<title>{title}</title>" if title else ""
    return (
        f'<svg class="{css}" viewBox="0 0 {mm(width)} {mm(height)}" width="{mm(width)}mm" height="{mm(height)}mm">'
        f"{named}{body}</svg>"
    )


def fitting(text: str, wide: float, high: float, size: float) -> float:
    """The largest type in points, at most *size*, at which *text* fits *wide* × *high* mm, broken where it must be."""
    while size > SMALLEST and tall(text, wide, size) > high:
        size -= STEP
    return size


def tall(text: str, wide: float, size: float) -> float:
    """How tall *text* stands in type of *size* points, broken into lines of *wide* mm."""
    ems = sum(
        1.12 if east_asian_width(c) in "WF" else 1.0 if c in WIDEST else 0.78 if c.isupper() else 0.6 for c in text
    )
    lines = 1 + max(0, ceil((ems * size * POINT - wide) / (wide * FILLED)))
    return lines * size * POINT * LEADING


@cache
def qr(address: str, size: float = 17) -> str:
    """A QR code that opens *address*."""
    code = segno.make(address, error="l", micro=False)
    path = "".join(
        f"M{run.start()} {y}.5h{run.end() - run.start()}"
        for y, row in enumerate(code.matrix)
        for run in _DARK.finditer(bytes(row))
    )
    n = len(code.matrix)
    return (
        f'<svg class="qr" viewBox="0 0 {n} {n}" width="{mm(size)}mm" height="{mm(size)}mm">'
        f'<title>QR</title><path d="{path}" stroke="#000"/></svg>'
    )


@cache
def neatline(width: float) -> str:
    """The map-maker's border: black and white by turns between two lines."""
    steps = round(width / 3.3)
    step = width / steps
    blocks = "".join(f"M{mm(i * step)} 0h{mm(step)}v1h-{mm(step)}z" for i in range(0, steps, 3))
    lines = f'<path d="M0 .1H{mm(width)}M0 .9H{mm(width)}" stroke="#000" stroke-width=".2"/>'
    return svg(width, 1, f'<path d="{blocks}"/>{lines}', "band")


@cache
def token(seat: int, size: float = 9, nth: int = 1) -> str:
    """The *seat*-th token: its shape, with its heraldic hatching in place of the colour; *nth* on the same sheet."""
    body = drawings.drawings()[f"s-{drawings.shape(seat)}"][1]
    lines = hatching(drawings.colour(seat))
    wide, end = (1.6, "round") if drawings.colour(seat) == "yellow" else (0.8, "butt")
    return (
        f'<svg class="token" viewBox="-1 -1 26 26" width="{mm(size)}mm" height="{mm(size)}mm">'
        f'<defs><clipPath id="c{seat}-{nth}">{body}</clipPath></defs>'
        f'<g fill="#fff" stroke="#000" stroke-width="1.2" stroke-linejoin="round">{body}</g>'
        f'<path clip-path="url(#c{seat}-{nth})" d="{lines}" fill="none" stroke="#000" stroke-width="{wide}" '
        f'stroke-linecap="{end}"/></svg>'
    )


@cache
def token_in_colour(seat: int, size: float = 9, nth: int = 1) -> str:
    """The *seat*-th token: its shape, filled with its colour."""
    body = drawings.drawings()[f"s-{drawings.shape(seat)}"][1]
    return (
        f'<svg class="token" viewBox="-1 -1 26 26" width="{mm(size)}mm" height="{mm(size)}mm">'
        f'<g fill="{drawings.PAINTS[drawings.colour(seat)]}" stroke="#000" stroke-width="1.2" '
        f'stroke-linejoin="round">{body}</g></svg>'
    )


@cache
def drawing(name: str, css: str = "") -> str:
    """One of the site's own drawings (``p-carrot``, ``i-map``) in black and white."""
    view, content = drawings.drawings()[name]
    return drawings.on_paper((view, _lined(name, content)), css)


def _lined(name: str, content: str) -> str:
    """Icons are lines that the site's stylesheet draws; on paper they bring their own."""
    pen = 'fill="none" stroke="#000" stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round"'
    return f"<g {pen}>{content}</g>" if name.startswith("i-") else content


@cache
def piece(name: str, x: float, y: float, size: float) -> str:
    """A drawing inside another one, its corner at (*x*, *y*), *size* wide."""
    view, content = drawings.drawings()[name]
    scale = size / float(view.split()[2])
    inked = drawings.inked(_lined(name, content))
    return f'<g transform="translate({mm(x)} {mm(y)}) scale({scale:.4f})">{inked}</g>'


@cache
def cuts(width: float, height: float, cards: int) -> str:
    """Where to cut a page of four cards, *height* tall each: dashed lines that start at a pair of scissors."""
    rows = 1 if cards < 3 else 2
    middle, tall = width / 2, height * rows + 1
    across = f"M6 {mm(height)}H{mm(width)}"
    lines = (
        f'<path d="M{mm(middle)} 6V{mm(height * rows)}{across}" fill="none" stroke="#555" stroke-width=".2" '
        f'stroke-dasharray="1.2 1.2"/>'
    )
    return svg(width, tall, lines + _scissors(2.6, height, 0) + _scissors(middle, 2.6, 90), "lines")


def _scissors(x: float, y: float, turned: int) -> str:
    """A small pair of scissors that cuts from (*x*, *y*) on, to the right or turned down."""
    return (
        f'<g transform="translate({mm(x)} {mm(y)}) rotate({turned})" fill="none" stroke="#000" stroke-width=".25" '
        f'stroke-linecap="round"><circle cx="-1.4" cy="-1" r=".7"/><circle cx="-1.4" cy="1" r=".7"/>'
        f'<path d="M-.8 -.6L2.6 1M-.8 .6L2.6 -1"/></g>'
    )


def hatching(colour: str, step: float = 2.6) -> str:
    """Heraldic lines for *colour* in a box of 24 × 24."""
    upright = "".join(f"M{mm(i * step)} 0V24" for i in range(1, 10))
    level = "".join(f"M0 {mm(i * step)}H24" for i in range(1, 10))
    falling = "".join(f"M{mm(i * step * 1.3 - 24)} 0l24 24" for i in range(16))
    rising = "".join(f"M{mm(i * step * 1.3)} 0l-24 24" for i in range(16))
    dots = "".join(f"M{mm(2 + x * 4 + (y % 2) * 2)} {mm(2 + y * 3.4)}h.01" for y in range(7) for x in range(6))
    return {"red": upright, "blue": level, "green": falling, "pink": rising, "yellow": dots}.get(
        colour, upright + level
    )


@cache
def badge(seat: int, letter: str, x: float, y: float, size: float) -> str:
    """The *seat*-th token inside another drawing, with the letter of its owner's name."""
    body = drawings.drawings()[f"s-{drawings.shape(seat)}"][1]
    return (
        f'<g transform="translate({mm(x)} {mm(y)}) scale({size / 24:.4f})"><g fill="#fff" stroke="#000" '
        f'stroke-width="1.8" stroke-linejoin="round">{body}</g><text x="12" y="16.6" font-family="Literata Print" '
        f'font-size="13" font-weight="700" text-anchor="middle">{escape(letter)}</text></g>'
    )


@cache
def ground(seat: int, size: int = 100) -> str:
    """The hatching of the *seat*-th token over a square, as a path that goes on into a square beside it."""
    step = size // 8
    across = range(step // 2, size, step)
    upright = "".join(f"M{n} 0V{size}" for n in across)
    level = "".join(f"M0 {n}H{size}" for n in across)
    slants = range(-size + step, size, size // 4)
    falling = "".join(f"M{max(n, 0)} {max(-n, 0)}L{min(size, size + n)} {min(size, size - n)}" for n in slants)
    rising = "".join(f"M{max(n, 0)} {size - max(-n, 0)}L{min(size, size + n)} {max(n, 0)}" for n in slants)
    rows = [(y * 2 * step + step, y % 2 * step) for y in range(4)]
    dots = "".join(f"M{x + shift} {y}h.1" for y, shift in rows for x in range(step // 2, size, 2 * step))
    found = {"red": upright, "blue": level, "green": falling, "pink": rising, "yellow": dots}
    return found.get(drawings.colour(seat), upright + level)


def box(x: float, y: float, w: float, h: float, weight: float = THIN) -> str:
    """A box to write in."""
    return (
        f'<rect x="{mm(x)}" y="{mm(y)}" width="{mm(w)}" height="{mm(h)}" fill="#fff" stroke="#000" '
        f'stroke-width="{mm(weight)}"/>'
    )


def line(x: float, y: float, w: float) -> str:
    """A line to write on."""
    return f'<path d="M{mm(x)} {mm(y)}h{mm(w)}" stroke="{GREY}" stroke-width=".22" fill="none"/>'


def small(x: float, y: float, text: str, size: float = 2, anchor: str = "start") -> str:
    """A word in small type."""
    return (
        f'<text x="{mm(x)}" y="{mm(y)}" font-family="Literata Print" font-size="{mm(size)}" fill="#333" '
        f'text-anchor="{anchor}">{text}</text>'
    )


def sum_width(w: float) -> float:
    """How wide the box for the sum is in a cell of *w*."""
    return min(13.0, w * 0.38)


def beside_sum(w: float) -> float:
    """What a cell of *w* has left beside the box for the sum."""
    return w - sum_width(w) - 2


def jot(kind: str, w: float, h: float, *, slots: int = 0, marks: tuple[str, ...] = (), so_far: str = "") -> str:
    """One cell of a score pad, for a pencil. *marks* name small boxes; *so_far* labels a running total."""
    wide = sum_width(w)
    left = beside_sum(w)
    if kind == "lines":
        each = h / max(1, slots)
        body = "".join(
            line(1, (i + 1) * each - 1.2, left - 1) + box(w - wide - 0.5, i * each + 0.7, wide, each - 1.4)
            for i in range(slots)
        )
    elif kind == "times":
        body = _products(slots, left, h) + _sum_box(w, wide, h, so_far)
    elif kind == "plus":
        body = _slots(slots, left, h) + _sum_box(w, wide, h, so_far)
    elif kind == "marks":
        body = _marks(marks, w, h, wide)
    elif kind == "tick":
        body = box(w - 6.5, h / 2 - 2.6, 5.2, 5.2, FINE)
    else:
        body = _sum_box(w, wide if so_far else min(w - 3, 22), h, so_far)
    return svg(w, h, body, "jot")


def _sum_box(w: float, wide: float, h: float, so_far: str) -> str:
    if not so_far:
        return box(w - wide - 0.5, 0.8, wide, h - 1.6, FINE)
    upper = (h - 2.4) * 0.58
    lower = (h - 2.4) - upper
    return (
        box(w - wide - 0.5, 0.8, wide, upper, BOLD)
        + box(w - wide - 0.5, 1.6 + upper, wide, lower, THIN)
        + small(w - wide + 0.2, 3.6 + upper, so_far, 1.9)
    )


def _products(slots: int, w: float, h: float) -> str:
    columns = 2 if w > 20 else 1
    rows = -(-slots // columns)
    found = ""
    for n in range(slots):
        x, y = (n % columns) * (w / columns), (n // columns + 0.78) * h / rows
        part = w / columns
        one = (part - 4.2) / 2
        cross = f"M{mm(x + one + 1)} {mm(y - 2.6)}l1.5 1.5m0-1.5l-1.5 1.5"
        found += line(x + 0.4, y, one) + line(x + one + 3, y, one)
        found += f'<path d="{cross}" stroke="#000" stroke-width=".25" fill="none"/>'
    return found


def _slots(slots: int, w: float, h: float) -> str:
    columns = max(1, int(w // 8))
    rows = -(-slots // columns)
    part = w / columns
    return "".join(
        line((n % columns) * part + 0.6, (n // columns + 0.8) * h / rows, part - 2)
        + (
            small((n % columns + 1) * part - 0.9, (n // columns + 0.8) * h / rows, "+", 2.6, "middle")
            if n < slots - 1
            else ""
        )
        for n in range(slots)
    )


def mark_columns(marks: tuple[str, ...], w: float) -> int:
    """How many small boxes fit side by side into *w*, with the longest of their names above them.

    >>> mark_columns(("A", "B", "C", "D"), 23), mark_columns(("Workforce", "Beans", "Money"), 23)
    (3, 2)
    """
    longest = max((len(unescape(word)) for word in marks), default=0)
    return max(1, min(len(marks), int(w // max(LEAST_BOX, LETTER * min(longest, MOST_LETTERS)))))


def _marks(marks: tuple[str, ...], w: float, h: float, wide: float) -> str:
    left = beside_sum(w)
    columns = mark_columns(marks, left)
    rows = -(-len(marks) // columns)
    part, high = left / columns, h / rows
    found = ""
    for n, word in enumerate(marks):
        x, y = (n % columns) * part, (n // columns) * high
        found += box(x + 0.3, y + 3.1, part - 1, high - 3.8) + small(x + part / 2 - 0.2, y + 2.5, word, 2, "middle")
    return found + _sum_box(w, wide, h, "")
