import { follow } from "#app/islands/live.ts";
import formStyles from "#app/ui/form.css?inline";
import donateStyles from "./donate.css?inline";
import giftStyles from "./gift-form.css?inline";
import type { PayWords } from "./pay-controls.tsx";
import { pageOf } from "./page-of.ts";
import { standingOf, statusIn } from "./standing.ts";
import payStyles from "./pay.css?inline";

const firstPoll = 3_000;
const pollEvery = 5_000;
const mostPolls = 60;
const laterNotice = 10_000;
const redirectDelay = 2_000;
const slideThreshold = 95;

/** Shows the payment form of a page of ours in a dialog; false where there is none, or the browser is too old. */
export function openPayDialog(page: Document): boolean {
  const form = page.querySelector<HTMLFormElement>("form[data-pay]");
  if (!form || !("adoptedStyleSheets" in document) || !("showModal" in HTMLDialogElement.prototype))
    return false;
  adoptStyles();
  const words: PayWords = JSON.parse(form.dataset["pay"] ?? "{}");
  const dialog = document.createElement("dialog");
  dialog.className = "dialog pay-dialog";
  const heading = document.createElement("h2");
  heading.id = "pay-title";
  heading.textContent = form.dataset["title"] ?? words.title;
  dialog.setAttribute("aria-labelledby", heading.id);
  form.classList.remove("panel");
  withoutClashes(form);
  dialog.append(heading, document.adoptNode(form));
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  work(dialog, form, words);
  dialog.showModal();
  return true;
}

let styled = false;
function adoptStyles(): void {
  if (styled) return;
  styled = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(formStyles + giftStyles + donateStyles + payStyles);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** The page below may have fields of the same names. */
function withoutClashes(form: HTMLFormElement): void {
  for (const each of form.querySelectorAll("[id]")) each.id = `pay-${each.id}`;
  for (const name of ["for", "aria-describedby"])
    for (const each of form.querySelectorAll(`[${name}]`))
      each.setAttribute(name, (each.getAttribute(name) ?? "").replaceAll(/\S+/g, "pay-$&"));
}

type State = "idle" | "processing" | "success" | "over";

function work(dialog: HTMLDialogElement, form: HTMLFormElement, words: PayWords): void {
  let state: State = "idle";
  const status = form.querySelector<HTMLElement>("[data-pay-status]");
  const button = form.querySelector<HTMLButtonElement>("[data-pay-button]");
  const slide = form.querySelector<HTMLInputElement>("[data-slide]");
  const needed = [
    ...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[name=wallet], [name=phone]"),
  ];
  const filled = () => needed.every(({ value }) => value.trim() !== "");

  const update = () => {
    const able = state === "idle" && filled();
    if (button) button.disabled = !able;
    if (slide) slide.disabled = !able;
  };
  const say = (text: string, tone: "info" | "error" = "info") => {
    if (!status) return;
    status.dataset["tone"] = tone;
    status.textContent = text;
  };
  const fail = (text: string) => {
    state = "idle";
    if (slide) slide.value = "0";
    say(text, "error");
    tell("error", words.failed, text);
    update();
  };

  async function send(): Promise<void> {
    if (state !== "idle") return;
    if (!filled()) return tell("error", words.missing, words.missingText);
    state = "processing";
    const body = new URLSearchParams(
      [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
    say(words.working);
    update();
    try {
      const answer = await fetch(form.action, { method: "POST", body });
      const order = new URL(answer.url).searchParams.get("order_id");
      if (order !== null && answer.url.includes("/payment-processing")) return initiated(order, answer.url);
      // Once the provider has refused it, the next press is another gift, which says of which it is the second try.
      if (order !== null) hide(form, { key: newKey(), retry: order });
      const page = await pageOf(answer);
      const reasons = [...page.querySelectorAll(".error-summary li, .result-said")].map(
        (each) => each.textContent,
      );
      fail(reasons.join(" ") || words.error);
    } catch {
      // The request may have arrived: the same key, so that trying again sends no second prompt.
      fail(words.lost);
    }
  }

  function initiated(order: string, waiting: string): void {
    state = "success";
    const done = "[data-pay-control], fieldset, .field, [data-change]";
    for (const each of form.querySelectorAll<HTMLElement>(done)) each.hidden = true;
    say(`${words.initiated}. ${words.initiatedText}`);
    const link = document.createElement("a");
    link.href = waiting;
    link.textContent = words.waitingPage;
    status?.after(link);
    tell("info", words.initiated, words.initiatedText);
    setTimeout(() => form.querySelector("[data-pay-later]")?.removeAttribute("hidden"), laterNotice);
    wait(order, waiting);
  }

  function wait(order: string, waiting: string): void {
    const end = (standing: string | null): boolean => {
      if (state !== "success") return true;
      if (standing !== "completed" && standing !== "failed") return false;
      state = "over";
      if (standing === "completed") say(words.completed);
      // The waiting page knows the way to what has become of it.
      setTimeout(() => location.assign(waiting), standing === "completed" ? redirectDelay : 0);
      return true;
    };
    let polls = 0;
    const poll = async () => {
      clearTimeout(timer);
      if (!dialog.isConnected || document.hidden) return;
      // The waiting page knows the way to what a long silence means as well.
      if ((polls += 1) > mostPolls) return location.assign(waiting);
      if (end(await standingOf(order))) return;
      clearTimeout(timer);
      timer = window.setTimeout(poll, pollEvery);
    };
    let timer = window.setTimeout(poll, firstPoll);
    const news = follow(new URLSearchParams({ order }), (_name, data) => void end(statusIn(data)));
    dialog.addEventListener("close", news.stop);
    document.addEventListener("visibilitychange", () => void poll());
    addEventListener("online", () => void poll());
  }

  form.addEventListener("input", update);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send();
  });
  // Below the dialog stands the form in which things are changed.
  for (const closing of form.querySelectorAll("[data-cancel], [data-change]"))
    closing.addEventListener("click", (event) => {
      event.preventDefault();
      if (state !== "processing") dialog.close();
    });
  dialog.addEventListener("cancel", (event) => state === "processing" && event.preventDefault());
  slide?.addEventListener("pointerdown", (event) => onlyByItsHandle(slide, event));
  slide?.addEventListener("input", () => Number(slide.value) >= slideThreshold && void send());
  for (const name of ["pointerup", "pointercancel", "blur"])
    slide?.addEventListener(name, () => {
      if (Number(slide.value) < slideThreshold) slide.value = "0";
    });
  update();
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

/** A tap on the far end of the track is no slide. */
function onlyByItsHandle(slide: HTMLInputElement, event: PointerEvent): void {
  const handle = 60;
  const { left, width } = slide.getBoundingClientRect();
  const at = left + (Number(slide.value) / 100) * (width - handle);
  if (event.clientX < at || event.clientX > at + handle) event.preventDefault();
}

function tell(tone: "error" | "info", title: string, text: string): void {
  document.dispatchEvent(new CustomEvent("amana:toast", { detail: { tone, title, text } }));
}
