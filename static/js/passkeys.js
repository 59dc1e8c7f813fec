/* Passkeys: a button asks the device and puts its answer into its own form. Where browsers cannot, none is shown. */
(() => {
  "use strict";

  const Known = window.PublicKeyCredential;
  if (!Known?.parseRequestOptionsFromJSON || !window.isSecureContext) return;

  const show = () => {
    for (const box of document.querySelectorAll("[data-passkeys][hidden]")) box.hidden = false;
  };
  show();
  // A part of a page that came later, as htmx 2 and htmx 4 tell it.
  for (const settled of ["htmx:afterSettle", "htmx:after:settle"]) document.addEventListener(settled, show);

  const say = (said, text) => {
    for (const place of [said, document.getElementById("live")]) place.textContent = text;
  };
  const options = async ({ form, dataset }) => {
    const token = form.elements.csrfmiddlewaretoken.value;
    const body = new URLSearchParams({ csrfmiddlewaretoken: token });
    const answer = await fetch(dataset.passkey, { method: "POST", body, redirect: "error" });
    const found = await answer.json();
    if (!answer.ok) throw Object.assign(new Error(), { said: found.detail });
    return found;
  };
  const ask = async (button) => {
    const found = await options(button);
    return "new" in button.dataset
      ? navigator.credentials.create({ publicKey: Known.parseCreationOptionsFromJSON(found) })
      : navigator.credentials.get({ publicKey: Known.parseRequestOptionsFromJSON(found) });
  };

  document.addEventListener("click", async ({ target }) => {
    const button = target.closest("button[data-passkey]");
    if (!button || !button.form.reportValidity()) return;
    const said = document.getElementById(button.getAttribute("aria-describedby"));
    const { dataset, form } = button;
    say(said, "");
    button.disabled = true;
    try {
      form.elements.passkey.value = JSON.stringify(await ask(button));
      if (dataset.ready) say(said, dataset.ready);
      else form.submit();
    } catch (error) {
      say(said, error.said || (error.name === "InvalidStateError" && dataset.known) || dataset.failed);
    }
    button.disabled = false;
  });
})();
