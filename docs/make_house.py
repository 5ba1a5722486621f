"""Draw the folders of `architecture.md` as floors, in `images/house.svg`: ``python docs/make_house.py``."""

import re
from pathlib import Path
from xml.sax.saxutils import escape

DOCS = Path(__file__).parent
PICTURE = DOCS / "images" / "house.svg"
WIDTH, FLOOR, ROOF, MARGIN = 760, 46, 70, 20
HOUSE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" role="img">
<title>The folders in order of import: each stands on those below it</title>
<style>.wall {{ fill: #fffdfa; stroke: #5b6072 }} .roof {{ fill: #e9e3f7; stroke: #5b6072 }} text {{ fill: #1d2033 }}
.name {{ font: bold 15px monospace }} .says {{ font-size: 13px }}</style>
<path class="roof" d="M{left} {roof} L{middle} 6 L{right} {roof} Z"/>
<text class="says" x="{middle}" y="{caption}" text-anchor="middle">a floor imports from those below</text>
{floors}
</svg>
"""
STOREY = """<rect class="wall" x="{left}" y="{top}" width="{width}" height="{height}"/>
<text class="name" x="{text}" y="{name_at}">{name}</text>
<text class="says" x="{text}" y="{says_at}">{says}</text>"""


def rows() -> list[tuple[str, str]]:
    """Return the folders of each row, lowest first, and the first clause of their description."""
    page = (DOCS / "architecture.md").read_text(encoding="utf-8")
    table = re.search(r"^\| folder .*?\n\n", page, re.MULTILINE | re.DOTALL)
    if not table:
        raise ValueError("architecture.md has no table of folders; expected one that begins with '| folder |'")
    found = re.findall(r"^\| (`.*?) \| (.*?) \|$", table[0], re.MULTILINE)
    return [(folders.replace("`", ""), re.split(r"[:;(]", says.replace("`", ""))[0].strip()) for folders, says in found]


def picture() -> str:
    """Return the drawing as SVG."""
    floors = [
        STOREY.format(
            left=MARGIN,
            top=ROOF + FLOOR * number,
            width=WIDTH - 2 * MARGIN,
            height=FLOOR,
            text=2 * MARGIN,
            name_at=ROOF + FLOOR * number + 19,
            says_at=ROOF + FLOOR * number + 37,
            name=escape(name),
            says=escape(says),
        )
        for number, (name, says) in enumerate(reversed(rows()))
    ]
    return HOUSE.format(
        width=WIDTH,
        height=ROOF + FLOOR * len(floors) + MARGIN,
        left=MARGIN // 2,
        right=WIDTH - MARGIN // 2,
        middle=WIDTH // 2,
        roof=ROOF,
        caption=ROOF - 12,
        floors="\n".join(floors),
    )


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
