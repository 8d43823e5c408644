"""Reads an SFZ file as far as is needed to choose notes: its regions, keys and controllers."""

import pathlib
import re

HEADER_OR_OPCODE = re.compile(
    r"<(?P<header>\w+)>|(?P<name>[A-Za-z0-9_#]+)=(?P<value>(?:(?!\s+[A-Za-z0-9_#]+=|<\w+>).)*)"
)
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
DIRECTIVE = re.compile(r'^\s*#(?:include\s*"(?P<path>[^"]*)"|define\s+(?P<name>\$\w+)\s+(?P<value>\S*))')
CONTROLLER = re.compile(r"cc(\d+)$")
SEMITONES = {"c": 0, "d": 2, "e": 4, "f": 5, "g": 7, "a": 9, "b": 11}
LEVELS = ["global", "master", "group", "region"]
# What the standard says; other controllers begin at 0.
DEFAULT_CONTROLLERS = {7: 100, 10: 64, 11: 127}
LARGEST = 64 << 20


class Source:
    """The text of a file, its included files and what they say about keys and controllers."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.files = [self.path]
        self._names = {}
        self._size = 0
        self.regions = []
        self.opcodes = {}  # every name that occurs anywhere, and its values
        self._control = {}
        self._read("".join(self._lines(self.path, 0)))

    @property
    def chance(self):
        """What differs from note to note by chance: a `value`, the `choice` of a region, or None.

        Controllers 135 and 136 are chance too."""
        if any("random" in name or re.search("cc13[56]$", name) for name in self.opcodes):
            return "value"
        return "choice" if {"lorand", "hirand"} & set(self.opcodes) else None

    def keys(self):
        """The keys at which a region begins with the note, in order."""
        keys = set()
        for region in self.regions:
            if region.get("trigger", "attack") in ("release", "release_key"):
                continue
            low, high = self._key(region, "lokey", 0), self._key(region, "hikey", 127)
            keys.update(range(max(low, 0), min(high, 127) + 1))
        return sorted(keys)

    def controllers(self):
        """The numbers of the controllers that change something, in order of their first use."""
        names = [name for name in self.opcodes if not name.startswith(("set_", "label_"))]
        numbers = dict.fromkeys(int(found[1]) for found in map(CONTROLLER.search, names) if found)
        return [number for number in numbers if number < 120]

    def initial(self, controller):
        """The value, 0 to 127, that a controller has before anything moves it."""
        for name, full in (("set_cc", 127), ("set_hdcc", 1)):
            for value in self.opcodes.get(f"{name}{controller}", [])[-1:]:
                try:
                    return min(max(round(float(value) * 127 / full), 0), 127)
                except ValueError:
                    pass
        return DEFAULT_CONTROLLERS.get(controller, 0)

    def switches(self, name):
        """The keys that stand as values of an opcode, such as sw_last, in order."""
        keys = dict.fromkeys(key_number(value) for value in self.opcodes.get(name, []))
        return [key for key in keys if key is not None and 0 <= key <= 127]

    def samples(self):
        """The sample files of the regions that exist under their very names."""
        found = []
        for region in self.regions:
            name = region.get("sample", "").replace("\\", "/")
            folder = region.get("default_path", "").replace("\\", "/")
            path = self.path.parent / (folder + name)
            if name and not name.startswith("*") and path.is_file() and path not in found:
                found.append(path)
        return found

    def _key(self, region, name, default):
        value = region.get(name, region.get("key"))
        key = default if value is None else key_number(value)
        return default if key is None else key + (0 if value is None else self._offset())

    def _offset(self):
        """What the header <control> adds to keys."""
        keys, octaves = (key_number(self._control.get(name, "0")) for name in ("note_offset", "octave_offset"))
        return (keys or 0) + 12 * (octaves or 0)

    def _lines(self, path, depth):
        """The text with includes and definitions put in."""
        try:
            text = path.read_bytes().decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
        except OSError:
            return
        self._size += len(text)
        if self._size > LARGEST or depth > 32:
            return
        for line in COMMENT.sub(" ", text).split("\n"):
            for name in sorted(self._names, key=len, reverse=True):
                line = line.replace(name, self._names[name])
            directive = DIRECTIVE.match(line)
            if directive is None:
                yield line + "\n"
            elif directive["name"]:
                self._names[directive["name"]] = directive["value"]
            else:
                included = self.path.parent / directive["path"].replace("\\", "/")
                if included not in self.files:
                    self.files.append(included)
                yield from self._lines(included, depth + 1)

    def _read(self, text):
        scopes = {level: {} for level in LEVELS}
        current = {}
        for line in text.split("\n"):
            for found in HEADER_OR_OPCODE.finditer(line):
                if found["header"]:
                    current = self._enter(found["header"].lower(), scopes)
                else:
                    name, value = found["name"].lower(), found["value"].strip()
                    # `key` stands for both ends; what comes later counts.
                    for each in ("key", "lokey", "hikey") if name == "key" else (name,):
                        current[each] = value
                    self.opcodes.setdefault(name, []).append(value)

    def _enter(self, header, scopes):
        if header == "control":
            return self._control
        if header not in LEVELS:
            return {}
        for level in LEVELS[LEVELS.index(header):]:
            scopes[level] = {}
        if header != "region":
            return scopes[header]
        region = dict(self._control)
        for level in LEVELS[:-1]:
            region.update(scopes[level])
        self.regions.append(region)
        return region




def key_number(text):
    """The key of a number or a name (`c4` is 60), or None."""
    text = text.strip().lower()
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    found = re.fullmatch(r"([a-g])([#b]?)(-?\d+)", text)
    if found is None:
        return None
    return SEMITONES[found[1]] + {"#": 1, "b": -1, "": 0}[found[2]] + 12 * (int(found[3]) + 1)


def files_of(argument):
    """The SFZ files of a folder that no other file of it includes, or the file itself."""
    path = pathlib.Path(argument)
    if path.is_file():
        return [path]
    files = sorted(each for each in path.rglob("*") if each.suffix.lower() == ".sfz" and each.is_file())
    included = set()
    for file in files:
        included.update(each.resolve() for each in Source(file).files[1:])
    return [file for file in files if file.resolve() not in included]
