import { exactAmount, formatMoney, type Currency } from "#domain/money/money.ts";
import { isAmbiguousAmount, likelyAmount, readTypedAmount } from "#domain/donations/typed-amount.ts";
import { likelyDonation } from "#domain/donations/amount-limits.ts";
import { withProcessingFee } from "#domain/payments/fees.ts";
import type { Language } from "#domain/content/language.ts";
import type { Network } from "#domain/payments/phone.ts";
import { documentOf } from "#app/site/donate/waiting/document-of.ts";
import { watchPayPress } from "#app/site/donate/pay/pay-press.ts";
import { clearErrorsOf, clearHidden, clearMessages } from "./corrected.ts";
import { networkOfNumber } from "./network-of-number.ts";

type FormProps = {
  currency: Currency;
  plain: string;
  words: string;
  meant: string;
  tooSmall: string;
  yes: string;
  unclear: string;
  byNumber: string;
  networks: Record<Network, string>;
};

/**
 * For the form on the campaign's page: the button shows a typed amount too, and mobile money opens a dialog.
 * The page of mobile money has the dialog's form, and its button pays.
 */
export function wake(place: HTMLElement): void {
  if (!(place instanceof HTMLFormElement)) return watchLinks(place);
  const props: FormProps = JSON.parse(place.dataset["props"] ?? "{}");
  const { currency, plain, words, byNumber, networks } = props;
  const language = document.documentElement.lang === "sw" ? "sw" : "en";

  const sayAmount = () => {
    const typed = place.querySelector<HTMLInputElement>("[name=otherAmount]")?.value ?? "";
    const donation = readTypedAmount(typed, currency);
    const chosen = new FormData(place);
    const isCharged = chosen.get("method") === "card" || chosen.get("fee") === "yes";
    const amount = donation && isCharged ? withProcessingFee(donation) : donation;
    // Read again each time, because after an error the form has the server's new fields.
    const sum = place.querySelector("[data-sum]");
    if (sum) sum.textContent = amount ? words.replace("{amount}", formatMoney(amount, language)) : plain;
  };
  /** A tap on an amount says that the typed one no longer counts. */
  const dropTyped = ({ target }: Event) => {
    const typed = place.querySelector<HTMLInputElement>("[name=otherAmount]");
    if (typed && target instanceof HTMLInputElement && target.name === "amount") typed.value = "";
  };
  /** Only names the network. The server works it out again, so a corrected number corrects it too. */
  const sayNetwork = () => {
    const line = place.querySelector("[data-network]");
    const number = place.querySelector<HTMLInputElement>("[name=phone]")?.value ?? "";
    const chosen = place.querySelector<HTMLInputElement>("input[name=network]:checked, select[name=network]");
    const named = chosen?.value || networkOfNumber(number);
    const network = Object.entries(networks).find(([name]) => name === named);
    if (line) line.textContent = network?.[1] ?? byNumber;
  };
  const askMeant = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement) || target.name !== "otherAmount") return;
    for (const each of place.querySelectorAll("[data-asks], [name=meant]")) each.remove();
    if (isAmbiguousAmount(target.value, currency))
      target.closest(".field")?.after(questionAbout(target, { ...props, language, answered: sayAmount }));
  };
  place.addEventListener("change", askMeant);
  // A press on an amount that is already chosen is no input.
  place.addEventListener("click", dropTyped);
  place.addEventListener("click", sayAmount);
  place.addEventListener("input", sayAmount);
  place.addEventListener("input", sayNetwork);
  if (place.dataset["pay"] === undefined)
    place.addEventListener("submit", (event) => {
      event.preventDefault();
      void check(place, event.submitter);
    });
  else watchPayPress(place);
  watchFields(place);
  sayAmount();
  sayNetwork();
}

type Asking = FormProps & { language: Language; answered: () => void };

/** Asked when the donor leaves the field, before Continue. The server says the same. */
function questionAbout(field: HTMLInputElement, asking: Asking): HTMLElement {
  const { currency, meant, tooSmall, yes, unclear, language, answered } = asking;
  const question = document.createElement("div");
  question.role = "status";
  question.dataset["asks"] = "";
  const likely = likelyAmount(field.value, currency);
  const amount = likely ? formatMoney(likely, language) : "";
  if (!likely || !likelyDonation(field.value, currency)) {
    question.textContent = likely ? tooSmall.replace("{amount}", amount) : unclear;
    return question;
  }
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "button quiet" });
  button.textContent = yes.replace("{amount}", amount);
  button.addEventListener("click", () => {
    field.value = exactAmount(likely);
    question.remove();
    field.focus();
    answered();
  });
  question.append(meant.replace("{amount}", amount), button);
  return question;
}

function watchFields(place: HTMLFormElement): void {
  place.addEventListener("input", (event) => clearErrorsOf(place, event.target));
  // After the styles have hidden the fields of the other choice.
  place.addEventListener("change", () => clearHidden(place));
  place.addEventListener("toggle", ({ target }) => offerName(target), true);
  place.addEventListener("input", ({ target }) => followName(target));
  place.addEventListener("change", ({ target }) => followName(target));
  // Unfolded before this script came.
  offerName(place.querySelector("[data-person][open]"));
}

/** A donor who unfolds the fields may want only a message, so they stay anonymous until they type a name. */
function offerName(part: EventTarget | null): void {
  if (!(part instanceof HTMLDetailsElement) || part.dataset["person"] === undefined) return;
  const anonymous = part.querySelector<HTMLInputElement>("[name=who][value=anonymous]");
  if (anonymous?.checked) part.dataset["offersName"] = "";
}

/** Until the donor chooses, a typed name makes them a named donor, and an emptied one takes that back. */
function followName(field: EventTarget | null): void {
  const part = field instanceof HTMLInputElement ? field.closest("[data-offers-name]") : null;
  if (!(field instanceof HTMLInputElement) || part === null) return;
  if (field.name === "who") return part.removeAttribute("data-offers-name");
  if (field.name !== "name") return;
  const who = field.value.trim() === "" ? "anonymous" : "named";
  const choice = part.querySelector<HTMLInputElement>(`[name=who][value=${who}]`);
  if (choice) choice.checked = true;
}

/** Errors are shown in this form. Mobile money goes on in a dialog, and the other ways on the next page. */
async function check(form: HTMLFormElement, pressed: HTMLElement | null): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>("[type=submit]");
  if (!button || button.disabled) return;
  button.disabled = true;
  const isPush = new FormData(form).get("method") === "push";
  try {
    const [answer, dialog] = await Promise.all([
      fetch(form.action, { method: "POST", body: fields(form, pressed) }),
      isPush ? import("#app/site/donate/pay/dialog.ts") : null,
    ]);
    const page = await documentOf(answer);
    if (dialog?.openPayDialog(page)) return clearMessages(form);
    const answered = page.querySelector("form.donation-form");
    if (!answered && answer.redirected) return location.assign(answer.url);
    if (!answered) throw new Error("the answer is neither the check nor the form");
    form.replaceChildren(...answered.childNodes);
    document.title = page.title;
    form.querySelector<HTMLElement>("[role=alert]")?.focus();
  } catch {
    // The browser shows its own error for a lost connection.
    form.submit();
  } finally {
    button.disabled = false;
  }
}

function fields(form: HTMLFormElement, pressed: HTMLElement | null): URLSearchParams {
  const entries = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  if (pressed instanceof HTMLButtonElement && pressed.name !== "")
    entries.push([pressed.name, pressed.value]);
  return new URLSearchParams(entries);
}

/** A link to the mobile money page opens that page's form in a dialog. */
function watchLinks(place: HTMLElement): void {
  place.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link?.dataset["openedBy"] || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void open(link);
  });
}

let opening = false;

async function open(link: HTMLAnchorElement): Promise<void> {
  if (opening) return;
  opening = true;
  try {
    const [page, { openPayDialog }] = await Promise.all([
      fetch(link.href).then(documentOf),
      import("#app/site/donate/pay/dialog.ts"),
    ]);
    if (!openPayDialog(page)) location.assign(link.href);
  } catch {
    location.assign(link.href);
  } finally {
    opening = false;
  }
}
