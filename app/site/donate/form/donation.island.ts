import { formatMoney, type Currency } from "#domain/money/money.ts";
import { readTypedAmount } from "#domain/donations/typed-amount.ts";
import { operatorOf, parsePhone } from "#domain/payments/phone.ts";
import { documentOf } from "#app/site/donate/waiting/document-of.ts";

type FormProps = { currency: Currency; plain: string; words: string };

/** For the form on the campaign's page: the button shows a typed amount too, and mobile money opens a dialog. */
export function wake(place: HTMLElement): void {
  if (!(place instanceof HTMLFormElement)) return watchLinks(place);
  const { currency, plain, words }: FormProps = JSON.parse(place.dataset["props"] ?? "{}");
  const language = document.documentElement.lang === "sw" ? "sw" : "en";

  const sayAmount = () => {
    const typed = place.querySelector<HTMLInputElement>("[name=otherAmount]")?.value ?? "";
    const amount = readTypedAmount(typed, currency);
    const isOther = new FormData(place).get("amount") === "other";
    // Read again each time, because after an error the form has the server's new fields.
    const sum = place.querySelector("[data-sum]");
    if (sum)
      sum.textContent = amount && isOther ? words.replace("{amount}", formatMoney(amount, language)) : plain;
  };
  const suggestNetwork = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement) || target.name !== "phone") return;
    const phone = parsePhone(target.value);
    const network = phone && operatorOf(phone)?.network;
    const chosen = place.querySelector("[name=network]:checked");
    const tile = place.querySelector<HTMLInputElement>(`[name=network][value="${network ?? ""}"]`);
    // Keeps the donor's own choice, because numbers move between networks.
    if (tile && !chosen) tile.checked = true;
  };
  place.addEventListener("input", sayAmount);
  place.addEventListener("input", suggestNetwork);
  place.addEventListener("submit", (event) => {
    if (new FormData(place).get("method") !== "push") return;
    event.preventDefault();
    void check(place);
  });
  sayAmount();
}

async function check(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>("[type=submit]");
  if (!button || button.disabled) return;
  button.disabled = true;
  try {
    const [page, { openPayDialog }] = await Promise.all([
      fetch(form.action, { method: "POST", body: fields(form) }).then(documentOf),
      import("#app/site/donate/pay/dialog.ts"),
    ]);
    if (openPayDialog(page)) return;
    const answered = page.querySelector("form.donation-form");
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

function fields(form: HTMLFormElement): URLSearchParams {
  const entries = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
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
