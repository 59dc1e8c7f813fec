"""What somebody with a slow browser sees: when the page is there, whether it jumps, how quickly a key answers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import BrowserContext, CDPSession, Page, sync_playwright

from tests.chaos.stack import Stack
from tests.figures.figure import Figure, percentile
from tests.plugins.browser import FLAGS, chromium
from tests.screens import limits

KB = 1000
SLOWER = 4
TIMES = 5
WATCH = """
window.seen = {largest: 0, shift: 0, key: 0};
const watch = (type, see) =>
  new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({type, buffered: true});
watch("largest-contentful-paint", (entry) => (window.seen.largest = entry.startTime));
watch("layout-shift", (entry) => (window.seen.shift += entry.hadRecentInput ? 0 : entry.value));
addEventListener("keydown", (event) => {
  // The second frame begins once the first one, with the change in it, is on the screen.
  requestAnimationFrame(() => requestAnimationFrame(() => (window.seen.key = performance.now() - event.timeStamp)));
}, true);
"""
TOLD = """
(name) => new Promise((done) => {
  const end = performance.now() + 20_000;
  const over = () => window.seen[name] > 0 || performance.now() > end;
  const look = () => (over() ? done(window.seen[name]) : requestAnimationFrame(look));
  look();
})
"""


def looking(stack: Stack, cookies: dict[str, str], card: str) -> Iterator[Figure]:
    with _window(stack, cookies) as context:
        requests, travelled = _first_load(context, f"http://127.0.0.1:{stack.port}{card}")
        yield Figure("requests of a first visit", requests, "", limits.FIRST_REQUESTS, exact=True)
        yield Figure("bytes of a first visit", round(travelled / KB, 1), "kB", limits.FIRST_BYTES / KB, exact=True)
    with _window(stack, cookies) as context:
        for name, path in [("queue", "/queue/"), ("card", card)]:
            yield from _seen(context, name, f"http://127.0.0.1:{stack.port}{path}", key="j" if name == "queue" else "1")


@contextmanager
def _window(stack: Stack, cookies: dict[str, str]) -> Iterator[BrowserContext]:
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        context = browser.new_context(locale="en-US")
        url = f"http://127.0.0.1:{stack.port}"
        context.add_cookies([{"name": name, "value": value, "url": url} for name, value in cookies.items()])
        try:
            yield context
        finally:
            browser.close()


def _first_load(context: BrowserContext, url: str) -> tuple[int, float]:
    """Requests, and bytes as they came over the line, with nothing kept from before."""
    page = context.new_page()
    line, asked, lengths = context.new_cdp_session(page), list[str](), list[float]()
    line.send("Network.enable")
    page.on("request", lambda request: None if request.url.startswith("data:") else asked.append(request.url))
    line.on("Network.loadingFinished", lambda event: lengths.append(event["encodedDataLength"]))
    page.goto(url, wait_until="networkidle")
    page.close()
    return len(asked), sum(lengths)


def _seen(context: BrowserContext, name: str, url: str, *, key: str) -> Iterator[Figure]:
    """Several visits, each in a tab of its own that works four times slower; the median counts."""
    largest, shifts, keys = list[float](), list[float](), list[float]()
    for _number in range(TIMES):
        page = context.new_page()
        _slow(context.new_cdp_session(page))
        page.add_init_script(WATCH)
        page.goto(url, wait_until="networkidle")
        # A key ends the watch for larger paints, so the last one has to be told first.
        largest.append(_told(page, "largest"))
        page.keyboard.press(key)
        keys.append(_told(page, "key"))
        shifts.append(float(str(page.evaluate("window.seen.shift"))))
        page.close()
    paint, answer = round(percentile(largest, 0.5)), round(percentile(keys, 0.5))
    note = f"the processor {SLOWER} times slower, median of {TIMES}"
    yield Figure(f"{name}: largest paint", paint, "ms", limits.LARGEST_PAINT, note=note)
    jumps = f"most of {TIMES}"
    yield Figure(f"{name}: layout shift", round(max(shifts), 3), "", limits.LAYOUT_SHIFT, note=jumps, exact=True)
    yield Figure(f"{name}: from a key to what it changes", answer, "ms", limits.KEY_TO_CHANGE, note=note)


def _slow(session: CDPSession) -> None:
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def _told(page: Page, name: str) -> float:
    """What the watch saw, once it saw it. Playwright's own waiting has the page evaluate text, which none may."""
    return float(str(page.evaluate(TOLD, name)))
