"""The reader's language: sentences of the core, forms and templates come out of the same catalogues.

The site's words lie in ``companion/locale/<language>.po``, each game's in its own ``locale/``; a language exists as
soon as the site's catalogue does. With ``PSEUDO`` set, every translated string comes wrapped in ⟦…⟧, so that a test can
see text that escapes translation.
"""

from __future__ import annotations

from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations
from flask import Flask, current_app, g, has_app_context, request
from flask_babel import Babel, Domain
from markupsafe import Markup

from companion.core.text import Msg, and_join
from companion.settings import ROOT

SOURCE = "en"
LOCALE = ROOT / "companion" / "locale"


class Pseudo(NullTranslations):  # type: ignore[misc]
    """Every string comes back wrapped."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧" if message else message

    ugettext = gettext

    def ngettext(self, one: str, many: str, n: int) -> str:
        return f"⟦{one if n == 1 else many}⟧"

    ungettext = ngettext


class Words(Domain):  # type: ignore[misc]
    """The catalogues of the site and of every game, or the pseudo-language of the tests."""

    def get_translations(self) -> NullTranslations:
        """For forms, which ask Flask-Babel."""
        return words()


@cache
def catalogue(folders: tuple[Path, ...], lang: str) -> NullTranslations:
    """All words in *lang* of the catalogues in *folders*; what is not translated stays English."""
    words = NullTranslations()
    for path in (folder / f"{lang}.po" for folder in folders):
        if path.is_file():
            packed = BytesIO()
            write_mo(packed, read_po(BytesIO(path.read_bytes()), locale=lang))
            packed.seek(0)
            more = Translations(packed)
            words = words.merge(more) if isinstance(words, Translations) else more
    return words


@cache
def languages() -> tuple[str, ...]:
    """The languages that the site speaks: English and those with a catalogue."""
    return (SOURCE, *sorted(path.stem for path in LOCALE.glob("*.po")))


def init(app: Flask) -> None:
    """Choose the language of each request; teach templates ``{{ m|t }}``."""
    Babel(app, locale_selector=language).domain_instance = Words()
    app.extensions["words"] = (LOCALE, *(game.folder / "locale" for game in app.extensions["games"].values()))
    app.jinja_env.filters["t"] = say
    app.jinja_env.globals.update(language=language, languages=languages, gettext=gettext, ngettext=ngettext, _=gettext)


def _chosen() -> str:
    """The language asked for in the address or by the browser, of those that exist."""
    asked = request.args.get("lang", "")
    if asked in languages():
        return asked
    return request.accept_languages.best_match(languages()) or SOURCE


def language() -> str:
    """The language of this request, chosen once, for ``<html lang>``, the rules texts and dates; else English."""
    if not has_app_context():
        return SOURCE
    found: str | None = g.get("language")
    if found is None:
        found = g.language = _chosen()
    return found


def words() -> NullTranslations:
    """The words of this request, looked up once for all its texts."""
    found: NullTranslations | None = g.get("words")
    if found is None:
        is_pseudo = current_app.config.get("PSEUDO")
        found = g.words = Pseudo() if is_pseudo else catalogue(current_app.extensions["words"], language())
    return found


def gettext(text: str, /, **values: Any) -> Markup:
    """What a template says by ``{% trans %}`` or ``_()``. Jinja's own does the same by two more calls."""
    return _filled(words().ugettext(text), values)


def ngettext(one: str, many: str, n: int, /, **values: Any) -> Markup:
    """The same where the wording depends on *n*, which is ``num`` in the text unless *values* say otherwise."""
    return _filled(words().ungettext(one, many, n), {"num": n, **values})


def _filled(pattern: str, values: dict[str, Any]) -> Markup:
    """*pattern*, which is ours, with *values*, which are anybody's and made safe."""
    return Markup(pattern) % values if values else Markup(pattern % {})  # noqa: S704


def say(message: Msg | str) -> str:
    """*message* in the language of this request; a plain string, such as a name, stays as it is."""
    return message.said(_translate, _join) if isinstance(message, Msg) else message


def _translate(one: str, many: str | None, n: int) -> str:
    if not one:
        return one
    return str(words().ungettext(one, many, n) if many else words().ugettext(one))


def _join(parts: list[str]) -> str:
    """The list as the reader's language writes it; English as the core does, so that page and log say the same."""
    if language() == SOURCE or not parts:
        return and_join(parts)
    return format_list(parts, style="standard", locale=language())
