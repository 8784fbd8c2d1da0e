import { consentKey, consentVersion } from "#domain/visitors/consent-version.ts";
import { refusesCounting } from "./refuses-counting.ts";

/** Before the first paint, so that neither the theme nor the cookie banner flickers. `data-script` shows what needs script. */
export function markDocument(): void {
  const { dataset } = document.documentElement;
  dataset["script"] = "on";
  if (refusesCounting()) dataset["refuses"] = "";
  try {
    const theme = localStorage.getItem("theme");
    const consent = JSON.parse(localStorage.getItem(consentKey) ?? "null");
    if (theme === "dark" || theme === "light") dataset["theme"] = theme;
    if (consent?.version !== consentVersion && !refusesCounting()) dataset["consent"] = "ask";
  } catch {
    dataset["consent"] = "ask";
  }
}

/** Some forms work only in the browser, so they must not be sent before their code arrives. */
export function holdForms(): void {
  addEventListener("submit", (event) => {
    if (event.target instanceof Element && event.target.matches("[data-stays-here]")) event.preventDefault();
  });
}
