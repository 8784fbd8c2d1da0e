import { updateElement } from "#app/browser/update-element.ts";

/** Shows the form as its component renders it for the typed values, now and after each change. */
export function answerForm(place: HTMLElement, render: (typed: URLSearchParams) => unknown): HTMLFormElement {
  const form = place.querySelector("form");
  if (!form) throw new Error("no form");
  const update = () => {
    const wanted = render(valuesOf(form));
    if (wanted instanceof Element) updateElement(form, wanted);
  };
  form.addEventListener("input", update);
  form.addEventListener("click", (event) => {
    if (!(event.target instanceof HTMLButtonElement) || event.target.name === "") return;
    event.preventDefault();
    takeMeant(event.target);
    update();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    update();
    showAnswer(form);
  });
  // Typed before this code arrived, or restored by the back button.
  update();
  return form;
}

/** On phones the answer is far below the fields. A figure that needs the donor's answer comes before it. */
function showAnswer(form: HTMLFormElement): void {
  const shown = form.querySelector("[data-wrong], .standing");
  if (!shown) return;
  shown.closest("details")?.setAttribute("open", "");
  const { top, bottom } = shown.getBoundingClientRect();
  const header = 80;
  // A short calculator has the sum above the sentence, and the button to pay below it.
  if (top < header || bottom > innerHeight / 2) shown.scrollIntoView({ block: "center" });
  shown.querySelector("input")?.focus();
}

/** The button goes with its question, so focus moves to the field. */
function takeMeant({ parentElement, value }: HTMLButtonElement): void {
  const field = parentElement?.querySelector("input");
  if (!field) return;
  field.value = value;
  field.focus();
}

export function valuesOf(form: HTMLFormElement): URLSearchParams {
  const values = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") values.append(name, value);
  return values;
}
