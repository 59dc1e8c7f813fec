"""A browser in words, from what it says of itself: enough for a person to recognise their own."""

from __future__ import annotations

from django.utils.translation import gettext as _

# The first that fits counts: Edge and Opera call themselves Chrome too, and everything calls itself Safari.
BROWSERS = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari"))
SYSTEMS = (
    *(("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows")),
    *(("Macintosh", "macOS"), ("CrOS", "ChromeOS"), ("Linux", "Linux")),
)


def device_name(user_agent: str) -> str:
    browser, system = _first(BROWSERS, user_agent), _first(SYSTEMS, user_agent)
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("an unknown browser")


def _first(known: tuple[tuple[str, str], ...], said: str) -> str:
    return next((name for sign, name in known if sign in said), "")
