"""Draws a terminal's screen, as `tmux capture-pane -e -p` prints it, as SVG: terminal_picture.py TITLE

Every character stands in its cell whatever font there is, and the signs that fonts draw with gaps,
or as coloured pictures, are drawn as shapes. It has a background of its own: it looks the same on
light and dark pages.
"""

import re
import sys
import unicodedata
from html import escape

CELL, LINE, SIZE = 8.5, 21, 14
MARGIN, BAR = 16, 34
PAPER, EDGE, TEXT, FAINT = "#161b22", "#3d444d", "#d6dee7", "#8b949e"
COLORS = {
    30: "#484f58", 31: "#ff7b72", 32: "#7ee787", 33: "#e3b341",
    34: "#79c0ff", 35: "#d2a8ff", 36: "#56d4dd", 37: "#f0f6fc",
}
FONTS = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"


class Style:
    def __init__(self):
        self.color, self.bold, self.dim = None, False, False

    def apply(self, parameters):
        for number in map(int, filter(None, parameters.split(";") or ["0"])):
            if number == 0:
                self.__init__()
            elif number == 1:
                self.bold = True
            elif number == 2:
                self.dim = True
            elif number == 22:
                self.bold = self.dim = False
            elif number == 49:
                pass  # The usual background.
            elif number == 39:
                self.color = None
            elif number in COLORS:
                self.color = COLORS[number]
            else:
                sys.exit(f"terminal_picture: no picture of the style {parameters}")
        if not parameters:
            self.__init__()

    @property
    def fill(self):
        return self.color or (FAINT if self.dim else "#ffffff" if self.bold else TEXT)


def cells(line):
    """The characters of a line that are to be seen, each with its column and its style."""
    style, column, found = Style(), 0, []
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        if part.startswith("\x1b"):
            style.apply(part[2:-1])
            continue
        for character in part:
            found.append((column, character, style.fill, style.bold))
            column += 2 if unicodedata.east_asian_width(character) in "WF" else 1
    return [cell for cell in found if cell[1] not in " \x0e\x0f"]


def number(value):
    return f"{value:.2f}".rstrip("0").rstrip(".")


def shape(character, x, y, width):
    """A path for a sign that takes `width` from x on, in the middle of its line; None for text."""
    middle = y - SIZE * 0.36
    bars = {"━": (0, 1, 2.6), "─": (0, 1, 1.1), "╸": (0, 0.5, 2.6), "╺": (0.5, 1, 2.6)}
    if character in bars:
        begin, end, thickness = bars[character]
        return (f"M{number(x + begin * width)} {number(middle - thickness / 2)}"
                f"h{number((end - begin) * width)}v{number(thickness)}"
                f"h{number((begin - end) * width)}z")
    if character == "▶":
        return f"M{number(x)} {number(middle - 5)}l{number(CELL * 1.1)} 5l{number(-CELL * 1.1)} 5z"
    if character == "❚":
        return f"M{number(x + 2)} {number(middle - 5)}h4v10h-4z"
    return None


def draw(line, y):
    """The elements of a line: runs of the same sign, and words."""
    elements, found, index = [], cells(line), 0
    while index < len(found):
        column, character, fill, bold = found[index]
        end = index + 1
        is_shape = shape(character, 0, 0, CELL) is not None
        while end < len(found) and found[end][2:] == (fill, bold) \
                and found[end][0] == found[end - 1][0] + 1 \
                and (found[end][1] == character if is_shape
                     else shape(found[end][1], 0, 0, CELL) is None):
            end += 1
        x, width = MARGIN + column * CELL, (end - index) * CELL
        if is_shape and character in "▶❚":
            end, width = index + 1, CELL
        if is_shape:
            elements.append(f'<path fill="{fill}" d="{shape(character, x, y, width)}"/>')
        else:
            text = escape("".join(cell[1] for cell in found[index:end]))
            weight = ' font-weight="bold"' if bold else ""
            elements.append(f'<text x="{number(x)}" y="{number(y)}" fill="{fill}"{weight} '
                            f'textLength="{number(width)}" lengthAdjust="spacingAndGlyphs">{text}</text>')
        index = end
    return elements


def main():
    title = escape(sys.argv[1])
    lines = sys.stdin.read().rstrip("\n").split("\n")
    while lines and not cells(lines[-1]):
        lines.pop()
    columns = max((cell[0] + 1 for line in lines for cell in cells(line)), default=1)
    width = number(2 * MARGIN + columns * CELL)
    height = number(BAR + 2 * MARGIN + (len(lines) - 1) * LINE + 8)
    print(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
          f'viewBox="0 0 {width} {height}" font-family="{FONTS}" font-size="{SIZE}" role="img">')
    print(f"<title>{title}</title>")
    print(f'<rect x="0.5" y="0.5" width="{number(float(width) - 1)}" '
          f'height="{number(float(height) - 1)}" rx="9" fill="{PAPER}" stroke="{EDGE}"/>')
    for place, color in enumerate(("#ff5f57", "#febc2e", "#28c840")):
        print(f'<circle cx="{20 + 19 * place}" cy="18" r="5.5" fill="{color}"/>')
    for row, line in enumerate(lines):
        for element in draw(line, BAR + MARGIN + 4 + row * LINE):
            print(element)
    print("</svg>")


main()
