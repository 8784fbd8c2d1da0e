// A copy of its own: a file shared with the small script would be asked for by every page.
import { tellIn, type Toast } from "#app/browser/toasts.ts?own";
import formStyles from "#app/ui/form.css?inline";
import donateStyles from "#app/site/donate/form/page.css?inline";
import donationStyles from "#app/site/donate/form/donation-form.css?inline";
import type { PayWords } from "./controls.tsx";
import { awaitPayment } from "#app/site/donate/waiting/await-payment.ts";
import { pageOf } from "#app/site/donate/waiting/page-of.ts";
import { watchSlide } from "./slide.ts";
import payStyles from "./pay.css?inline";

const laterNotice = 10_000;

/** Shows the payment form of a page of ours in a dialog; false where there is none, or the browser is too old. */
export function openPayDialog(page: Document): boolean {
  const form = payForm(page);
  if (!form || !("adoptedStyleSheets" in document) || !("showModal" in HTMLDialogElement.prototype))
    return false;
  adoptStyles();
  const words: PayWords = JSON.parse(form.dataset["pay"] ?? "{}");
  const dialog = document.createElement("dialog");
  dialog.className = "dialog pay-dialog";
  dialog.append(...headOf(dialog, form.dataset["title"] ?? words.title, words.close), form);
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  // A page that the browser keeps whole would show it again, as if the payment were still to come.
  addEventListener("pagehide", () => dialog.close(), { once: true });
  work(dialog, form, words);
  dialog.showModal();
  return true;
}

/** The form by which a page of ours pays, ready to stand on another page. */
function payForm(page: Document): HTMLFormElement | null {
  const form = page.querySelector<HTMLFormElement>("form[data-pay]");
  if (!form) return null;
  form.classList.remove("panel");
  // The page below may have fields of the same names.
  for (const each of [form, ...form.querySelectorAll("[id]")]) each.id &&= `pay-${each.id}`;
  for (const name of ["for", "aria-describedby"])
    for (const each of form.querySelectorAll(`[${name}]`))
      each.setAttribute(name, (each.getAttribute(name) ?? "").replaceAll(/\S+/g, "pay-$&"));
  return document.adoptNode(form);
}

let styled = false;
function adoptStyles(): void {
  if (styled) return;
  styled = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(formStyles + donationStyles + donateStyles + payStyles);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** The title, which is read out first, the cross, and a place for messages: those of the page lie behind the dialog. */
function headOf(dialog: HTMLDialogElement, title: string, close: string): HTMLElement[] {
  const heading = document.createElement("h2");
  heading.id = "pay-title";
  heading.textContent = title;
  heading.tabIndex = -1;
  heading.autofocus = true;
  dialog.setAttribute("aria-labelledby", heading.id);
  const cross = document.createElement("button");
  Object.assign(cross, { type: "button", className: "icon-button pay-close", ariaLabel: close });
  cross.textContent = "×";
  cross.dataset["cancel"] = "";
  const toasts = document.createElement("div");
  toasts.className = "toasts";
  toasts.role = "status";
  toasts.dataset["closeLabel"] = close;
  tellIn(toasts, dialog);
  return [heading, cross, toasts];
}

type State = "idle" | "processing" | "success" | "over";

function work(dialog: HTMLDialogElement, form: HTMLFormElement, words: PayWords): void {
  let state: State = "idle";
  const done = new AbortController();
  const { signal } = done;
  const status = form.querySelector<HTMLElement>("[data-pay-status]");
  const button = form.querySelector<HTMLButtonElement>("[data-pay-button]");
  const slide = form.querySelector<HTMLInputElement>("[data-slide]");
  const needed = [
    ...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[name=network], [name=phone]"),
  ];
  const isEmpty = ({ value }: { value: string }) => value.trim() === "";
  const able = () => state === "idle" && !needed.some(isEmpty);

  // Not by the attribute `disabled`, which would swallow the press that is to be told what is missing.
  const update = () => {
    for (const each of [button, slide]) each?.setAttribute("aria-disabled", String(!able()));
  };
  const say = (text: string, tone: "info" | "error" = "info") => {
    if (!status || status.textContent === text) return;
    status.dataset["tone"] = tone;
    status.textContent = text;
    status.scrollIntoView({ block: "nearest" });
  };
  const reset = () => {
    if (slide) slide.value = "0";
    update();
  };
  const fail = (text: string) => {
    state = "idle";
    tell(dialog, { tone: "error", title: words.failed });
    say(text, "error");
    reset();
  };

  function press(): void {
    if (state !== "idle") return reset();
    dialog.querySelector(".toasts")?.replaceChildren();
    clearErrors(form);
    if (able()) return void send();
    reset();
    tell(dialog, { tone: "error", title: words.missing, text: words.missingText });
    say(words.missingText, "error");
    for (const each of needed) if (isEmpty(each)) markMissing(each, status);
    needed.find(isEmpty)?.focus();
  }

  async function send(): Promise<void> {
    state = "processing";
    say(words.working);
    update();
    try {
      const { answer, page } = await post(form);
      const order = new URL(answer.url).searchParams.get("order_id");
      if (order !== null && answer.url.includes("/payment-processing"))
        return initiated(order, answer.url, !answer.ok || page.querySelector("[data-unsure]") !== null);
      // A payment can end before it is answered, and this page is no place for thanks.
      const result = page.querySelector<HTMLElement>("[data-result]")?.dataset["result"] ?? "failed";
      if (result !== "failed") return leave(answer.url);
      // Once the provider has refused it, the next press is another gift, which says of which it is the second try.
      if (order !== null) hide(form, { key: newKey(), retry: order });
      if (page.querySelector("form[data-pay], .result-said")) return refused(page);
      if (answer.status === 503) fail(words.notStored);
      else fail(answer.ok ? words.unprocessed : `${words.error}. ${words.mayBeAsked}`);
    } catch {
      // The request may have arrived: the same key, so that trying again sends no second prompt.
      fail(`${words.lost} ${words.mayBeAsked}`);
    }
  }

  function leave(to: string): void {
    dialog.close();
    location.assign(to);
  }

  /** A form that comes back says at its fields what is wrong with them, and holds what was typed. */
  function refused(page: Document): void {
    const said = [...page.querySelectorAll(".error-summary li, .result-said")].map(
      (each) => each.textContent,
    );
    const text = said.join(" ") || words.unprocessed;
    const again = payForm(page);
    if (!again || !status) return fail(text);
    state = "over";
    done.abort();
    again.querySelector(".error-summary")?.remove();
    // The same line goes on: a new one would not be read out.
    again.querySelector("[data-pay-status]")?.replaceWith(status);
    form.replaceWith(again);
    work(dialog, again, words);
    tell(dialog, { tone: "error", title: words.failed });
    say(text, "error");
    (again.querySelector<HTMLElement>("[aria-invalid], [data-wrong] input") ?? status).focus();
  }

  function initiated(order: string, waiting: string, isUnsure: boolean): void {
    state = "success";
    const over = "[data-pay-control], fieldset, .field, [data-change]";
    for (const each of form.querySelectorAll<HTMLElement>(over)) each.hidden = true;
    const sent = isUnsure ? words.unsure : `${words.initiated}. ${words.initiatedText}`;
    say(sent);
    form.querySelector<HTMLElement>("[data-pay-waiting]")?.removeAttribute("hidden");
    form.querySelector<HTMLAnchorElement>("[data-waiting-page]")?.setAttribute("href", waiting);
    tell(dialog, { tone: "info", title: isUnsure ? words.checking : words.initiated });
    // The pressed button is no longer in the page.
    status?.focus();
    // The sentence is true only for a payment request that is known to come.
    if (!isUnsure)
      setTimeout(() => form.querySelector("[data-pay-later]")?.removeAttribute("hidden"), laterNotice);
    awaitPayment(dialog, { order, waiting }, words, (text) => say(text ?? sent));
  }

  form.addEventListener("input", update, { signal });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    press();
  });
  dialog.addEventListener(
    "click",
    (event) => {
      // Below the dialog stands the form in which things are changed.
      const closes = event.target instanceof Element && event.target.closest("[data-cancel], [data-change]");
      if (!closes) return;
      event.preventDefault();
      if (state !== "processing") dialog.close();
    },
    { signal },
  );
  dialog.addEventListener("cancel", (event) => state === "processing" && event.preventDefault(), { signal });
  if (slide) watchSlide(slide, able, press);
  update();
}

type Posted = { answer: Response; page: Document };

/** Does the work of a challenge before the form is sent, and once more when the answer sets another. */
async function post(form: HTMLFormElement, triesLeft = 2): Promise<Posted> {
  await prove(form);
  const body = new URLSearchParams(
    [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
  const answer = await fetch(form.action, { method: "POST", body });
  const page = await pageOf(answer);
  const proof = page.querySelector<HTMLInputElement>("form[data-pay] [name=proof]")?.value;
  if (answer.status !== 428 || proof === undefined || triesLeft <= 1) return { answer, page };
  hide(form, { proof });
  return post(form, triesLeft - 1);
}

async function prove(form: HTMLFormElement): Promise<void> {
  const field = form.querySelector<HTMLInputElement>("[name=proof]");
  if (!field) return;
  // Without the code the answer asks for a wait instead.
  const code = await import("#app/site/donate/check/solve-challenge.ts").catch(() => null);
  if (code && !code.isSolvedAlready(field.value)) field.value = await code.solveChallenge(field.value);
}

function markMissing(field: HTMLElement, status: HTMLElement | null): void {
  const place = field.closest(".field");
  field.ariaInvalid = "true";
  place?.setAttribute("data-wrong", "");
  if (status)
    field.setAttribute(
      "aria-describedby",
      `${status.id} ${field.getAttribute("aria-describedby") ?? ""}`.trim(),
    );
  if (place) field.addEventListener("input", () => clearErrors(place), { once: true });
}

/** The mistake may be corrected by now, so fields get their hints only. */
function clearErrors(part: Element): void {
  for (const each of part.querySelectorAll(".field-error")) each.remove();
  for (const each of [part, ...part.querySelectorAll("[data-wrong]")]) each.removeAttribute("data-wrong");
  for (const each of part.querySelectorAll("[aria-invalid]")) each.removeAttribute("aria-invalid");
  for (const each of part.querySelectorAll("[aria-describedby]")) {
    const ids = (each.getAttribute("aria-describedby") ?? "").split(" ");
    const hints = ids.filter((id) => document.getElementById(id)?.matches(".field-hint"));
    if (hints.length > 0) each.setAttribute("aria-describedby", hints.join(" "));
    else each.removeAttribute("aria-describedby");
  }
}

/** Hidden fields of this name hold this from now on. */
function hide(form: HTMLFormElement, values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) {
    const field = form.querySelector<HTMLInputElement>(`[name=${name}]`) ?? document.createElement("input");
    Object.assign(field, { type: "hidden", name, value });
    form.append(field);
  }
}

/** Not by `randomUUID`, which a page without https does not have. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function tell(place: EventTarget, toast: Toast): void {
  place.dispatchEvent(new CustomEvent("amana:toast", { detail: toast }));
}
