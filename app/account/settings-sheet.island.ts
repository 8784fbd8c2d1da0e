// A copy of its own: a file shared with the small script would be asked for by every page.
import { tellIn } from "#app/islands/toasts.ts?own";
import { showPasswords } from "./show-password.ts";
import type { SettingsGiven } from "./settings-link.tsx";

/** Shows the panel of the page `/settings` at the side of the present one, and sends its forms from there. */
export function wake(place: HTMLElement): void {
  const given: SettingsGiven = JSON.parse(place.dataset["given"] ?? "{}");
  place.addEventListener("click", (event) => {
    const wantsAnotherTab = event.ctrlKey || event.metaKey || event.shiftKey;
    if (wantsAnotherTab || document.querySelector(".settings-panel")) return;
    event.preventDefault();
    void open(given);
  });
}

async function open({ address, close }: SettingsGiven): Promise<void> {
  const panel = await fetch(address)
    .then(readPage)
    .then(({ panel }) => panel)
    .catch(() => null);
  // Whatever came instead is best seen whole.
  if (!panel) return location.assign(address);
  const sheet = document.createElement("dialog");
  sheet.className = "dialog sheet";
  sheet.setAttribute("aria-labelledby", "settings-title");
  sheet.append(closeButton(sheet, close), panel);
  sheet.addEventListener("click", ({ target }) => target === sheet && sheet.close());
  sheet.addEventListener("submit", (event) => {
    if (!(event.target instanceof HTMLFormElement) || "leaves" in event.target.dataset) return;
    event.preventDefault();
    void send(sheet, event.target);
  });
  showPasswords(sheet);
  document.body.append(sheet);
  sheet.addEventListener("close", () => sheet.remove());
  tellIn(toastsOf(sheet), sheet);
  sheet.showModal();
}

/** What the page says it would say behind the sheet. */
function toastsOf(sheet: HTMLElement): HTMLElement {
  const toasts = document.createElement("div");
  toasts.className = "toasts";
  toasts.role = "status";
  toasts.dataset["closeLabel"] = sheet.querySelector(".close")?.ariaLabel ?? "";
  sheet.querySelector(".settings-panel")?.before(toasts);
  return toasts;
}

async function send(sheet: HTMLDialogElement, form: HTMLFormElement): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>("[type=submit]");
  if (!button || button.disabled) return;
  button.disabled = true;
  try {
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form) });
    const { panel, toast } = await readPage(answer);
    if (toast) sheet.dispatchEvent(new CustomEvent("amana:toast", { detail: toast }));
    button.disabled = false;
    // Nobody is signed in any more: the toast says so.
    if (!panel) return;
    sheet.querySelector(".settings-panel")?.replaceWith(panel);
    panel.querySelector<HTMLElement>("[role=alert]")?.focus();
  } catch {
    form.submit();
  }
}

type Toast = { tone: string; title: string; text: string };

async function readPage(answer: Response): Promise<{ panel: Element | null; toast: Toast | null }> {
  // Styles of another page would break the policy of this one, even where they are only read.
  const text = (await answer.text()).replace(/<style[^>]*>[^]*?<\/style>/g, "");
  const page = new DOMParser().parseFromString(text, "text/html");
  const panel = page.querySelector(".settings-panel");
  return { panel, toast: faultIn(panel) ?? noticeIn(page) };
}

function faultIn(panel: Element | null): Toast | null {
  const title = panel?.querySelector(".error-summary h2")?.textContent;
  const text = panel?.querySelector(".error-summary li")?.textContent ?? "";
  return title ? { tone: "error", title, text } : null;
}

function noticeIn(page: Document): Toast | null {
  const toast = page.querySelector<HTMLElement>(".toasts .toast");
  const title = toast?.querySelector("strong")?.textContent;
  if (!toast || !title) return null;
  const text = (toast.querySelector("p")?.textContent ?? "").slice(title.length);
  return { tone: toast.dataset["tone"] ?? "info", title, text };
}

function closeButton(sheet: HTMLDialogElement, label: string): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "icon-button close";
  button.textContent = "×";
  button.ariaLabel = label;
  button.addEventListener("click", () => sheet.close());
  return button;
}
