"""What others made lies here with its licence and unchanged; nothing is fetched from anywhere else."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fontTools.ttLib import TTFont

from companion.settings import ROOT

RECORDS = (
    "static/vendor/VENDOR.toml",
    "static/fonts/FONTS.toml",
    "printables/_kit/fonts/FONTS.toml",
    "tests/vendor/VENDOR.toml",
)
OURS = ("app.py", "check", "run", ".ci", "bench", "companion", "printables", "static", "templates", "tests", "tools")
DOCUMENTS = (
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "pyproject.toml",
    "requirements.txt",
    "requirements-dev.txt",
)
BINARY = {".woff2", ".png", ".ico", ".pyc", ".pdf", ".mo"}

# Where packages and web files are usually fetched from; put together here, so that this file does not contain them.
ELSEWHERE = [
    ".".join(parts)
    for parts in (
        ("registry", "npmjs"),
        ("registry", "yarnpkg"),
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("unpkg", "com"),
        ("jsdelivr", "net"),
        ("cdnjs", "cloudflare"),
        ("esm", "sh"),
        ("googleapis", "com"),
        ("gstatic", "com"),
    )
]
LINK = re.compile(r"<a\b[^>]*>", re.S)
RESOURCE = re.compile(
    r"""(?:\b(?:src|srcset|href|action|formaction|poster|data|hx-[\w:-]+)\s*=\s*["']?|url\(\s*["']?|@import\s+["'])"""
    r"""(?:https?:)?//""",
    re.I,
)


def parts() -> Iterator[tuple[Path, dict[str, Any]]]:
    for record in RECORDS:
        for part in tomllib.loads((ROOT / record).read_text("utf-8"))["part"]:
            yield (ROOT / record).parent, part


def texts(*names: str) -> Iterator[tuple[Path, str]]:
    """All text files under *names*, which are files or folders of the project."""
    for name in names:
        path = ROOT / name
        for file in [path] if path.is_file() else sorted(path.rglob("*")):
            if file.is_file() and file.suffix not in BINARY and "__pycache__" not in file.parts:
                yield file, file.read_text("utf-8")


@pytest.mark.parametrize(
    ("folder", "part"), list(parts()), ids=lambda value: value["name"] if isinstance(value, dict) else ""
)
def test_each_part_is_as_its_maker_made_it_and_has_its_licence(folder: Path, part: dict[str, Any]) -> None:
    for file in part["file"]:
        assert hashlib.sha256((folder / file["name"]).read_bytes()).hexdigest() == file["sha256"], file["name"]
    assert part["licence"]
    assert part["version"] in part["source"]
    for name in part["licence_files"]:
        assert len((folder / name).read_text("utf-8")) > 500, name


@pytest.mark.parametrize("record", RECORDS)
def test_nothing_lies_there_unrecorded(record: str) -> None:
    folder = (ROOT / record).parent
    recorded = {folder / name for at, part in parts() if at == folder for name in part["licence_files"]}
    recorded |= {folder / file["name"] for at, part in parts() if at == folder for file in part["file"]}
    assert {file for file in folder.iterdir() if file.name != Path(record).name} == recorded


def test_no_file_names_a_place_to_fetch_packages_from() -> None:
    found = [f"{path}: {place}" for path, text in texts(*OURS, *DOCUMENTS) for place in ELSEWHERE if place in text]
    assert found == []


def test_pages_and_sheets_load_nothing_from_elsewhere() -> None:
    for path, text in texts("templates", "static", "printables"):
        if "vendor" not in path.parts:
            assert not RESOURCE.search(LINK.sub("", text)), path


def test_what_is_looked_for_would_be_found() -> None:
    bad = ('<script src="https://a.example/x.js">', "url(//a.example/x.png)", '@import "http://a.example/x.css"')
    for text in bad:
        assert RESOURCE.search(LINK.sub("", text)), text
    assert not RESOURCE.search(
        LINK.sub("", '<a href="https://a.example/">a</a> <svg xmlns="http://www.w3.org/2000/svg">')
    )


NAMES = "Łukasz Zoë Ștefan Erdoğan Ödön Őri Dvořák Françoise Œuvre Марія Ёлка Ђорђе Αλέξης"
SIGNS = "0123456789 ×−–—…½’“”«»•✓"


@pytest.mark.parametrize(
    "file",
    [path for face in ("bona", "literata") for path in (ROOT / "printables/_kit/fonts").glob(f"print-{face}-*.woff2")],
    ids=lambda path: path.stem,
)
def test_printed_names_come_in_the_sheets_own_faces(file: Path) -> None:
    font = TTFont(file)
    missing = {sign for sign in NAMES + SIGNS if ord(sign) not in font.getBestCmap()}
    widths = {font["hmtx"][font.getBestCmap()[ord(digit)]][0] for digit in "0123456789"}
    font.close()
    assert missing == set()
    assert len(widths) == 1, "figures stand under each other"


def test_the_text_face_has_the_signs_of_the_sheets() -> None:
    for weight in (400, 700):
        font = TTFont(ROOT / f"printables/_kit/fonts/print-literata-{weight}.woff2")
        assert {sign for sign in "☐□★←→↑↓≤≥№" if ord(sign) not in font.getBestCmap()} == set()
        font.close()
