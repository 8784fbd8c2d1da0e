import type { PayWords } from "./controls.tsx";
import type { End } from "#app/site/donate/waiting/payment-end.ts";

type Left = { waiting: string; amount: string };

/** Leads to the payment after its dialog is closed. The returned function shows how the payment ended. */
export function leaveNote({ waiting, amount }: Left, words: PayWords): (end: End) => void {
  document.querySelector(".pay-left")?.remove();
  clearForm();
  const note = document.createElement("p");
  note.className = "pay-left";
  note.role = "status";
  const link = document.createElement("a");
  link.href = waiting;
  const show = (text: string, label: string) => {
    link.textContent = label;
    note.replaceChildren(text, " ", link);
  };
  show(words.left.replace("{amount}", amount), words.status);
  document.querySelector("main")?.append(note);
  return (end) => {
    note.dataset["end"] = end;
    if (end === "completed") show(words.leftPaid.replace("{amount}", amount), words.thanks);
    else show(end === "failed" ? `${words.failed}. ${words.ended}` : words[end], words.status);
  };
}

/** A form that is still filled looks unpaid and invites to pay again. */
export function clearForm(): void {
  const form = document.querySelector<HTMLFormElement>("form.donation-form");
  if (!form) return;
  form.reset();
  form.querySelector("[name=retry]")?.remove();
  // The form of an answer with errors has the entered values as its defaults.
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    "input:not([type=radio], [type=checkbox], [type=hidden]), textarea",
  ))
    field.value = "";
  form.dispatchEvent(new Event("input"));
}
