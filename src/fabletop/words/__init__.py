"""Words for people, in their language.  English is in the code; catalogues (gettext .po) hold the others.

The house has one catalogue for each language, every game another one in its own folder.  A text that a catalogue
does not have stays English; a test sees to it that none is missing.
"""

from fabletop.words.catalogue import LANGUAGES, Translate, best_language
from fabletop.words.words import GameWords, Words

__all__ = ["LANGUAGES", "GameWords", "Translate", "Words", "best_language"]
