"""Pictures of the page, for looking at and for docs/web.md."""

import pathlib

SHOTS = [
    ("phone-queue", 360, 720, "queue", "light"), ("phone-lyrics", 360, 720, "lyrics", "dark"),
    ("phone-keys", 360, 720, "keys", "light"), ("phone-mixer", 360, 720, "mixer", "light"),
    ("desk-mixer", 1280, 800, "mixer", "dark"), ("desk-tracks", 1280, 800, "tracks", "light"),
    ("desk-files", 1280, 800, "files", "light"), ("desk-practice", 1280, 800, "practice", "light"),
    ("wall-queue", 2560, 1440, "queue", "light"), ("wall-keys", 2560, 1440, "keys", "dark"),
    ("desk-scope", 1280, 800, "scope", "dark"), ("wall-lyrics", 2560, 1440, "lyrics", "dark"),
]


DOCUMENTED = {"web-mixer": ("band", 1000, 640, "mixer", "dark"), "web-lyrics": ("walking-song", 360, 640, "lyrics", "light")}


def draw_documented(place, browsers, folder):
    """Draws those of the documents, which are committed."""
    for name, (song, width, height, tab, scheme) in DOCUMENTED.items():
        place.load(song)
        place.ask("seek", position="9:1")
        place.ask("continue")
        with browsers.remote(width, height, color_scheme=scheme) as remote:
            remote.open(place.url)
            remote.tab(tab)
            remote.page.wait_for_timeout(2500)
            remote.page.screenshot(path=folder / f"{name}.png")


def draw(place, browsers, folder):
    """Draws all of them into a folder."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    draw_documented(place, browsers, folder)
    place.load("walking-song", "band", "string-quartet")
    place.ask("seek", position="17:1")
    place.ask("continue")
    for name, width, height, tab, scheme in SHOTS:
        with browsers.remote(width, height, color_scheme=scheme) as remote:
            remote.open(place.url)
            remote.tab(tab)
            remote.page.wait_for_timeout(1500)
            remote.page.screenshot(path=folder / f"{name}.png")
    print(f"pictures in {folder}")
