"""Texts for people: English in the code, marked for the catalogues, and translated where somebody reads them.

The functions have the names and the meaning that they have in gettext: `_("Roll!")`, `_.ngettext("{number} card",
"{number} cards", number)`, `_.pgettext("accusative", "a card")`.  What a place like `{number}` stands for is filled
in afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from functools import lru_cache
from gettext import NullTranslations

LOCALES = {"en": "en_GB", "pt": "pt_PT"}  # where a language is more than one: for Babel


class Translate:
    """How texts read in somebody's language; a text that nobody has translated stays English."""

    def __init__(self, language: str = "en", texts: NullTranslations | None = None) -> None:
        self.language, self.texts = language, texts or NullTranslations()
        self.locale = LOCALES.get(language, language)

    def __call__(self, text: str) -> str:
        return self.texts.gettext(text)

    def ngettext(self, one: str, many: str, number: int) -> str:
        """The form that goes with a number; languages have as many as they need."""
        return self.texts.ngettext(one, many, number)

    def pgettext(self, context: str, text: str) -> str:
        """The form for a place in a sentence: the context says which."""
        return self.texts.pgettext(context, text)

    def npgettext(self, context: str, one: str, many: str, number: int) -> str:
        return self.texts.npgettext(context, one, many, number)

    def listed(self, items: Iterable[str], how: str = "standard") -> str:
        """Several things in a row: A, B and C; with `how="or"` A, B or C."""
        return _listed(self.locale, tuple(items), how)

    def labelled(self, label: str, text: object) -> str:
        """A name and what is said of it, with the colon of the language."""
        return self(LABELLED).format(label=label, text=text)

    def number(self, value: float, digits: int = 0) -> str:
        """A number as people write it: 1,234.5 or 1.234,5."""
        from babel.numbers import format_decimal

        return format_decimal(value, "#,##0" + ("." + "0" * digits if digits else ""), locale=self.locale)

    def change(self, value: float, digits: int = 0) -> str:
        """How much more or less: +1.5."""
        return ("+" if value >= 0 else "") + self.number(value, digits)

    def percent(self, share: float, digits: int = 0) -> str:
        """A share of 1 in percent."""
        from babel.core import Locale

        pattern = copy(Locale.parse(self.locale).percent_formats[None])  # Babel's own is shared by all threads
        pattern.frac_prec = (digits, digits)
        return str(pattern.apply(share, self.locale))


@lru_cache(1024)
def _listed(locale: str, items: tuple[str, ...], how: str) -> str:
    from babel.lists import format_list

    return format_list(items, style=how, locale=locale)  # type: ignore[arg-type]


ENGLISH = Translate()


def N_(text: str) -> str:  # noqa: N802
    """Marks a text for translation that is translated later."""
    return text


LABELLED = N_("{label}: {text}")


def NN_(one: str, many: str) -> tuple[str, str]:  # noqa: N802
    """Marks a text in the singular and the plural: `_.ngettext(*NN_("ufo", "{number} ufos"), 3)`."""
    return one, many


def NP_(context: str, text: str) -> tuple[str, str]:  # noqa: N802
    """Marks a text with its context for translation: `_.pgettext(*NP_("accusative", "a card"))`."""
    return context, text
