"""Every page that can be reached by links: no fault that axe knows, no sideways scrolling, in both themes."""

from __future__ import annotations

import re
from html import unescape
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from tests.e2e.browsing import axe, sideways
from tests.e2e.conftest import Phone

LINK = re.compile(r'<a\b[^>]*?\shref="(/[^"#]*)')
NO_PAGE = re.compile(r"\.pdf$|^/static/|^/api/")


def fetched(address: str) -> tuple[int, str]:
    """The status of *address* and its text, if it is a page."""
    try:
        with urlopen(address) as answer:
            page = answer.headers.get_content_type() == "text/html"
            return answer.status, answer.read().decode() if page else ""
    except HTTPError as answer:
        with answer:
            return answer.code, ""


@pytest.fixture(scope="session")
def reached(site: str) -> dict[str, int]:
    """All pages, each once whatever its query, found by following links from the shelf; with their status."""
    found, waiting = {"/": 200}, ["/"]
    while waiting:
        path = waiting.pop()
        found[path], html = fetched(site + path)
        links = {urlsplit(unescape(link)).path for link in LINK.findall(html)}
        new = [link for link in sorted(links) if link not in found and not NO_PAGE.search(link)]
        found.update(dict.fromkeys(new, 0))
        waiting += new
    return found


@pytest.fixture
def pages(reached: dict[str, int]) -> list[str]:
    """The addresses of all pages."""
    return [path for path, status in reached.items() if status == 200]


def test_every_link_leads_to_a_page(reached: dict[str, int]) -> None:
    assert {"/", "/about", "/games/bunny-kingdom/", "/games/bunny-kingdom/rules"} <= set(reached)
    assert {path: status for path, status in reached.items() if status != 200} == {}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_no_page_has_a_fault_that_axe_knows(pages: list[str], phone: Phone, dark: bool) -> None:
    page, faults = phone(dark=dark), {}
    for path in pages:
        page.goto(path)
        if found := axe(page):
            faults[path] = found
    assert not faults, "\n".join(f"{path}\n  " + "\n  ".join(found) for path, found in faults.items())


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_no_page_scrolls_sideways(pages: list[str], phone: Phone, width: int) -> None:
    page, wide = phone(width), {}
    for path in pages:
        page.goto(path)
        if found := sideways(page):
            wide[path] = found
    assert not wide, "\n".join(f"{path}\n  " + "\n  ".join(found) for path, found in wide.items())
