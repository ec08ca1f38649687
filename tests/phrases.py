"""Runs of eight words as hashes: enough to notice a copied sentence, not enough to read one."""

from __future__ import annotations

import base64
import hashlib
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path

KEPT = Path(__file__).parent / "cases" / "phrases.txt"
RUN = 8  # words
SIZE = 5  # bytes of a hash


def hashes(words: Sequence[str]) -> Iterator[bytes]:
    """The hash of every run of *words*, in order."""
    for n in range(len(words) - RUN + 1):
        yield hashlib.sha256(" ".join(words[n : n + RUN]).encode()).digest()[:SIZE]


def written(found: set[bytes]) -> str:
    """*found* as text."""
    return "\n".join(textwrap.wrap(base64.b64encode(b"".join(sorted(found))).decode(), 120)) + "\n"


def kept() -> frozenset[bytes]:
    """The hashes of the texts that the rules were learnt from."""
    whole = base64.b64decode(KEPT.read_text("ascii"))
    return frozenset(whole[n : n + SIZE] for n in range(0, len(whole), SIZE))
