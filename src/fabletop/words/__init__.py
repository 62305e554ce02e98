"""Words for people, in their language.  English is in the code; catalogues (gettext .po) hold the others.

The house has one catalogue for each language, and every game another one.  A text that a catalogue does not have
stays English; a test sees to it that none is missing.
"""

from fabletop.engine.translate import N_, NN_, NP_, Translate
from fabletop.words.catalogue import LANGUAGES, best_language
from fabletop.words.words import Explained, GameWords, Words

__all__ = ["LANGUAGES", "NN_", "NP_", "N_", "Explained", "GameWords", "Translate", "Words", "best_language"]
