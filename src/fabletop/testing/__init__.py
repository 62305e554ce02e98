"""For everybody who writes a game: scripted play, positions set up by hand, and checks that any game must pass.

from fabletop.testing import conform, played, position

def test_mae_t1_a_six_brings_a_figure_in():
    state = played(fabletop.game("mensch", seats=2), "roll 2", "roll 5", "roll 6", "enter", "roll 3")
    assert state.actions() == ["move 1"]

@pytest.mark.parametrize("game", option_sets("mensch"), ids=str)
def test_conformance(game):
    conform(game)
"""

import sys

if "pytest" in sys.modules:  # then what a check has found stands beside what it wanted
    for _room in ("cells", "conformance", "folders", "guide", "helping", "knowledge", "pictures", "staging"):
        sys.modules["pytest"].register_assert_rewrite(f"{__name__}.{_room}")

from fabletop.testing.conformance import CHECKS, conform
from fabletop.testing.optionsets import option_sets
from fabletop.testing.scripts import played, position, random_game

__all__ = ["CHECKS", "conform", "option_sets", "played", "position", "random_game"]
