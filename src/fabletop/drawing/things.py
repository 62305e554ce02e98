"""What somebody can ask about in a picture."""

from __future__ import annotations

import re
from html import unescape

ASKED = re.compile(r'<(?:g|use) id="([^"]+)" class="(?:piece|plate)"|data-what="([^"]+)"')


def things(svg: str) -> set[str]:
    """Pieces and plates by their ids, places by their marks."""
    return {unescape(id or what) for id, what in ASKED.findall(svg)}
