"""The page at all sizes, for screen readers, keyboards and fingers."""

from axe_core_python.sync_playwright import Axe
from playwright.sync_api import expect

from place import eventually

TABS = ["queue", "tracks", "mixer", "lyrics", "keys", "practice", "scope", "files"]


def faults(page):
    """What axe-core finds."""
    found = Axe().run(page)
    return [
        f"{violation['id']}: {violation['help']}: {node['html'][:160]}"
        for violation in found["violations"] for node in violation["nodes"]
    ]


def check_axe_finds_nothing_in_any_view_dark_or_light(place, browsers):
    place.load("band", "walking-song")
    place.ask("add-insert", name="live", insert="compressor")
    try:
        for scheme in ["light", "dark"]:
            with browsers.remote(color_scheme=scheme, bypass_csp=True) as remote:
                remote.open(place.url)
                for tab in TABS:
                    remote.tab(tab)
                    remote.page.wait_for_timeout(150)
                    assert not faults(remote.page), (scheme, tab, faults(remote.page))
    finally:
        place.ask("remove-insert", name="live", number=1)


def check_axe_finds_nothing_where_a_token_is_asked_for(place, browsers):
    with browsers.remote(bypass_csp=True) as remote:
        remote.page.route("**/session", lambda route: route.fulfill(status=401, body="a token is needed"))
        remote.page.goto(place.url)
        expect(remote["login"]).to_be_visible()
        assert not faults(remote.page), faults(remote.page)


def check_nothing_is_wider_than_the_screen(place, browsers):
    place.load("band", "walking-song", "string-quartet")
    for width, height in [(360, 640), (520, 900), (768, 1024), (1000, 640), (1250, 800), (2560, 1440)]:
        with browsers.remote(width, height) as remote:
            remote.open(place.url)
            for tab in TABS:
                remote.tab(tab)
                wide = remote.page.evaluate("document.documentElement.scrollWidth")
                assert wide <= width, (width, tab, wide)


def check_the_keyboard_alone_reaches_everything(place, browsers):
    place.load("band", "walking-song")
    with browsers.remote() as remote:
        remote.open(place.url)
        reached = set()
        for _ in range(60):
            remote.page.keyboard.press("Tab")
            reached.add(remote.page.evaluate("document.activeElement.id || document.activeElement.getAttribute('aria-label')"))
        for name in ["previous", "toggle", "stop", "next", "speed", "gain", "timeline", "loop-from", "markers", "tab-queue", "queue-repeat", "Move down: band.mid", "Remove: walking-song.mid", "playlist-save"]:
            assert name in reached, (name, reached)
        remote["tab-queue"].focus()
        remote.page.keyboard.press("ArrowRight")
        expect(remote["view-tracks"]).to_be_visible()
        expect(remote["tab-tracks"]).to_be_focused()
        remote.page.keyboard.press("End")
        expect(remote["view-files"]).to_be_visible()
        remote["speed"].focus()
        for _ in range(3):
            remote.page.keyboard.press("ArrowLeft")
        eventually(lambda: place.ask("status")["speed"] == "0.97", what="the slider by keys")


def check_fingers_play_chords_and_seek(place, browsers):
    place.load("band")
    with browsers.remote(390, 844, has_touch=True, is_mobile=True) as remote:
        remote.open(place.url)
        # Before the piece is there, there is nothing to seek in.
        expect(remote["timeline"]).not_to_have_attribute("aria-valuemax", "0")
        box = remote["timeline"].bounding_box()
        remote.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + 30)
        eventually(lambda: place.ask("status")["seconds"] > 10, what="seeking")
        remote["tab-keys"].tap()
        keys = [remote.page.get_by_role("button", name=name, exact=True) for name in ["C4", "E4", "G4"]]
        session = remote.page.context.new_cdp_session(remote.page)
        points = []
        for number, key in enumerate(keys):
            key.scroll_into_view_if_needed()
            place_of = key.bounding_box()
            points.append({"x": place_of["x"] + place_of["width"] / 2, "y": place_of["y"] + place_of["height"] - 12, "id": number})
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
        sounding = lambda: {entry["key"] for entry in place.ask("why").get("sounding", [])}
        eventually(lambda: {60, 64, 67} <= sounding(), what="a chord")
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        expect(remote.page.locator(".keyboard .down")).to_have_count(0)


def check_it_can_be_installed(place, browsers):
    with browsers.remote() as remote:
        remote.open(place.url)
        manifest = remote.page.evaluate("fetch('manifest.webmanifest').then((answer) => answer.json())")
        assert manifest["display"] == "standalone" and manifest["icons"], manifest
        session = remote.page.context.new_cdp_session(remote.page)
        found = session.send("Page.getAppManifest")
        assert not found["errors"] and found["data"], found
        errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
        # A context without a profile can install nothing, whatever the page is.
        errors = [error for error in errors if error["errorId"] != "in-incognito"]
        assert not errors, errors
