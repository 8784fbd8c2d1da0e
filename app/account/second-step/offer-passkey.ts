import type { PasskeyGiven } from "./passkey-button.tsx";

/** Makes the button of a place work, where the browser can use passkeys. */
export function offerPasskey(place: HTMLElement): void {
  const given: PasskeyGiven = JSON.parse(place.dataset["given"] ?? "{}");
  const { words } = given;
  const shown = place.querySelector<HTMLElement>(".passkey");
  const button = place.querySelector("button");
  const problem = place.querySelector("[role=alert]");
  if (!shown || !button || !problem) return;
  if (!isUsable(given)) {
    document.querySelector<HTMLElement>("[data-without-passkeys]")?.removeAttribute("hidden");
    return;
  }
  shown.hidden = false;
  button.addEventListener("click", () => {
    button.disabled = true;
    button.textContent = words.busy;
    problem.textContent = "";
    const work = given.options === null ? use(given) : create(given.options);
    void work
      .catch(() => words.failed)
      .then((message) => {
        if (message === null) {
          button.textContent = given.done ?? words.busy;
          return;
        }
        problem.textContent = message;
        button.disabled = false;
        button.textContent = words.button;
      });
  });
}

/** Older browsers lack the functions that read options. */
const isUsable = ({ site }: PasskeyGiven) =>
  location.hostname === site && "parseRequestOptionsFromJSON" in (globalThis.PublicKeyCredential ?? {});

/** What went wrong, or null. */
async function use({ address, words, done }: PasskeyGiven): Promise<string | null> {
  const asked = await fetch(address);
  if (!asked.ok) return words.failed;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await asked.json());
  const credential = await navigator.credentials.get({ publicKey });
  const body = new FormData();
  body.set("credential", JSON.stringify(credential));
  const answer = await fetch(address, { method: "POST", body, redirect: "manual" });
  if (done !== undefined && answer.ok) return null;
  if (answer.type !== "opaqueredirect") return answer.text();
  // The sign-in page leads a person who is signed in to the page they wanted.
  location.replace(location.href);
  return null;
}

async function create(options: string): Promise<null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(JSON.parse(options));
  const credential = await navigator.credentials.create({ publicKey });
  const field = document.querySelector<HTMLInputElement>("input[name=credential]");
  if (field) field.value = JSON.stringify(credential);
  field?.form?.submit();
  return null;
}
