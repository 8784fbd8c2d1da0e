import { documentOf } from "#app/site/donate/waiting/document-of.ts";

type Posted = { answer: Response; page: Document };

/** A silent payment provider keeps the answer back much longer than a donor waits. */
export const patience = 2_000;

/** Solves the challenge before sending the form, and once more if the response sets another. */
export async function post(form: HTMLFormElement, triesLeft = 2): Promise<Posted> {
  await prove(form);
  const answer = await answerOrWaiting(form);
  const page = await documentOf(answer);
  const proof = page.querySelector<HTMLInputElement>("form[data-pay] [name=proof]")?.value;
  if (answer.status !== 428 || proof === undefined || triesLeft <= 1) return { answer, page };
  setHidden(form, { proof });
  return post(form, triesLeft - 1);
}

function answerOrWaiting(form: HTMLFormElement): Promise<Response> {
  const { action } = form;
  const body = fieldsOf(form);
  const sent = fetch(action, { method: "POST", body });
  let timer = 0;
  const waiting = new Promise<Response>((found) => {
    timer = window.setTimeout(async () => {
      const answer = await askForWaiting(action, body);
      if (answer) found(answer);
    }, patience);
  });
  return Promise.race([sent, waiting]).finally(() => clearTimeout(timer));
}

/**
 * While the provider is silent, a second request with the same key learns the waiting page. It sends no payment
 * request. Null if it fails or has another answer: the first request goes on.
 */
export async function askForWaiting(action: string, body: URLSearchParams): Promise<Response | null> {
  const answer = await fetch(action, { method: "POST", body }).catch(() => null);
  return answer?.url.includes("/payment-processing") ? answer : null;
}

export const fieldsOf = (form: HTMLFormElement): URLSearchParams =>
  new URLSearchParams(
    [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );

async function prove(form: HTMLFormElement): Promise<void> {
  const field = form.querySelector<HTMLInputElement>("[name=proof]");
  if (!field) return;
  // If the code cannot be loaded, the response asks for a wait instead.
  const code = await import("#app/site/donate/check/solve-challenge.ts").catch(() => null);
  if (code && !code.isSolvedAlready(field.value)) field.value = await code.solveChallenge(field.value);
}

export function setHidden(form: HTMLFormElement, values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) {
    const field = form.querySelector<HTMLInputElement>(`[name=${name}]`) ?? document.createElement("input");
    Object.assign(field, { type: "hidden", name, value });
    form.append(field);
  }
}

/** `randomUUID` is missing on pages without https. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
