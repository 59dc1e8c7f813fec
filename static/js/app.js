/* Speed and keys for pages that work without either. No part of a page depends on this file. */
(() => {
  "use strict";

  const page = document.documentElement;
  const byId = (id) => document.getElementById(id);
  const one = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];

  /* ---- one live region: its text is replaced, never added to ---- */
  const say = (text) => {
    const live = byId("live");
    if (live && text) live.textContent = text;
  };

  /* ---- ticks: while the page is looked at, and quicker for a minute after someone acts ---- */
  const CALM = 60_000;
  const BRISK = 5_000;
  let briskUntil = 0;
  let lastTick = Date.now();
  const wake = () => {
    briskUntil = Date.now() + CALM;
  };
  const tick = () => {
    const now = Date.now();
    const due = now - lastTick >= (now < briskUntil ? BRISK : CALM);
    if (!due || document.hidden || !navigator.onLine) return;
    lastTick = now;
    document.body.dispatchEvent(new CustomEvent("mh:tick"));
  };
  setInterval(tick, 1_000);
  document.addEventListener("visibilitychange", wake);
  document.addEventListener("submit", wake);

  /* ---- focus: an answer is read from its beginning ---- */
  const settle = (root) => {
    const wanted = root.matches?.("[data-focus]") ? root : one("[data-focus]", root);
    if (!wanted) return;
    wanted.focus();
    say(one("h1, h2", wanted)?.textContent.trim() ?? wanted.textContent.trim());
  };

  document.addEventListener("htmx:afterSettle", (event) => settle(event.detail.elt));
  document.addEventListener("htmx:beforeRequest", (event) => {
    event.detail.target?.setAttribute("aria-busy", "true");
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    event.detail.target?.removeAttribute("aria-busy");
  });
  const failed = () => say(navigator.onLine ? document.body.dataset.failed : document.body.dataset.offline);
  document.addEventListener("htmx:responseError", failed);
  document.addEventListener("htmx:sendError", failed);
  addEventListener("offline", failed);

  /* ---- rows: j and k move, Enter opens ---- */
  const rows = () => all("[data-row]");
  const move = (by) => {
    const found = rows();
    if (!found.length) return;
    const at = found.findIndex((row) => row.contains(document.activeElement));
    const next = at < 0 ? (by > 0 ? 0 : found.length - 1) : Math.min(Math.max(at + by, 0), found.length - 1);
    one("a", found[next]).focus();
  };

  /* ---- outcomes: a digit selects and never records ---- */
  const select = (digit) => {
    const radio = one(`[data-digit="${digit}"]`);
    if (!radio) return;
    radio.checked = true;
    radio.focus();
    radio.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const follow = (selector) => one(selector)?.click();

  const GO = "g";
  let armed = false;
  const go = (key) => follow(`[data-go="${CSS.escape(key)}"]`);

  const KEYS = {
    j: () => move(1),
    k: () => move(-1),
    "/": () => one("[data-search]")?.focus(),
    r: () => byId("reason")?.focus(),
    z: () => byId("undo-dock")?.focus(),
    t: () => byId("open-fact")?.click(),
    u: () => follow("[data-up]"),
    "[": () => follow("[rel=prev]"),
    "]": () => follow("[rel=next]"),
    "?": () => byId("keys")?.showModal(),
  };

  const typing = (element) =>
    element.isContentEditable ||
    element.closest("dialog[open]") ||
    (element.matches("input, select, textarea") && !["radio", "checkbox"].includes(element.type));

  const commit = (event) => {
    const form = event.target.closest("form[data-decide]") ?? one("form[data-decide]");
    if (!form) return;
    event.preventDefault();
    form.requestSubmit(one("[data-commit]", form));
  };

  document.addEventListener("keydown", (event) => {
    if (page.dataset.keys === "off" || event.isComposing || event.defaultPrevented) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return commit(event);
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    if (armed) {
      armed = false;
      return go(event.key);
    }
    if (event.key === GO) {
      armed = true;
      return;
    }
    const act = /^[1-4]$/.test(event.key) ? () => select(event.key) : KEYS[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });

  /* ---- an open menu closes when the eye goes elsewhere ---- */
  document.addEventListener("click", (event) => {
    for (const menu of all("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of all("details.menu[open]")) {
      menu.open = false;
      one("summary", menu).focus();
    }
  });

  /* ---- a form is sent once: htmx waits for the answer, a plain form for the next page ---- */
  document.addEventListener("submit", (event) => {
    const button = one("[data-commit]", event.target);
    if (button && !event.target.hasAttribute("hx-post")) setTimeout(() => (button.disabled = true));
  });
  addEventListener("pageshow", () => all("[data-commit]").forEach((button) => (button.disabled = false)));

  settle(document.body);
  /* The page after a decision begins at its heading and says what was recorded. */
  const dock = byId("undo-dock");
  if (dock && !dock.hidden && !one("[data-focus]")) {
    one("h1")?.focus();
    say(dock.textContent.replace(/\s+/g, " ").trim());
  }
})();
