import type { DraftKeeperProps } from "./draft-keeper.tsx";

const pauseAfterTyping = 1_500;

/** Saves the form while a person types, and counts the characters of its long texts. */
export function wake(place: HTMLElement): void {
  const props: DraftKeeperProps = JSON.parse(place.dataset["props"] ?? "{}");
  const status = place.querySelector<HTMLElement>("[role=status]");
  const form = place.closest("form");
  if (!form || !status) return;
  countCharacters(form, props);
  addUpLines(form, props);
  mirrorFields(form);
  mirrorGoal(form);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const saveSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void save(form, status, props), pauseAfterTyping);
  };
  form.addEventListener("input", saveSoon);
  // On a slow connection people type before this script arrives.
  if (hasTypedText(form)) saveSoon();
  form.addEventListener("submit", () => clearTimeout(timer));
}

const hasTypedText = (form: HTMLFormElement) =>
  [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input:not([type=file]), textarea")].some(
    ({ value, defaultValue }) => value !== defaultValue,
  );

async function save(form: HTMLFormElement, status: HTMLElement, props: DraftKeeperProps): Promise<void> {
  const entered = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") entered.append(name, value);
  try {
    const answer = await fetch(props.address, { method: "POST", body: entered, redirect: "error" });
    if (!answer.ok) throw new Error(String(answer.status));
    const field = form.querySelector<HTMLInputElement>("[name=submission]");
    if (field) field.value = await answer.text();
    const time = new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    status.textContent = props.saved.replace("{time}", time);
  } catch {
    status.textContent = props.failed;
  }
}

/** The server wrote the sum of the fields as they came, fractions too. */
function addUpLines(form: HTMLFormElement, { planned }: DraftKeeperProps): void {
  const shown = form.querySelector<HTMLOutputElement>(".submission-sum");
  const goal = form.querySelector<HTMLInputElement>("[name=goal]");
  const patternNow = patternsIn(form);
  const lines = [...form.querySelectorAll<HTMLInputElement>("[name^=budget-][name$=-amount]")];
  if (!shown || !goal || !patternNow) return;
  const add = () => {
    const amounts = lines.map(({ value }) => value.trim()).filter((value) => value !== "");
    const read = [...amounts, goal.value.trim()].map(wholeNumber);
    const sum = read.slice(0, -1).reduce<number | null>(plus, 0);
    const wanted = read.at(-1) ?? null;
    const write = (amount: number | null) =>
      (patternNow() ?? "{n}").replace("{n}", amount?.toLocaleString("en") ?? "…");
    shown.value = planned.replace("{sum}", write(sum)).replace("{goal}", write(wanted));
    shown.toggleAttribute("data-equal", sum !== null && sum === wanted);
  };
  form.addEventListener("input", add);
  if (hasTypedText(form)) add();
}

/** The chosen currency's form of a whole number, from the preview of the card. */
function patternsIn(form: HTMLFormElement): (() => string | undefined) | null {
  const holder = form.querySelector<HTMLElement>("[data-amounts]");
  const currency = form.querySelector<HTMLSelectElement>("[name=currency]");
  if (!holder || !currency) return null;
  const patterns: Record<string, string> = JSON.parse(holder.dataset["amounts"] ?? "{}");
  return () => patterns[currency.value];
}

/** In the preview of the card. */
function mirrorFields(form: HTMLFormElement): void {
  for (const shown of form.querySelectorAll<HTMLElement>("[data-mirrors]")) {
    const name = shown.dataset["mirrors"] ?? "";
    const field = form.querySelector<HTMLInputElement>(`[name="${name}"]`);
    if (!field) continue;
    const copy = () => {
      shown.textContent = field.value;
    };
    field.addEventListener("input", copy);
    copy();
  }
}

/** The goal of the preview, in the format of the site. */
function mirrorGoal(form: HTMLFormElement): void {
  const shown = form.querySelector<HTMLElement>("[data-amounts]");
  const goal = form.querySelector<HTMLInputElement>("[name=goal]");
  const patternNow = patternsIn(form);
  if (!shown || !goal || !patternNow) return;
  const copy = () => {
    const typed = goal.value.trim();
    const number = wholeNumber(typed);
    const pattern = patternNow();
    shown.textContent =
      number === null || pattern === undefined ? typed : pattern.replace("{n}", number.toLocaleString("en"));
  };
  form.addEventListener("input", copy);
  copy();
}

const plus = (sum: number | null, amount: number | null) =>
  sum === null || amount === null ? null : sum + amount;

/** Null for everything that the server must judge, such as a fraction: a wrong sum would be worse than none. */
function wholeNumber(typed: string): number | null {
  // As the server: `900.000` has two meanings, and `3.000.000` has one.
  const isGrouped = /^\d{1,3}(?:(?:([ ,])\d{3})(?:\1\d{3})*|(?:\.\d{3}){2,})$/.test(typed);
  return isGrouped || /^\d{1,15}$/.test(typed) ? Number(typed.replaceAll(/\D/g, "")) : null;
}

function countCharacters(form: HTMLFormElement, { left }: DraftKeeperProps): void {
  for (const box of form.querySelectorAll<HTMLElement>("[data-counted]")) {
    const field = box.querySelector<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
    if (!field) continue;
    const most = Number(box.dataset["counted"]);
    const shown = document.createElement("p");
    shown.className = "field-hint";
    box.append(shown);
    const count = () => {
      const over = [...field.value].length - most;
      shown.textContent = (over > 0 ? left.over : left.left).replace("{count}", String(Math.abs(over)));
    };
    field.addEventListener("input", count);
    count();
  }
}
