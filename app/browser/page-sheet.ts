// A separate copy: every page would download a file that the small script shares.
import { showToastsIn } from "#app/browser/toasts.ts?own";

type Toast = { tone: string; title: string; text: string };

export type Read = {
  /** Null if the sheet shows nothing of this page. */
  part: HTMLElement | null;
  toast: Toast | null;
  /** A summary of errors, or the first wrong field. */
  wrong: HTMLElement | null;
  /** Begins another step. Null leaves the focus to the browser. */
  heading: HTMLElement | null;
};

export type SheetRules = {
  className: string;
  /** The id of the part's heading. */
  labelledBy: string;
  closeLabel: string;
  read(page: Document): Read;
  /** The page looked for its islands before this part existed. */
  wake(part: HTMLElement): void;
  /** The answer to a form has no part for the sheet. */
  leave(sheet: HTMLDialogElement, answer: Response): void;
};

/** Shows a part of another page next to the current page, and sends its forms from there. */
export async function openSheet(address: string, rules: SheetRules): Promise<void> {
  const read = await fetch(address)
    .then((answer) => readPage(answer, rules))
    .catch(() => null);
  const part = read?.part;
  // Two fields with one id would get each other's labels.
  if (!part || hasIdOf(part)) return location.assign(address);
  const sheet = document.createElement("dialog");
  sheet.className = rules.className;
  sheet.setAttribute("aria-labelledby", rules.labelledBy);
  const toasts = toastsIn(sheet, rules.closeLabel);
  sheet.append(closeButton(sheet, rules.closeLabel), toasts, part);
  sheet.addEventListener("click", (event) => {
    if (event.target === sheet) sheet.close();
    else followLink(sheet, event, rules);
  });
  sheet.addEventListener("submit", (event) => {
    const { submitter, target } = event;
    if (!(target instanceof HTMLFormElement) || "leaves" in target.dataset) return;
    const button = submitter instanceof HTMLButtonElement ? submitter : null;
    if (event.defaultPrevented || button?.formTarget === "_blank") return;
    event.preventDefault();
    void send(sheet, { form: target, button }, rules);
  });
  rules.wake(part);
  document.body.append(sheet);
  sheet.addEventListener("close", () => sheet.remove());
  sheet.showModal();
  tell(sheet, read);
  read.heading?.focus();
}

const hasIdOf = (part: HTMLElement) =>
  [...part.querySelectorAll("[id]")].some(({ id }) => document.getElementById(id) !== null);

/** A link to another step shows it here, and the link back to the website closes the sheet. */
function followLink(sheet: HTMLDialogElement, event: MouseEvent, rules: SheetRules): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || !(event.target instanceof Element)) return;
  const link = event.target.closest<HTMLAnchorElement>("a[data-in-sheet]");
  if (!link) return;
  event.preventDefault();
  if (link.dataset["inSheet"] === "close") return sheet.close();
  void fetch(link.href)
    .then(async (answer) => {
      const read = await readPage(answer, rules);
      if (!read.part) return location.assign(link.href);
      replacePart(link, read.part, rules);
      tell(sheet, read);
      read.heading?.focus();
    })
    .catch(() => location.assign(link.href));
}

/** `inside` is any element of the part that is shown. */
function replacePart(inside: Element, part: HTMLElement, rules: SheetRules): void {
  inside.closest("dialog > *")?.replaceWith(part);
  rules.wake(part);
}

type Pressed = { form: HTMLFormElement; button: HTMLButtonElement | null };

async function send(sheet: HTMLDialogElement, { form, button }: Pressed, rules: SheetRules): Promise<void> {
  if ("sending" in form.dataset) return;
  form.dataset["sending"] = "";
  const body = new FormData(form);
  if (button?.name) body.set(button.name, button.value);
  const pressed = button ?? form.querySelector<HTMLButtonElement>("[type=submit]");
  if (pressed) pressed.disabled = true;
  try {
    const answer = await fetch(form.action, { method: "POST", body });
    const read = await readPage(answer, rules);
    if (read.part) replacePart(form, read.part, rules);
    tell(sheet, read);
    (read.wrong ?? sameButton(read, button) ?? read.heading)?.focus();
    if (!read.part) rules.leave(sheet, answer);
  } catch {
    // The browser explains a lost connection better than we can.
    form.submit();
  } finally {
    delete form.dataset["sending"];
    if (pressed) pressed.disabled = false;
  }
}

/** The same step again: a person stays where they pressed. */
function sameButton({ part }: Read, pressed: HTMLButtonElement | null): HTMLElement | null {
  if (!part || !pressed?.name) return null;
  const buttons = [...part.querySelectorAll<HTMLButtonElement>(`button[name="${pressed.name}"]`)];
  return buttons.find(({ value }) => value === pressed.value) ?? null;
}

function tell(sheet: HTMLDialogElement, { toast }: Read): void {
  if (toast) sheet.dispatchEvent(new CustomEvent("amana:toast", { detail: toast }));
}

async function readPage(answer: Response, rules: SheetRules): Promise<Read> {
  // Another page's styles violate this page's CSP, even if they are only parsed.
  const text = (await answer.text()).replace(/<style[^>]*>[^]*?<\/style>/g, "");
  return rules.read(new DOMParser().parseFromString(text, "text/html"));
}

export function noticeIn(page: Document): Toast | null {
  const toast = page.querySelector<HTMLElement>(".toasts .toast");
  const title = toast?.querySelector("strong")?.textContent;
  if (!toast || !title) return null;
  const text = (toast.querySelector("p")?.textContent ?? "").slice(title.length);
  return { tone: toast.dataset["tone"] ?? "info", title, text };
}

function toastsIn(sheet: HTMLDialogElement, closeLabel: string): HTMLElement {
  const toasts = document.createElement("div");
  toasts.className = "toasts";
  toasts.role = "status";
  toasts.dataset["closeLabel"] = closeLabel;
  // A new message replaces the earlier one.
  sheet.addEventListener("amana:toast", () => toasts.replaceChildren());
  showToastsIn(toasts, sheet);
  return toasts;
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
