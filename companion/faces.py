"""What the bundled faces of the sheets can write, and what stands for the rest: the same on every machine.

Latin, Cyrillic and Greek are always there. Names may be in other letters or hold pictures: rarer letters of these three
(Vietnamese, Kazakh, the old accents of Greek), Hebrew, Arabic, the commoner Chinese, Japanese and Korean characters and
the commoner pictures have small faces of their own, brought only to a sheet that needs them. What even these cannot
write is marked, never left out and never a box. ``tools/fonts.py`` cuts the faces to this.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from unicodedata import bidirectional, normalize


def span(*ends: int) -> frozenset[int]:
    """All code points from each first to each last, both included."""
    return frozenset(code for first, last in zip(ends[::2], ends[1::2], strict=True) for code in range(first, last + 1))


def codes(text: str) -> frozenset[int]:
    """The code points of *text*."""
    return frozenset(map(ord, text))


def rows(encoding: str, first: int, last: int) -> frozenset[int]:
    """What the rows from *first* to *last* of a national character set hold."""
    cells = (
        bytes((row, cell)).decode(encoding, "ignore") for row in range(first, last + 1) for cell in range(161, 255)
    )
    return frozenset(ord(found) for found in cells if len(found) == 1)


PUNCTUATION = codes("‐‑‒–—‘’‚“”„†•…‹›€−×÷½←→≤≥✓")
LATIN = span(0x20, 0x7E, 0xA0, 0xFF) | codes("ŒœŸ") | PUNCTUATION
LATIN_EXTENDED = span(0x100, 0x17E, 0x218, 0x21B) - LATIN
CYRILLIC = span(0x401, 0x44F, 0x451, 0x45F, 0x490, 0x491) | codes("№₽")
GREEK = span(0x37E, 0x37E, 0x384, 0x38A, 0x38C, 0x38C, 0x38E, 0x3A1, 0x3A3, 0x3CE)
ACCENTS = span(0x300, 0x304, 0x306, 0x308, 0x30A, 0x30C, 0x326, 0x328)  # for names typed as letter and accent
PRINT = LATIN | LATIN_EXTENDED | CYRILLIC | GREEK | ACCENTS | codes("↑↓□☐★")
SPACE = codes(" ")  # the face of a word also draws the space behind it
LETTERS = SPACE | span(
    *(0x18F, 0x18F, 0x1A0, 0x1A1, 0x1AF, 0x1B0, 0x1CD, 0x1DC, 0x1E6, 0x1E7, 0x1EA, 0x1EB, 0x1FA, 0x217, 0x22A, 0x22D),
    *(0x230, 0x233, 0x259, 0x259, 0x2BB, 0x2BC, 0x462, 0x463, 0x492, 0x493, 0x496, 0x497, 0x49A, 0x49B, 0x4A2, 0x4A3),
    *(0x4AE, 0x4B1, 0x4BA, 0x4BB, 0x4D8, 0x4D9, 0x4E8, 0x4E9, 0x1E0C, 0x1E0D, 0x1E24, 0x1E25, 0x1E36, 0x1E37),
    *(0x1E62, 0x1E63, 0x1E6C, 0x1E6D, 0x1E80, 0x1E85, 0x1E92, 0x1E93, 0x1E9E, 0x1E9E, 0x1EA0, 0x1EF9),
    *(0x1F00, 0x1F15, 0x1F18, 0x1F1D, 0x1F20, 0x1F45, 0x1F48, 0x1F4D, 0x1F50, 0x1F57, 0x1F59, 0x1F59),
    *(0x1F5B, 0x1F5B, 0x1F5D, 0x1F5D, 0x1F5F, 0x1F7D, 0x1F80, 0x1FB4, 0x1FB6, 0x1FBC, 0x1FC2, 0x1FC4),
    *(0x1FC6, 0x1FCC, 0x1FD0, 0x1FD3, 0x1FD6, 0x1FDB, 0x1FE0, 0x1FEC, 0x1FF2, 0x1FF4, 0x1FF6, 0x1FFC),
)
ARABIC = (
    SPACE
    | span(*(0x60C, 0x60C, 0x61B, 0x61B, 0x61F, 0x61F, 0x621, 0x63A, 0x640, 0x655, 0x660, 0x669))
    | span(*(0x670, 0x6D5, 0x6F0, 0x6F9, 0x200C, 0x200C))
)
HEBREW = SPACE | span(0x5B0, 0x5BC, 0x5C1, 0x5C2, 0x5D0, 0x5EA, 0x5F0, 0x5F4)
PICTURES = SPACE | span(
    *(0x1F300, 0x1F320, 0x1F330, 0x1F335, 0x1F337, 0x1F37F, 0x1F380, 0x1F393, 0x1F3A8, 0x1F3B2, 0x1F3C0, 0x1F3C6),
    *(0x1F400, 0x1F43E, 0x1F451, 0x1F451, 0x1F466, 0x1F469, 0x1F47B, 0x1F480, 0x1F48E, 0x1F48E, 0x1F493, 0x1F49F),
    *(0x1F525, 0x1F525, 0x1F5A4, 0x1F5A4, 0x1F600, 0x1F64F, 0x1F680, 0x1F681, 0x1F6F8, 0x1F6F8, 0x1F90D, 0x1F917),
    *(0x1F920, 0x1F92F, 0x1F950, 0x1F95E, 0x1F970, 0x1F976, 0x1F980, 0x1F9AE, 0x1F9C1, 0x1F9C1, 0x1F9D9, 0x1F9DD),
    *(
        0x2600,
        0x2604,
        0x2660,
        0x2660,
        0x2663,
        0x2663,
        0x2665,
        0x2666,
        0x26A1,
        0x26A1,
        0x26BD,
        0x26BE,
        0x2728,
        0x2728,
        0x2744,
        0x2744,
    ),
    *(0x2764, 0x2764, 0x2B50, 0x2B50),
)
KANA = span(0x3041, 0x3096, 0x30A1, 0x30FA, 0x30FC, 0x30FE) | codes("々〆・、。")
HANGUL = SPACE | rows("euc_kr", 0xB0, 0xC8) | span(0x3131, 0x318E)
HAN = SPACE | rows("gb2312", 0xB0, 0xD7) | rows("euc_jp", 0xB0, 0xCF) | KANA

DOT, BULLET = "\u00b7", "\u2022"  # for a letter that no face has, and for pictures
MIRRORED = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")
FLAGS = span(0x1F1E6, 0x1F1FF)
UNSEEN = re.compile(  # joins, tones and directions: nothing to draw, and some of them would turn a line round
    "[\u00ad\u061c\u200b\u200d-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\u20e3\U0001f3fb-\U0001f3ff]"
    "|(?<![\u0620-\u06d5])\u200c"  # between Arabic letters it keeps them apart
)


@dataclass(frozen=True, slots=True)
class Face:
    """A face that is brought only where it is needed: its family, its files by weight, and what it can write."""

    family: str
    short: str
    codes: frozenset[int]
    weights: tuple[int, ...] = (400,)

    @property
    def files(self) -> dict[int, str]:
        """The name of its file for each weight."""
        return {weight: f"print-{self.short}-{weight}.woff2" for weight in self.weights}


SPARE = (
    Face("Letter Print", "letters", LETTERS, (400, 700)),
    Face("Hebrew Print", "hebrew", HEBREW),
    Face("Arabic Print", "arabic", ARABIC),
    Face("Han Print", "han", HAN),
    Face("Hangul Print", "hangul", HANGUL),
    Face("Picture Print", "pictures", PICTURES),
)
ALL = PRINT.union(*(face.codes for face in SPARE)) | codes("\n\t\r")


def can_write(name: str) -> bool:
    """Whether anything of *name* that tells it from another can be written."""
    return any(ord(char) in ALL and (char.isalnum() or ord(char) in PICTURES) for char in legible(name))


def legible(text: str) -> str:
    """*text* as the faces can write it: a dot for each letter they have not, a bullet for other signs.

    >>> legible("Zoë 李雷 \U0001f430"), legible("ก A"), legible("\U0001f1eb\U0001f1f7"), legible("𝓐nna")
    ('Zoë 李雷 🐰', '· A', 'FR', 'Anna')
    """
    if codes(text) <= ALL and "\u200c" not in text:
        return text
    found = UNSEEN.sub("", normalize("NFC", text))
    return re.sub(f"{BULLET}+", BULLET, "".join(map(_written, found))) if codes(found) - ALL else found


@cache
def _written(char: str) -> str:
    """What stands for *char*: itself, the plain form of a fancy one, or a mark."""
    if ord(char) in ALL:
        return char
    if ord(char) in FLAGS:
        return chr(ord(char) - min(FLAGS) + ord("A"))
    plain = normalize("NFKC", char)
    if plain != char and codes(plain) <= ALL:
        return plain
    return DOT if char.isalpha() else BULLET


def needed(text: str) -> tuple[Face, ...]:
    """The faces that *text* needs besides those of every sheet."""
    asked = codes(text) - PRINT
    return tuple(face for face in SPARE if asked & face.codes)


def is_backward(text: str) -> bool:
    """Whether the first letter of *text* is read from right to left."""
    return next((way for way in map(bidirectional, text) if way in ("L", "R", "AL")), "L") != "L"


def ordered(text: str) -> str:
    """*text* with its direction said where it is read from right to left."""
    return f"\u202b{text}\u202c" if is_backward(text) else text


def seen(text: str) -> str:
    """*text* in the order in which its letters are seen from left to right; figures and Latin in it run their own way.

    >>> seen("AB 12"), seen("(\u05d0\u05d1) 12") == "12 (\u05d1\u05d0)"
    ('AB 12', True)
    """
    if not is_backward(text):
        return text
    return re.sub(r"[0-9\u0660-\u0669\u06f0-\u06f9A-Za-z]+", lambda run: run[0][::-1], text[::-1].translate(MIRRORED))
