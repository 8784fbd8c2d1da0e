import type { PasskeyProps, UsedPasskeyProps } from "./passkey-button.tsx";

type Ask<Shared> = (props: Shared) => Promise<string | null>;

export function offerPasskey(place: HTMLElement): void {
  workPasskeyButton(place, use);
}

/** `ask` returns the problem to show, or null. The button stays hidden in browsers without passkeys. */
export function workPasskeyButton<Shared extends PasskeyProps>(place: HTMLElement, ask: Ask<Shared>): void {
  const props: Shared = JSON.parse(place.dataset["props"] ?? "{}");
  const { words } = props;
  const shown = place.querySelector<HTMLElement>(".passkey");
  const button = place.querySelector("button");
  const problem = place.querySelector("[role=alert]");
  if (!shown || !button || !problem || !isUsable(props)) return;
  shown.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    button.textContent = words.busy;
    problem.textContent = "";
    const message = await ask(props).catch(() => words.failed);
    button.disabled = message === null;
    button.textContent = message === null ? (props.done ?? words.busy) : words.button;
    problem.textContent = message;
  });
}

/** Older browsers lack the functions that read options. */
const isUsable = ({ site }: PasskeyProps) =>
  location.hostname === site && "parseRequestOptionsFromJSON" in (globalThis.PublicKeyCredential ?? {});

async function use({ address, done }: UsedPasskeyProps): Promise<string | null> {
  // An answer without a challenge throws here, which the button shows as a failure.
  const options = await fetch(address).then((answer) => answer.json());
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await navigator.credentials.get({ publicKey });
  const body = new FormData();
  body.set("credential", JSON.stringify(credential));
  const answer = await fetch(address, { method: "POST", body, redirect: "manual" });
  if (done !== undefined && answer.ok) return null;
  if (answer.type !== "opaqueredirect") return answer.text();
  // The sign-in page redirects a signed-in person to the page they wanted.
  location.replace(location.href);
  return null;
}
