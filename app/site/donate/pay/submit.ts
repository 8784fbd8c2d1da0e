import { documentOf } from "#app/site/donate/waiting/document-of.ts";

type Posted = { answer: Response; page: Document };

/** Solves the challenge before sending the form, and once more if the response sets another. */
export async function post(form: HTMLFormElement, triesLeft = 2): Promise<Posted> {
  await prove(form);
  const answer = await fetch(form.action, { method: "POST", body: fieldsOf(form) });
  const page = await documentOf(answer);
  const proof = page.querySelector<HTMLInputElement>("form[data-pay] [name=proof]")?.value;
  if (answer.status !== 428 || proof === undefined || triesLeft <= 1) return { answer, page };
  setHidden(form, { proof });
  return post(form, triesLeft - 1);
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
