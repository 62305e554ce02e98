"""Pictures made of pixels: PNG by resvg, a GIF of a whole game by Pillow.  Both are loaded when first needed."""

from __future__ import annotations

import io
from collections.abc import Sequence

from fabletop.engine.errors import FabletopError


class NoPictures(FabletopError):  # noqa: N818  (an answer to a user, named like it)
    """A library that makes pictures is not installed."""


def png(svg: str, width: int) -> bytes:
    """The picture as PNG, so many pixels wide; around the paper it is transparent."""
    try:
        import resvg_py
    except ImportError:
        raise NoPictures("a PNG needs resvg: pip install resvg-py") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True))


def gif(svgs: Sequence[str], width: int, *, seconds: float = 0.7, ground: str = "#FBF4E4") -> bytes:
    """The pictures one after the other as a GIF; the last one stays longer."""
    try:
        from PIL import Image
    except ImportError:
        raise NoPictures("a GIF needs Pillow: pip install 'fabletop[pictures]'") from None
    if not svgs:
        raise NoPictures("a GIF needs at least one picture")

    def page(svg: str) -> Image.Image:
        drawn = Image.open(io.BytesIO(png(svg, width))).convert("RGBA")
        paper = Image.new("RGBA", drawn.size, ground)
        paper.alpha_composite(drawn)
        return paper.convert("RGB")

    first, last = page(svgs[0]), page(svgs[-1])
    both = Image.new("RGB", (first.width, first.height + last.height))
    both.paste(first, (0, 0))
    both.paste(last, (0, first.height))
    colours = both.quantize(255)  # the same for all, so that nothing flickers
    frames = [page(svg).quantize(palette=colours, dither=Image.Dither.NONE) for svg in svgs]
    times = [round(1000 * seconds)] * (len(frames) - 1) + [3000]
    file = io.BytesIO()
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0)
    return file.getvalue()
