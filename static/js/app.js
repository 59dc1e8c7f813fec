/* Speed and keys for pages that work without either. No part of a page depends on this file. */
(() => {
  "use strict";

  const page = document.documentElement;
  const byId = (id) => document.getElementById(id);
  const one = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];

  /* ---- one live region: its text is replaced, never added to ---- */
  const live = byId("live");
  let saying = 0;
  const hush = () => {
    clearTimeout(saying);
    live.textContent = "";
  };
  const say = (text) => {
    if (!text) return;
    clearTimeout(saying);
    // A moment after the focus has moved, or the page has come: sooner, it is not heard.
    saying = setTimeout(() => (live.textContent = text.replace(/\s+/g, " ").trim()), 100);
  };
  /* What answers a press is said alone: the press ends what was said before, and no news comes between. */
  let pressed = false;
  const byItself = (by) => !by || by.type === "mh:tick" || by.type === "load";

  /* ---- ticks: while the page is looked at, and quicker for a while after someone acts ---- */
  // With the step below: under a minute, since who does not ask for one is taken to be gone; and five seconds at most.
  const CALM = 55_000;
  const BRISK = 4_000;
  // Who works on a case hears within seconds that somebody else opened it, however long they read.
  const card = byId("card");
  const AWAKE = card ? 600_000 : 60_000;
  const ACTING = card ? ["visibilitychange", "submit", "keydown", "pointerdown", "pointermove"] : ["visibilitychange", "submit"];
  let briskUntil = card ? Date.now() + AWAKE : 0;
  let lastTick = Date.now();
  const wake = () => {
    briskUntil = Date.now() + AWAKE;
  };
  const tick = () => {
    const now = Date.now();
    const due = now - lastTick >= (now < briskUntil ? BRISK : CALM);
    if (pressed || document.hidden || !navigator.onLine) return;
    // What goes on by itself is followed more closely, and alone.
    byId("going")?.dispatchEvent(new CustomEvent("mh:tick"));
    if (!due) return;
    lastTick = now;
    document.body.dispatchEvent(new CustomEvent("mh:tick"));
  };
  setInterval(tick, 1_000);
  for (const act of ACTING) document.addEventListener(act, wake);

  /* ---- focus: an answer is read from its beginning ---- */
  const settle = (root) => {
    const wanted = root.matches?.("[data-focus]") ? root : one("[data-focus]", root);
    if (!wanted) return;
    wanted.focus();
    say((one("h1, h2", wanted) ?? wanted).textContent);
  };

  /* ---- htmx 2 and htmx 4 tell the same of their requests, in other words ---- */
  // What htmx 4 calls an error though it is shown; the page's htmx-config says the same to both.
  const SHOWN = [403, 404, 409, 410, 422, 429];
  const asked = ({ detail: { ctx, elt, target, requestConfig, xhr } }) =>
    ctx
      ? { elt: ctx.sourceElement, target: ctx.target, by: ctx.sourceEvent, verb: ctx.request.method.toLowerCase(),
          status: ctx.response?.status, onward: ctx.hx?.redirect }
      : { elt, target, by: requestConfig?.triggeringEvent, verb: requestConfig?.verb,
          onward: xhr?.getResponseHeader("HX-Redirect") };
  const hear = (names, act) => {
    for (const name of names) document.addEventListener(`htmx:${name}`, (event) => act(asked(event), event.target));
  };
  const ASKS = ["beforeRequest", "before:request"];
  const ANSWERED = ["afterRequest", "finally:request"];

  hear(["afterSettle", "after:settle"], (_request, shown) => {
    if (!shown.matches) return;
    name();
    const news = shown.matches("[hx-trigger]");
    if (news && pressed) return;
    if (!news) pressed = false;
    say(shown.dataset.say ?? one("[data-said]", shown)?.textContent);
    settle(shown);
  });
  hear(ASKS, ({ target, by }) => {
    target?.setAttribute("aria-busy", "true");
    if (byItself(by)) return;
    pressed = true;
    hush();
  });
  hear(ANSWERED, ({ target, by }) => {
    target?.removeAttribute("aria-busy");
    // What asks by itself keeps no session alive.
    if (byItself(by)) return;
    pressed = false;
    seen = lastTick = Date.now();
  });

  /* ---- a reason outlives a session that ended while it was written ---- */
  const kept = (path) => `reason:${path}`;
  hear(ASKS, ({ elt }) => {
    const reason = elt.matches("[data-decide]") && one("#reason", elt);
    if (reason) sessionStorage.setItem(kept(location.pathname), reason.value);
  });
  hear(ANSWERED, ({ onward }) => {
    if (onward && !onward.startsWith("/sign-in/")) sessionStorage.removeItem(kept(location.pathname));
  });
  document.addEventListener("input", ({ target }) => {
    if (target.id === "reason" && target.closest("[data-decide]")) sessionStorage.setItem(kept(location.pathname), target.value);
  });
  const restore = () => {
    // What was recorded is a draft no more.
    all("[data-recorded]").forEach(({ dataset }) => sessionStorage.removeItem(kept(dataset.recorded)));
    const reason = byId("reason");
    const text = sessionStorage.getItem(kept(location.pathname));
    if (reason && text && !reason.value) reason.value = text;
  };

  /* ---- trouble: what stood there stays; a banner says so and tries again ---- */
  const TRIED = ["post", "get"];
  let again = null;
  const failed = ({ elt, by, verb, status }) => {
    // What asks by itself asks again by itself.
    if (byItself(by) || SHOWN.includes(status)) return;
    again = TRIED.includes(verb) ? elt : null;
    byId("trouble").hidden = false;
    byId("trouble-again").hidden = !again;
    say(byId("trouble-text").textContent);
  };
  hear(["responseError", "sendError", "timeout", "response:error", "error"], failed);
  byId("trouble-again")?.addEventListener("click", () => {
    byId("trouble").hidden = true;
    if (!again?.isConnected) return location.reload();
    again.matches("form") ? again.requestSubmit(one("[data-commit]", again)) : again.click();
  });
  const online = () => {
    const off = !navigator.onLine;
    byId("offline").hidden = !off;
    for (const button of all("button[type=submit], [data-commit]")) button.disabled = off;
    if (off) say(byId("offline").textContent);
    else byId("trouble").hidden = true;
  };
  addEventListener("offline", online);
  addEventListener("online", online);

  /* ---- the session: before it ends for want of use, a banner offers to go on ---- */
  const IDLE = Number(document.body.dataset.idle ?? 0) * 1_000;
  const NOTICE = 120_000;
  let seen = Date.now();
  const ending = () => {
    const banner = byId("ending");
    if (!IDLE || !banner) return;
    const soon = Date.now() - seen > IDLE - NOTICE;
    if (soon && banner.hidden) say(banner.textContent);
    banner.hidden = !soon;
  };
  setInterval(ending, 5_000);
  byId("ending-stay")?.addEventListener("click", async () => {
    const answer = await fetch(location.href, { method: "HEAD", redirect: "manual" }).catch(() => null);
    if (!answer?.ok) return location.reload();
    seen = Date.now();
    ending();
  });

  /* ---- rows: j and k move, Enter opens ---- */
  const rows = () => all("[data-row]");
  const move = (by) => {
    const found = rows();
    if (!found.length) return;
    const at = found.findIndex((row) => row.contains(document.activeElement));
    const next = at < 0 ? (by > 0 ? 0 : found.length - 1) : Math.min(Math.max(at + by, 0), found.length - 1);
    one("a", found[next]).focus();
  };

  /* ---- a selection: x for one row, Shift+x from there to here ---- */
  let from = -1;
  const pick = (event) => {
    const found = rows();
    const at = found.findIndex((row) => row.contains(document.activeElement));
    const boxes = found.map((row) => one("input[type=checkbox]", row));
    if (at < 0 || !boxes[at]) return;
    const on = !boxes[at].checked;
    const first = event.shiftKey && from >= 0 ? Math.min(from, at) : at;
    const last = event.shiftKey && from >= 0 ? Math.max(from, at) : at;
    for (const box of boxes.slice(first, last + 1)) box.checked = on;
    from = at;
    say(one("[data-label-picked]")?.dataset.labelPicked.replace("{n}", all("[data-row] input:checked").length));
  };
  const clear = () => {
    const picked = all("[data-row] input:checked");
    for (const box of picked) box.checked = false;
    return picked.length > 0;
  };
  const follow = (selector) => one(selector)?.click();

  /* ---- keys: an element names its own in aria-keyshortcuts; letters select and open, they never record ---- */
  const MODE = () => page.dataset.keys;
  const name = () => {
    for (const button of all("[data-copy][hidden]")) button.hidden = false;
    for (const element of all("[aria-keyshortcuts]")) {
      element.dataset.key ??= element.getAttribute("aria-keyshortcuts");
      const key = element.dataset.key;
      if (MODE() === "off") element.removeAttribute("aria-keyshortcuts");
      else if (MODE() === "alt" && key.length === 1) element.setAttribute("aria-keyshortcuts", `Alt+${key}`);
    }
  };
  const FIELDS = "input:not([type=hidden]), select, textarea, button";
  const press = (key) => {
    const element = all(`[data-key="${CSS.escape(key)}"]`).find((found) => found.offsetParent !== null || found.matches("a"));
    if (!element) return false;
    if (element.matches("summary")) {
      element.parentElement.open = true;
      (one(FIELDS, element.parentElement) ?? element).focus();
    } else if (element.matches("[type=radio]")) {
      element.checked = true;
      element.focus();
      element.dispatchEvent(new Event("change", { bubbles: true }));
    } else if (element.matches("a, button")) element.click();
    else element.focus();
    return true;
  };

  let armed = false;
  const go = (key) => follow(`[data-go="${CSS.escape(key)}"]`);
  const away = () => clear() || follow("[data-up]");

  /* What is named here stands with its key in the list of keys; arrows and Escape are the same for everyone. */
  const ACTS = {
    next: () => move(1),
    ArrowDown: () => rows().some((row) => row.contains(document.activeElement)) && move(1),
    previous: () => move(-1),
    ArrowUp: () => rows().some((row) => row.contains(document.activeElement)) && move(-1),
    open: () => one("a", document.activeElement.closest("[data-row]") ?? document.createElement("p"))?.click(),
    pick,
    search: () => (one("[data-search]")?.closest("details")?.setAttribute("open", ""), one("[data-search]")?.focus()),
    undo: () => (one("#undo-dock .button") ?? byId("undo-dock"))?.focus(),
    away,
    Escape: away,
    case_before: () => follow("[rel=prev]"),
    case_after: () => follow("[rel=next]"),
    help: () => (offer(), byId("keys")?.showModal()),
    go: () => (armed = true),
  };
  /* The list leaves out what does nothing on this page: what an act of no element's own needs stands here. */
  const ROW = "[data-row]";
  const PICKED = "[data-row] [type=checkbox]";
  const NEEDS = {
    next: ROW, previous: ROW, open: ROW, pick: PICKED, search: "[data-search]", undo: "#undo-dock:not([hidden])",
    away: `[data-up], ${PICKED}`, case_before: "[rel=prev]", case_after: "[rel=next]", help: "#keys", go: "[data-go]",
  };
  const own = ({ dataset, textContent }) =>
    `[data-${dataset.act.startsWith("go_") ? "go" : "key"}="${CSS.escape(textContent)}"]`;
  const offer = () => {
    for (const held of all("#keys [data-act], #keys [data-needs]"))
      held.closest("div").hidden = !one(held.dataset.needs ?? NEEDS[held.dataset.act] ?? own(held));
  };
  const named = (key) => all("#keys [data-act]:not([data-act^=go_])").find((held) => held.textContent === key)?.dataset.act;
  const actOf = ({ key, shiftKey }) => {
    if (["ArrowDown", "ArrowUp", "Escape"].includes(key)) return key;
    const act = named(key);
    return act ?? (shiftKey && named(key.toLowerCase()) === "pick" ? "pick" : undefined);
  };
  /* Moving a row with the arrows, or leaving with Escape, must not take the keys from whoever reads. */
  const QUIET = ["ArrowDown", "ArrowUp"];

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
    if (MODE() === "off" || event.isComposing || event.defaultPrevented) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return commit(event);
    const alt = MODE() === "alt";
    if (event.ctrlKey || event.metaKey || event.altKey !== (alt && event.key !== "Escape") || typing(event.target)) return;
    if (event.key === "Escape" && unfolded(event.target).length) return;
    if (armed) {
      armed = false;
      event.preventDefault();
      return go(event.key);
    }
    const act = ACTS[actOf(event)];
    if (!act && !press(event.key)) return;
    if (!act || act(event) !== false || !QUIET.includes(event.key)) event.preventDefault();
  });

  /* ---- an open menu closes when the eye goes elsewhere ---- */
  for (const left of ["click", "focusin"])
    document.addEventListener(left, (event) => {
      for (const menu of all("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
    });
  /* Escape folds what is unfolded around the focus, and leads back to what unfolded it. */
  const unfolded = (target) => [...all("details.menu[open]"), target.closest("details.filters[open]")].filter(Boolean);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.isComposing) return;
    for (const panel of unfolded(event.target)) {
      panel.open = false;
      one("summary", panel).focus();
    }
  });

  /* ---- a form is sent once: htmx waits for the answer, a plain form for the next page ---- */
  document.addEventListener("submit", (event) => {
    const button = one("[data-commit]", event.target);
    if (button && !event.target.hasAttribute("hx-post")) setTimeout(() => (button.disabled = true));
  });
  addEventListener("pageshow", () => all("[data-commit]").forEach((button) => (button.disabled = false)));

  /* ---- copying: the button says that it did ---- */
  for (const button of all("[data-copy]")) button.hidden = false;
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const source = byId(button.dataset.copy);
    const text = source ? (source.value ?? source.textContent) : location.href;
    try {
      await navigator.clipboard.writeText(text.trim());
      button.textContent = button.dataset.copied;
      say(button.dataset.copied);
    } catch {
      source?.select ? source.select() : source && getSelection().selectAllChildren(source);
    }
  });

  name();
  restore();
  settle(document.body);
  /* The page after a press begins at its heading and says, once, what came of it. */
  const told = all("[data-said]").map((said) => said.textContent);
  const latest = one(".dock-item");
  const was = sessionStorage.getItem("dock") ?? "";
  const now = latest?.dataset.case ?? "";
  sessionStorage.setItem("dock", now);
  if (now && now !== was && !told.length) told.push(one(".dock-text", latest).textContent);
  if (told.length && !one("[data-focus]")) {
    one("h1")?.focus();
    say(told.join(" "));
  }
})();
