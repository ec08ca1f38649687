"""The installed site: it opens without a network, keeps no secret, and is renewed only when somebody asks for it."""

from __future__ import annotations

import re
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from companion.settings import ROOT
from tests.e2e.browsing import axe, sideways
from tests.e2e.table import (
    Host,
    at_head,
    begin,
    code_of,
    happened,
    harvest,
    host,
    line,
    live,
    on,
    post,
    reap,
    sent,
    sit,
)

ASKED: dict[str, Any] = tomllib.loads((ROOT / "tests" / "cases" / "questions.toml").read_text("utf-8"))
OFF_TOPIC: list[str] = ASKED.pop("off_topic")
READY = "() => navigator.serviceWorker.ready.then(() => 1)"
HELD = """async () => { const all = [];
  for (const name of await caches.keys()) for (const key of await (await caches.open(name)).keys())
    all.push([name, new URL(key.url).pathname, await (await caches.match(key, { ignoreVary: true })).text()]);
  return all }"""


@pytest.fixture
def installed(browser: Browser) -> Any:
    """Makes phones that let the service worker in, on a site of their own."""
    contexts: list[BrowserContext] = []

    def new(base: str) -> Page:
        view = {"width": 390, "height": 844}
        context = browser.new_context(base_url=base, viewport=view, is_mobile=True, has_touch=True, locale="en-GB")
        context.set_default_timeout(10_000)
        contexts.append(context)
        return context.new_page()

    yield new
    for context in contexts:
        context.close()


def becomes(page: Page, promised: str, arg: Any = None) -> None:
    """Wait until *promised*, a function of the page that gives a promise, comes true."""
    page.evaluate(
        f"""async arg => {{ for (const until = Date.now() + 9000; !await ({promised})(arg);) {{
        if (Date.now() > until) throw new Error("it never came true");
        await new Promise(go => setTimeout(go, 100)) }} }}""",
        arg,
    )


KEEPS = """paths => Promise.all(paths.map(path => caches.match(path, { ignoreVary: true })))
.then(all => all.every(Boolean))"""
FORGOT = "part => caches.open('pages').then(c => c.keys()).then(all => !all.some(key => key.url.includes(part)))"


def kept(page: Page, *paths: str) -> list[list[str]]:
    """What the phone keeps, once these are among it: name of the cache, path, text."""
    becomes(page, KEEPS, list(paths))
    found: list[list[str]] = page.evaluate(HELD)
    return found


def test_it_opens_without_a_network(installed: Any, tmp_path: Path) -> None:
    """B69, B94: shell, the play as last seen with waiting taps, rules, a sheet opened before; and no secret in it."""
    with host(tmp_path / "site") as site:
        a, b = installed(site.address), installed(site.address)
        play = begin(a, depth="full")
        sit(b, code_of(play), 2)
        post(b, play, {"kind": "parchments", "held": {"owner": 2, "count": 1, "keys": ["royal_crown"]}})
        post(a, play, *on(1, "exploration", "construction"))
        b.goto("/")
        b.evaluate(READY)
        b.goto(play)
        pdf = "/games/bunny-kingdom/print/checklist.pdf"
        b.evaluate("address => fetch(address).then(answer => answer.blob())", pdf)
        held = kept(b, play, f"{play}log", f"{play}scores", "/offline", pdf)
        for name, path, text in held:
            if play in path:
                assert "royal_crown" not in text or 'value="royal_crown" checked' not in text, (name, path)
                assert "Royal Crown" not in re.sub(r'<ul class="cards">.*?</ul>', "", text, flags=re.S), (name, path)
        b.context.set_offline(True)
        reap(b, 2, "12")
        expect(line(b)).to_contain_text("1 tap waits")
        b.close()
        b = b.context.new_page()  # a cold start, without a network
        b.goto("/")
        expect(b.get_by_role("link", name="Join a table with a code")).to_be_visible()
        b.goto(play)
        expect(b.locator("h1")).to_contain_text("Harvest")
        expect(line(b)).to_contain_text("1 tap waits")
        b.goto(f"{play}?seat=3")
        expect(b.locator("h1")).to_contain_text("Harvest")
        b.goto("/games/bunny-kingdom/rules")
        expect(b.locator("h1")).to_be_visible()
        assert (
            b.evaluate("address => fetch(address).then(answer => answer.headers.get('Content-Type'))", pdf)
            == "application/pdf"
        )
        b.goto("/games/rocket-flight/")
        expect(b.locator("h1")).to_have_text("No network")
        expect(b.locator("[data-kept]")).to_contain_text("Harvest")
        expect(b.locator("[data-kept]")).to_contain_text(".pdf")
        b.goto(play)
        b.context.set_offline(False)
        expect(line(b)).to_be_empty(timeout=6000)
        at_head(b, 5)
        expect(harvest(b, 2)).to_have_value("12")
        assert [one["typed"] for one in happened(a, play, "harvested")] == ["12"]
        b.goto(f"{play}invite")
        b.get_by_role("button", name="Leave this table").tap()
        b.wait_for_url("**/")
        becomes(b, FORGOT, play)


FIRST_THREE = """async rows => { const rules = await readRules();
return rows.map(([slug, question]) => findKept(question, rules, slug).slice(0, 3).map(one => one.part.id)) }"""


def test_the_rules_are_asked_without_a_network(installed: Any, tmp_path: Path) -> None:
    with host(tmp_path / "site") as site:
        page = installed(site.address)
        page.goto("/")
        page.evaluate(READY)
        becomes(page, KEEPS, ["/rules", "/rules/words"])
        page.context.set_offline(True)

        page.goto("/rules?q=camp+on+a+city")
        expect(page.locator("#answer .verdict")).to_contain_text("so no camp fits there.")
        page.locator("[name=game]").select_option("rocket-flight")
        page.locator("[name=q]").fill("may we fly into the sun")
        expect(page.locator("#answer h2").first).to_have_text("The Sun")
        expect(page.locator("#lost")).to_be_hidden()
        assert axe(page) == [] and sideways(page) == []
        page.locator("[name=q]").fill("how do I cook rice")
        expect(page.locator("#lost")).to_be_visible()
        expect(page.locator("#answer")).to_be_empty()

        rows = [(slug, asked, rules) for slug, sets in ASKED.items() for asked, rules in sets["tuned"].items()]
        found = page.evaluate(FIRST_THREE, [row[:2] for row in rows])
        right = [bool(set(rules) & set(three)) for (_, _, rules), three in zip(rows, found, strict=True)]
        assert sum(right) / len(rows) >= 0.92
        assert not any(page.evaluate(FIRST_THREE, [(slug, asked) for slug in ASKED for asked in OFF_TOPIC]))


class Copy(Host):
    """A site served from a copy of the tree, that can become a newer release."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / "data")
        self.root = folder / "tree"
        for name in ("companion", "static", "templates", "printables"):
            shutil.copytree(ROOT / name, self.root / name, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "app.py", self.root)

    def renew(self, **environ: str) -> None:
        """Serve the next release: a script and the stylesheet have changed."""
        self.kill()
        for name in ("app.js", "app.css"):
            file = self.root / "static" / name
            file.write_text(
                file.read_text("utf-8").replace("box-sizing", "box-sizing ") + "\n;0;\n" * name.endswith("js"), "utf-8"
            )
        self.start(**environ)


def renewed(page: Page, old: str | None) -> None:
    """Wait until *page* runs another script than *old* and offers nothing."""
    page.wait_for_function(
        "old => !document.querySelector(`script[src='${old}']`) && document.querySelector('#update').hidden", arg=old
    )


def test_a_newer_release_is_offered_and_never_forced(installed: Any, tmp_path: Path) -> None:
    """B67, B68: of two tabs the one that is asked runs the new one, the other keeps its draft and says so until it
    is asked, too; then the worker retires itself."""
    site = Copy(tmp_path)
    site.start()
    try:
        a = installed(site.address)
        play = begin(a)
        post(a, play, *on(1, "exploration", "construction"))
        a.goto(play)
        a.evaluate(READY)
        kept(a, play)
        b = a.context.new_page()
        b.goto(f"{play}table")
        for page in (a, b):
            page.add_init_script("sessionStorage.loads = Number(sessionStorage.loads ?? 0) + 1")
        old = a.locator("script[src*='app.js']").get_attribute("src")
        site.renew()
        live(a)
        harvest(a, 1).fill("5")
        a.evaluate("navigator.serviceWorker.ready.then(found => found.update())")
        expect(a.locator("#update")).to_be_visible()
        expect(b.locator("#update")).to_be_visible()
        a.wait_for_timeout(500)
        assert harvest(a, 1).input_value() == "5" and a.locator(f"script[src='{old}']").count(), "nothing is forced"
        reap(a, 1, "5")
        sent(a)
        name = b.locator("input[name=name]").nth(1)
        name.fill("Bobb")
        a.get_by_role("button", name="Use it").tap()
        renewed(a, old)
        expect(b.locator("#update")).to_contain_text("in use")
        b.wait_for_timeout(1000)
        assert b.evaluate("sessionStorage.loads") is None and a.evaluate("sessionStorage.loads") == "1", "only one"
        assert name.input_value() == "Bobb" and b.locator(f"script[src='{old}']").count()
        assert axe(b) == []
        b.get_by_role("button", name="Load anew").tap()
        renewed(b, old)
        expect(name).to_have_value("Bobb")
        a.wait_for_timeout(500)
        assert [page.evaluate("sessionStorage.loads") for page in (a, b)] == ["1", "1"], "no reload loop"
        expect(harvest(a, 1)).to_have_value("5")
        shells = a.evaluate("() => caches.keys().then(all => all.filter(name => name.startsWith('shell-')))")
        assert len(shells) == 1
        a.context.set_offline(True)
        c = a.context.new_page()
        c.goto(play)  # kept by the release before, perhaps
        expect(c.locator("h1")).to_contain_text("Harvest")
        assert c.evaluate("getComputedStyle(document.querySelector('.dock')).position") != "static", "it has its style"
        expect(line(c)).to_contain_text("Not live")
        a.context.set_offline(False)
        c.close()
        site.renew(WORKER="off")
        a.goto("/")
        becomes(a, "() => caches.keys().then(all => !all.length)")
        a.goto("/")
        a.wait_for_timeout(500)
        expect(a.locator("#update")).to_be_hidden()
        a.goto(play)
        expect(harvest(a, 1)).to_have_value("5")
        assert a.evaluate("navigator.serviceWorker.controller") is None
    finally:
        site.kill()
