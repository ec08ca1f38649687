"""The reader's language: sentences of the core, forms and templates come out of the same catalogues.

The locale ``xx`` is made up for tests: it wraps every translated string in ⟦…⟧, so that text which escapes
translation can be seen.
"""

from __future__ import annotations

from typing import Any

from babel.lists import format_list
from babel.support import NullTranslations
from flask import Flask, current_app, request
from flask_babel import Babel, Domain, get_babel
from flask_babel import get_locale as babel_locale

from companion.core.text import Msg
from companion.settings import ROOT

PSEUDO = "xx"
LANGUAGES = ("en",)


class Pseudo(NullTranslations):  # type: ignore[misc]
    """Every string comes back wrapped."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧" if message else message

    ugettext = gettext

    def ngettext(self, one: str, many: str, n: int) -> str:
        return f"⟦{one if n == 1 else many}⟧"

    ungettext = ngettext


class Words(Domain):  # type: ignore[misc]
    """The catalogues of the site and of every game, and the pseudo-language of the tests."""

    def get_translations(self) -> Any:
        return Pseudo() if current_app.config.get("PSEUDO") else super().get_translations()


def init(app: Flask) -> None:
    """Choose the language of each request; teach templates ``{{ m|t }}``."""
    folders = [ROOT / "companion" / "locale"]
    folders += [game.folder / "locale" for game in app.extensions["games"].values()]
    babel = Babel(app, locale_selector=chosen)
    babel.domain_instance = Words([str(folder) for folder in folders if folder.is_dir()])
    app.jinja_env.filters["t"] = say
    app.jinja_env.globals["language"] = language


def chosen() -> str:
    """The language asked for in the address or the browser, of those that exist."""
    asked = request.args.get("lang", "")
    if asked in LANGUAGES:
        return asked
    return request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]


def language() -> str:
    """The language of this request, for ``<html lang>`` and the rules texts."""
    return str(babel_locale() or LANGUAGES[0])


def say(message: Msg | str) -> str:
    """*message* in the language of this request; a plain string, such as a name, stays as it is."""
    return message.said(_translate, _join) if isinstance(message, Msg) else message


def _translate(one: str, many: str | None, n: int) -> str:
    if not one:
        return one
    found = get_babel().instance.domain_instance.get_translations()
    return str(found.ungettext(one, many, n) if many else found.ugettext(one))


def _join(parts: list[str]) -> str:
    return format_list(parts, style="standard", locale=babel_locale() or "en") if parts else ""
