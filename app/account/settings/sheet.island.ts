// A separate copy: every page would download a file that the small script shares.
import { showToastsIn } from "#app/browser/toasts.ts?own";
import { showPasswords } from "#app/account/show-password.ts";
import type { SettingsProps } from "./link.tsx";

/** Shows the panel of `/settings` next to the current page, and sends its forms from there. */
export function wake(place: HTMLElement): void {
  const props: SettingsProps = JSON.parse(place.dataset["props"] ?? "{}");
  place.addEventListener("click", (event) => {
    const wantsAnotherTab = event.ctrlKey || event.metaKey || event.shiftKey;
    if (wantsAnotherTab || document.querySelector(".settings-panel")) return;
    event.preventDefault();
    void open(props);
  });
}

async function open(props: SettingsProps): Promise<void> {
  const { address, close } = props;
  const panel = await fetch(address)
    .then(readPage)
    .then(({ panel }) => panel)
    .catch(() => null);
  // Without a panel, show the whole page instead.
  if (!panel) return location.assign(address);
  const sheet = document.createElement("dialog");
  sheet.className = "dialog sheet";
  sheet.setAttribute("aria-labelledby", "settings-title");
  sheet.append(closeButton(sheet, close), panel);
  sheet.addEventListener("click", ({ target }) => target === sheet && sheet.close());
  sheet.addEventListener("submit", (event) => {
    if (!(event.target instanceof HTMLFormElement) || "leaves" in event.target.dataset) return;
    event.preventDefault();
    void send(sheet, event.target, props);
  });
  showPasswords(sheet);
  wakePasskeys(panel);
  document.body.append(sheet);
  sheet.addEventListener("close", () => sheet.remove());
  const toasts = toastsOf(sheet);
  // A new message replaces the earlier one.
  sheet.addEventListener("amana:toast", () => toasts.replaceChildren());
  showToastsIn(toasts, sheet);
  sheet.showModal();
}

/** The page looked for its islands before this panel existed. */
function wakePasskeys(panel: Element): void {
  for (const place of panel.querySelectorAll<HTMLElement>("[data-island=passkey]"))
    void import("#app/account/second-step/passkey.island.ts").then(({ wake }) => wake(place));
}

function toastsOf(sheet: HTMLElement): HTMLElement {
  const toasts = document.createElement("div");
  toasts.className = "toasts";
  toasts.role = "status";
  toasts.dataset["closeLabel"] = sheet.querySelector(".close")?.ariaLabel ?? "";
  sheet.querySelector(".settings-panel")?.before(toasts);
  return toasts;
}

async function send(
  sheet: HTMLDialogElement,
  form: HTMLFormElement,
  { signIn }: SettingsProps,
): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>("[type=submit]");
  if (!button || button.disabled) return;
  button.disabled = true;
  try {
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form) });
    const { panel, toast, wrong } = await readPage(answer);
    if (toast) sheet.dispatchEvent(new CustomEvent("amana:toast", { detail: toast }));
    button.disabled = false;
    // The session has ended; the toast says so.
    if (!panel) return offerSignIn(sheet, answer.url, signIn);
    sheet.querySelector(".settings-panel")?.replaceWith(panel);
    wakePasskeys(panel);
    if (wrong) panel.querySelector<HTMLElement>(wrong)?.focus();
  } catch {
    form.submit();
  }
}

/** The sheet stays open until then, so that typed text is not lost. */
function offerSignIn(sheet: HTMLDialogElement, address: string, label: string): void {
  const link = sheet.querySelector<HTMLAnchorElement>(".sheet-sign-in") ?? document.createElement("a");
  const signIn = new URL(address);
  signIn.searchParams.set("next", location.pathname + location.search);
  link.className = "button wide sheet-sign-in";
  link.href = signIn.href;
  link.textContent = label;
  sheet.querySelector(".settings-panel")?.before(link);
  link.focus();
}

type Toast = { tone: string; title: string; text: string };
type Read = { panel: Element | null; toast: Toast | null; wrong: string | null };

async function readPage(answer: Response): Promise<Read> {
  // Another page's styles violate this page's CSP, even if they are only parsed.
  const text = (await answer.text()).replace(/<style[^>]*>[^]*?<\/style>/g, "");
  const page = new DOMParser().parseFromString(text, "text/html");
  const panel = page.querySelector(".settings-panel");
  const summary = panel?.querySelector(".error-summary");
  if (!summary) return { panel, toast: noticeIn(page), wrong: null };
  // The toast replaces the summary, so that the message is not read twice.
  summary.remove();
  return { panel, toast: faultIn(summary), wrong: summary.querySelector("a")?.hash ?? null };
}

function faultIn(summary: Element): Toast {
  const title = summary.querySelector("h2")?.textContent ?? "";
  const messages = [...summary.querySelectorAll("li")].map(({ textContent }) => textContent);
  return { tone: "error", title, text: messages.join("; ") };
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
