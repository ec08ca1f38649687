"""The rings hold: imports point inwards, and each outside thing has one place that knows it."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.settings import ROOT

COMPANION = ROOT / "companion"
PURE = tuple(
    sorted(
        path
        for part in ("core", "games")
        for path in (COMPANION / part).rglob("*.py")
        if path != COMPANION / "games" / "__init__.py"  # the scan for games
    )
)
# What the standard library has and pure code does without: chance, clocks, files, processes, the network.
WORLDLY = {
    "asyncio",
    "ctypes",
    "datetime",
    "glob",
    "http",
    "importlib",
    "io",
    "locale",
    "logging",
    "multiprocessing",
    "os",
    "random",
    "secrets",
    "select",
    "shutil",
    "signal",
    "socket",
    "sqlite3",
    "ssl",
    "subprocess",
    "sys",
    "tempfile",
    "threading",
    "time",
    "urllib",
    "uuid",
}
COMMANDS = ("companion/__main__.py", "companion/backup.py")
READS_DATA = {COMPANION / "core" / "data.py", COMPANION / "core" / "rules.py", COMPANION / "core" / "game.py"}
INNER = {"companion.core", "companion.games"}


def imports(path: Path) -> Iterator[str]:
    """The full names of the modules that the module in *path* imports, wherever in it."""
    package = path.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            yield ".".join([*base, *([node.module] if node.module else [])])


def within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def importers(module: str) -> set[str]:
    """Our files that import *module*, by their path."""
    return {
        path.relative_to(ROOT).as_posix()
        for path in COMPANION.rglob("*.py")
        if any(within(name, module) for name in imports(path))
    }


@pytest.mark.parametrize("path", PURE, ids=lambda path: path.relative_to(COMPANION).as_posix())
def test_core_and_games_import_nothing_that_could_differ_tomorrow(path: Path) -> None:
    own = path.relative_to(COMPANION).parts
    allowed = {"companion.core", *([f"companion.games.{own[1]}"] if own[0] == "games" else [])}
    for name in imports(path):
        if within(name, "companion"):
            assert any(within(name, package) for package in allowed), f"{name} is not inside"
            continue
        top = name.split(".")[0]
        assert top in sys.stdlib_module_names | {"annotated_types"}, f"{name} is no part of Python"
        assert top not in WORLDLY, f"{name} touches the world"
        assert top != "pathlib" or path in READS_DATA, "files are read by companion.core.data"


@pytest.mark.parametrize("path", PURE, ids=lambda path: path.relative_to(COMPANION).as_posix())
def test_core_and_games_open_print_and_keep_nothing(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(called, ast.Name):
            assert called.id not in {"open", "print", "input", "exec", "eval", "__import__"}, ast.unparse(node)
        assert not isinstance(node, (ast.Global, ast.Nonlocal)), "a value that changes behind its back"


@pytest.mark.parametrize(
    ("module", "where"),
    [
        ("pydantic", {"companion/schema.py"}),
        ("pydantic_core", {"companion/schema.py"}),
        ("weasyprint", {"companion/printing.py"}),
        ("pypdfium2", {"companion/printing.py"}),
        ("sqlalchemy", {"companion/store/"}),
        ("flask", {"companion/web/"}),
        ("wtforms", {"companion/web/"}),
        ("companion.web", {"companion/web/", "companion/__main__.py"}),
        (
            "companion.store",
            {
                "companion/store/",
                "companion/service.py",
                "companion/joining.py",
                "companion/web/__init__.py",
                *COMMANDS,
            },
        ),
    ],
)
def test_each_outside_thing_has_one_place(module: str, where: set[str]) -> None:
    strays = {path for path in importers(module) if not any(path.startswith(place) for place in where)}
    assert not strays


def test_htmx_headers_are_known_in_one_module() -> None:
    knowing = {path.name for path in COMPANION.rglob("*.py") if "HX-" in path.read_text("utf-8")}
    assert knowing == {"page.py"}


TEMPLATES = (*sorted((ROOT / "templates").rglob("*.html")), *sorted((ROOT / "printables").rglob("*.html")))


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_templates_trust_no_text(path: Path) -> None:
    text = path.read_text("utf-8")
    assert not re.search(r"\|\s*safe\b|autoescape\s+false|Markup\(", text)


@pytest.mark.parametrize(
    "path",
    [path for path in TEMPLATES if "templates" in path.parts],
    ids=lambda path: path.relative_to(ROOT).as_posix(),
)
def test_pages_carry_no_script_and_no_style_of_their_own(path: Path) -> None:
    text = path.read_text("utf-8")
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|hx-on|javascript:", text)
    for tag in re.findall(r"<script[^>]*>", text):
        assert "src=" in tag, tag
    assert not re.search(r'(src|href|action|hx-[a-z]+)="(https?:)?//', text), "own origin only"
