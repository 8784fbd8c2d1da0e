import { followNumber } from "#app/site/donate/form/network-of-number.ts";
import { clockTime } from "#app/site/donate/waiting/clock-time.ts";
import { stageAt } from "#app/site/donate/waiting/stage.ts";
import { awaitPayment } from "#app/site/donate/waiting/await-payment.ts";
import type { End } from "#app/site/donate/waiting/payment-end.ts";
import type { PayWords } from "./controls.tsx";
import { showEarlierTry } from "./earlier-notice.ts";
import { clearErrors, markMissing } from "./field-errors.ts";
import { leaveNote } from "./left-note.ts";
import { showArrived } from "./show-arrived.ts";
import { watchSlide } from "./slide.ts";
import { newKey, post, setHidden } from "./submit.ts";

const laterNotice = 10_000;

type Field = HTMLInputElement | HTMLSelectElement;

type PayForm = {
  dialog: HTMLDialogElement;
  form: HTMLFormElement;
  words: PayWords;
  status: HTMLElement | null;
  button: HTMLButtonElement | null;
  slide: HTMLInputElement | null;
  required: Field[];
  state: "idle" | "processing" | "success" | "over";
  /** The time of the last press. */
  sentAt: number;
};

/** Takes the payment form out of its page, for use on another page. */
export function takeForm(page: Document): HTMLFormElement | null {
  const form = page.querySelector<HTMLFormElement>("form[data-pay]");
  if (!form) return null;
  form.classList.remove("panel");
  // The page under the dialog may have the same ids.
  for (const each of [form, ...form.querySelectorAll("[id]")]) each.id &&= `pay-${each.id}`;
  for (const name of ["for", "aria-describedby"])
    for (const each of form.querySelectorAll(`[${name}]`))
      each.setAttribute(name, (each.getAttribute(name) ?? "").replaceAll(/\S+/g, "pay-$&"));
  return document.adoptNode(form);
}

/** Lets the form pay without leaving the page under its dialog. */
export function runForm(dialog: HTMLDialogElement, form: HTMLFormElement, words: PayWords): void {
  const pay: PayForm = {
    dialog,
    form,
    words,
    status: form.querySelector<HTMLElement>("[data-pay-status]"),
    button: form.querySelector<HTMLButtonElement>("[data-pay-button]"),
    slide: form.querySelector<HTMLInputElement>("[data-slide]"),
    required: [...form.querySelectorAll<Field>("[name=network], [name=phone]")],
    state: "idle",
    sentAt: 0,
  };
  const replaced = new AbortController();
  const press = () => pressed(pay, replaced);
  // Before the check of the required fields.
  followNumber(form, replaced.signal);
  form.addEventListener("input", ({ target }) => corrected(pay, target), { signal: replaced.signal });
  form.addEventListener("input", () => update(pay), { signal: replaced.signal });
  form.addEventListener("input", () => namePayer(form), { signal: replaced.signal });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    press();
  });
  closeOnRequest(pay, replaced.signal);
  if (pay.slide) watchSlide(pay.slide, () => isReady(pay), press);
  pay.slide?.closest("details")?.removeAttribute("hidden");
  update(pay);
}

/** Once the last wrong field is changed, the message about them is old. */
function corrected(pay: PayForm, field: EventTarget | null): void {
  const part = field instanceof Element ? field.closest("[data-wrong]") : null;
  if (!part) return;
  clearErrors(part);
  if (!pay.form.querySelector("[data-wrong]")) say(pay, "");
}

/** The folded line names the network and the number in the fields under it. */
function namePayer(form: HTMLFormElement): void {
  const select = form.querySelector<HTMLSelectElement>("select[name=network]");
  const number = form.querySelector<HTMLInputElement>("[name=phone]");
  const [network, typed] = [form.querySelector("[data-network]"), form.querySelector("[data-number]")];
  if (network && select?.value) network.textContent = select.selectedOptions[0]?.textContent ?? "";
  if (typed) typed.textContent = number?.value ?? "";
}

function closeOnRequest(pay: PayForm, signal: AbortSignal): void {
  const { dialog } = pay;
  dialog.addEventListener(
    "click",
    (event) => {
      // A link to change something closes the dialog, because its form is on the page under it.
      const closes = event.target instanceof Element && event.target.closest("[data-cancel], [data-change]");
      if (!closes) return;
      event.preventDefault();
      if (pay.state !== "processing") dialog.close();
    },
    { signal },
  );
  dialog.addEventListener("cancel", (event) => pay.state === "processing" && event.preventDefault(), {
    signal,
  });
}

function pressed(pay: PayForm, replaced: AbortController): void {
  const { form, words, required, status } = pay;
  if (pay.state !== "idle") return reset(pay);
  clearErrors(form);
  if (isReady(pay)) return void send(pay, replaced);
  reset(pay);
  const missing = required.find(isEmpty);
  // First, because it moves the message out of view.
  missing?.closest("details")?.setAttribute("open", "");
  sayWrong(pay, words.missing, words.missingText);
  for (const field of required) if (isEmpty(field)) markMissing(field, status);
  missing?.focus();
}

async function send(pay: PayForm, replaced: AbortController): Promise<void> {
  const { dialog, form, words } = pay;
  pay.state = "processing";
  pay.sentAt = performance.now();
  say(pay, words.working);
  update(pay);
  try {
    const { answer, page } = await post(form);
    const order = new URL(answer.url).searchParams.get("order_id");
    if (order !== null && answer.url.includes("/payment-processing")) {
      const isUnsure = !answer.ok || page.querySelector("[data-unsure]") !== null;
      const [summary, help] = ["[data-pay-summary]", "[data-pay-later]"].map((each) =>
        page.querySelector<HTMLElement>(each),
      );
      showRequested(pay, { order, waiting: answer.url, isUnsure, summary, help });
      return showEarlierTry(page, { dialog, waiting: answer.url, place: pay.status });
    }
    // A payment can end before its request is answered. The dialog has no room for thanks.
    const result = page.querySelector<HTMLElement>("[data-result]")?.dataset["result"] ?? "failed";
    if (result !== "failed") return leave(dialog, answer.url);
    const arrived = page.querySelector<HTMLElement>(".arrived");
    if (arrived) {
      pay.state = "over";
      return showArrived(dialog, form, arrived);
    }
    // The provider refused this donation. The next press makes a new one that names the first.
    if (order !== null) {
      setHidden(form, { key: newKey(), retry: order });
      offerAgain(pay);
    }
    if (page.querySelector("form[data-pay], .result-said"))
      return replaceForm(pay, page, { replaced, isBegun: !refusals.includes(answer.status) });
    if (answer.status === 503) fail(pay, words.notStored);
    else fail(pay, answer.ok ? words.unprocessed : `${words.error}. ${words.mayBeAsked}`);
  } catch {
    // The request may have arrived. The same key stops a second payment request.
    fail(pay, `${words.lost} ${words.mayBeAsked}`);
  }
}

function leave(dialog: HTMLDialogElement, to: string): void {
  dialog.close();
  location.assign(to);
}

/** The statuses of a donation that did not begin: its entries are right, but nothing was sent. */
const refusals = [409, 428, 429];

type Replacing = { replaced: AbortController; isBegun: boolean };

/** The response's form has an error at each wrong field and holds the entered values. */
function replaceForm(pay: PayForm, page: Document, { replaced, isBegun }: Replacing): void {
  const { dialog, form, words, status } = pay;
  const messages = [...page.querySelectorAll(".error-summary li, .pay-wait, .result-said")].map(
    ({ textContent }) => textContent,
  );
  const text = messages.join(" ") || words.unprocessed;
  const next = takeForm(page);
  if (!next || !status) return fail(pay, text);
  pay.state = "over";
  replaced.abort();
  next.querySelector(".error-summary, .pay-wait")?.remove();
  // The status says the same once.
  if (!isBegun) clearErrors(next);
  // Screen readers would not read out a new status line.
  next.querySelector("[data-pay-status]")?.replaceWith(status);
  form.replaceWith(next);
  runForm(dialog, next, words);
  if (isBegun) sayWrong(pay, words.failed, text);
  else say(pay, text, "error");
  (next.querySelector<HTMLElement>("[aria-invalid], [data-wrong] input") ?? status).focus();
}

type Requested = {
  order: string;
  waiting: string;
  isUnsure: boolean;
  /** Parts of the waiting page. */
  summary: HTMLElement | null | undefined;
  help: HTMLElement | null | undefined;
};

const keptAfterRequest = "[data-pay-status], [data-pay-waits], [data-pay-waiting]";

/** From now on only amount, network, number, time and one message are true. */
function showRequested(pay: PayForm, { order, waiting, isUnsure, summary, help }: Requested): void {
  const { dialog, form, words, status } = pay;
  pay.state = "success";
  for (const each of form.querySelectorAll<HTMLElement>(":scope > *"))
    if (!each.matches(keptAfterRequest)) each.hidden = true;
  if (summary) form.prepend(summary);
  const amount = summary?.querySelector("b")?.textContent ?? "";
  let showEnd: ((end: End) => void) | null = null;
  dialog.addEventListener("close", () => (showEnd = leaveNote({ waiting, amount }, words)));
  const sent = isUnsure ? words.unsure : `${words.initiated}. ${words.initiatedText}`;
  let said = sent;
  say(pay, said);
  const actions = form.querySelector<HTMLElement>("[data-pay-waiting]");
  actions?.removeAttribute("hidden");
  form.querySelector<HTMLAnchorElement>("[data-waiting-page]")?.setAttribute("href", waiting);
  const checkNow = form.querySelector<HTMLElement>("[data-check-now]");
  checkNow?.addEventListener("click", () => askNow(form, waiting));
  // The pressed button is hidden now and cannot keep the focus.
  status?.focus();
  // The notice is true only for a payment request that is known to come.
  if (help && !isUnsure) setTimeout(() => actions?.before(help), laterNotice);
  countTime(pay, (seconds) => {
    if (pay.state === "over") return;
    const stage = stageAt(seconds);
    if (checkNow) checkNow.hidden = stage === 0;
    const next = [sent, words.still, words.slow][stage] ?? sent;
    if (next === said) return;
    // Another message, such as the end of the payment, stays.
    if (status?.textContent === said) say(pay, next);
    said = next;
  });
  awaitPayment(
    dialog,
    { order, waiting },
    {
      words,
      say: (text) => say(pay, text ?? said),
      completed: () => showCompleted(pay),
      endedAfterClose: (end) => showEnd?.(end),
    },
  );
}

/** Until the thank-you page opens, nothing may look as if the payment were open. */
function showCompleted(pay: PayForm): void {
  pay.state = "over";
  for (const each of pay.form.querySelectorAll<HTMLElement>("[data-pay-waits], [data-check-now]"))
    each.hidden = true;
  const link = pay.form.querySelector("[data-waiting-page]");
  if (link) link.textContent = pay.words.thanks;
  say(pay, pay.words.completed);
}

/** The waiting page's form does the same: the server asks the provider now. */
function askNow(form: HTMLFormElement, waiting: string): void {
  form.action = waiting;
  // Without its submit event, which would pay.
  form.submit();
}

function countTime({ dialog, form, words, sentAt }: PayForm, passed: (seconds: number) => void): void {
  const place = form.querySelector<HTMLElement>("[data-pay-elapsed]");
  if (!place) return;
  const tick = () => {
    const seconds = Math.floor((performance.now() - sentAt) / 1_000);
    place.textContent = words.elapsed.replace("{time}", clockTime(seconds));
    passed(seconds);
  };
  form.querySelector<HTMLElement>("[data-pay-waits]")?.removeAttribute("hidden");
  tick();
  const ticking = window.setInterval(tick, 1_000);
  dialog.addEventListener("close", () => clearInterval(ticking));
}

const isEmpty = ({ value }: Field) => value.trim() === "";
const isReady = ({ state, required }: PayForm) => state === "idle" && !required.some(isEmpty);

/** A press on the button names the missing fields, so only a running request disables it. */
function update(pay: PayForm): void {
  pay.button?.setAttribute("aria-disabled", String(pay.state !== "idle"));
  pay.slide?.setAttribute("aria-disabled", String(!isReady(pay)));
}

function reset(pay: PayForm): void {
  if (pay.slide) pay.slide.value = "0";
  update(pay);
}

function fail(pay: PayForm, text: string): void {
  pay.state = "idle";
  sayWrong(pay, pay.words.failed, text);
  reset(pay);
}

/** The status says all of it: a message over the dialog would cover its title or a field. */
function sayWrong(pay: PayForm, title: string, text: string): void {
  const strong = document.createElement("strong");
  strong.textContent = title;
  const said = document.createElement("span");
  const [before = "", after] = text.split(pay.words.anotherWay);
  said.append(before, ...(after === undefined ? [] : [otherWayOf(pay), after]));
  show(pay.status, "error", strong, said);
}

/** The form's own link to the other ways. Its last part opens the folded ways on the form's page. */
function otherWayOf({ form, words }: PayForm): HTMLElement {
  const link = document.createElement("a");
  link.textContent = words.anotherWay;
  const to = form.querySelector<HTMLAnchorElement>("[data-change], a[data-pay-control]");
  link.href = to === null ? "" : `${to.href.split("#")[0]}#method`;
  return link;
}

/** After a refusal the button names the retry and its amount, as the server wrote them. */
function offerAgain({ button }: PayForm): void {
  for (const label of button?.querySelectorAll<HTMLElement>("[data-again]") ?? [])
    label.textContent = label.dataset["again"] ?? "";
}

function say({ status }: PayForm, text: string, tone: "info" | "error" = "info"): void {
  if (status?.textContent !== text) show(status, tone, text);
}

function show(status: HTMLElement | null, tone: "info" | "error", ...parts: (Node | string)[]): void {
  if (!status) return;
  status.dataset["tone"] = tone;
  status.replaceChildren(...parts);
  status.scrollIntoView({ block: "nearest" });
}
