"""Chromium, and the page in it."""

import contextlib

from playwright.sync_api import expect

expect.set_options(timeout=10_000)

CHROMIUM = "/usr/bin/chromium"


class Remote:
    """The page of seqd web in a browser."""

    def __init__(self, page):
        self.page = page
        self.faults = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._take)

    def _take(self, message):
        # What a refused or lost connection says is expected where it is provoked.
        if message.type == "error" and "Failed to load resource" not in message.text \
                and "WebSocket connection to" not in message.text:
            self.faults.append(message.text)

    def __getitem__(self, name):
        """The element with an ID."""
        return self.page.locator(f"#{name}")

    def open(self, url):
        """Opens the page, and waits until it is connected."""
        self.page.goto(url)
        self.connected()
        return self

    def connected(self):
        """Waits until the page says that it is connected."""
        expect(self["connection"]).to_contain_text("Connected", timeout=15_000)

    def tab(self, name):
        """Shows a view."""
        self[f"tab-{name}"].click()
        expect(self[f"view-{name}"]).to_be_visible()

    def slide(self, name, value):
        """Moves a slider as a person does: the value, and the event."""
        self[name].evaluate(
            "(slider, value) => { slider.value = value; slider.dispatchEvent(new Event('input')); }",
            value,
        )


class Browsers:
    """One Chromium for all checks, with a context for each page."""

    def __init__(self, playwright):
        self.chromium = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"],
        )

    @contextlib.contextmanager
    def remote(self, width=1280, height=900, **options):
        """A page in a context of its own; a fault of its scripts fails the check."""
        context = self.chromium.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce", **options,
        )
        page = context.new_page()
        page.set_default_timeout(10_000)
        remote = Remote(page)
        try:
            yield remote
        except BaseException:
            # What the page has said helps to understand the failure.
            print("page:", page.locator("#messages").inner_text(), flush=True)
            raise
        finally:
            context.close()
        assert not remote.faults, remote.faults

    def close(self):
        """Ends the browser."""
        self.chromium.close()
