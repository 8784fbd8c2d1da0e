import { consentKey, consentVersion } from "#domain/visitors/consent-version.ts";
import { refusesCounting } from "./refuses-counting.ts";
import { storeChoice } from "./store-choice.ts";

/** A donor who is paying is not asked about cookies. */
const paying = /\/(?:donate|mobile|again|donations|payment-\w+|selcom-webhook)(?:\/|$)/;

/** Before the first paint, so that neither the theme nor the cookie banner flickers. `data-script` shows what needs script. */
export function markDocument(): void {
  const { dataset } = document.documentElement;
  dataset["script"] = "on";
  if (refusesCounting()) dataset["refuses"] = "";
  try {
    const theme = localStorage.getItem("theme");
    const consent = JSON.parse(localStorage.getItem(consentKey) ?? "null");
    if (theme === "dark" || theme === "light") dataset["theme"] = theme;
    const mayAsk = !refusesCounting() && !paying.test(location.pathname);
    if (consent?.version !== consentVersion && mayAsk) dataset["consent"] = "ask";
  } catch {
    dataset["consent"] = "ask";
  }
}

const longestHold = 1_500;

/** The code of a calculator answers here. If it does not arrive, the form goes to the server. */
export function holdForms(): void {
  addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement && form.matches("[data-stays-here]"))) return;
    event.preventDefault();
    form.dataset["sent"] = "";
    const { submitter } = event;
    setTimeout(() => {
      // The calculator's own island: the payment dialog's island is around it and can be awake alone.
      if (form.closest("[data-island]")?.matches("[data-awake]")) return;
      // `form.submit()` leaves the pressed button out.
      if (submitter instanceof HTMLButtonElement && submitter.name !== "") {
        const { name, value } = submitter;
        form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
      }
      // Code that arrives now would answer a second time.
      stop();
      form.submit();
    }, longestHold);
  });
}

/** The rest of the script also counts the visit. If it does not arrive, the choice is kept all the same. */
export function closeConsent(): void {
  addEventListener("click", ({ target }) => {
    const { dataset } = document.documentElement;
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-consent-choice]") : null;
    // The rest of the script, which hears the click first, has closed the banner.
    if (!button || !dataset["consent"]) return;
    storeChoice(button.dataset["consentChoice"] === "accept");
    delete dataset["consent"];
  });
}
