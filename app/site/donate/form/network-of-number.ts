import { operatorOf, parsePhone, type Network } from "#domain/payments/phone.ts";

/** Null if the number is unfinished, or its network takes no payment requests. */
export function networkOfNumber(written: string): Network | null {
  const phone = parsePhone(written);
  return phone === null ? null : (operatorOf(phone)?.network ?? null);
}

/** The network in a select follows the number, unless the donor chose another one. */
export function followNumber(form: HTMLFormElement, signal: AbortSignal): void {
  const select = form.querySelector<HTMLSelectElement>("select[name=network]");
  const number = form.querySelector<HTMLInputElement>("[name=phone]");
  if (!select || !number) return;
  let isChosen = select.value !== "" && select.value !== networkOfNumber(number.value);
  select.addEventListener("change", () => (isChosen = select.value !== ""), { signal });
  const follow = () => {
    const network = networkOfNumber(number.value);
    if (network === null || isChosen) return;
    select.value = network;
    // It also ends the mark of a missing network.
    select.dispatchEvent(new Event("input", { bubbles: true }));
  };
  number.addEventListener("input", follow, { signal });
  follow();
}
