import { showPasswords } from "./show-password.ts";
import type { SignInProps } from "./sign-in-form.tsx";

const redirectDelay = 1_000;

/** The form works without it. With it, the page stays while the server checks, and shows the result. */
export function wake(place: HTMLElement): void {
  const props: SignInProps = JSON.parse(place.dataset["props"] ?? "{}");
  place.addEventListener("submit", (event) => {
    if (!(event.target instanceof HTMLFormElement)) return;
    event.preventDefault();
    void send(place, event.target, props);
  });
  showPasswords(place);
  // The first press can come before this script. The server's page then has the failure.
  sayWhatFailed(place);
  // The back button can restore a page from before the sign-in.
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
}

async function send(place: HTMLElement, form: HTMLFormElement, { words }: SignInProps): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>("[type=submit]");
  if (!button || button.disabled) return;
  button.disabled = true;
  button.textContent = words.busy;
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      body: new FormData(form),
      redirect: "manual",
    });
    if (answer.type === "opaqueredirect") return succeed(form.action, words.success);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const answered = page.querySelector("[data-island=sign-in]");
    if (!answered) return form.submit();
    place.replaceChildren(...answered.childNodes);
    place.querySelector<HTMLElement>("[role=alert],#code,#passkey-next")?.focus();
    sayWhatFailed(place);
  } catch {
    // The browser explains a lost connection better than we can.
    form.submit();
  }
}

/** The form keeps the summary; the toast says the same where the specification wants it. */
function sayWhatFailed(place: HTMLElement): void {
  const summary = place.querySelector(".error-summary");
  if (!summary) return;
  const title = summary.querySelector("h2")?.textContent;
  const text = [...summary.querySelectorAll("li")].map((item) => item.textContent.trim()).join(". ");
  showToast({ tone: "error", title, text });
}

const showToast = (detail: object) => document.dispatchEvent(new CustomEvent("amana:toast", { detail }));

function succeed(address: string, title: string): void {
  showToast({ tone: "success", title });
  // The sign-in page redirects a signed-in person to the page they wanted.
  setTimeout(() => location.replace(address), redirectDelay);
}
