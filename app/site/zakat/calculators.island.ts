import { nextLunarYearEnd } from "#domain/zakat/hijri.ts";
import { answerForm, valuesOf } from "./answer-form.ts";
import { enteredIn, lunarYearIn } from "./entered.ts";
import { FullCalculator, type FullCalculatorProps } from "./full-calculator.tsx";
import { addsFee } from "./tick.tsx";
import { ShortCalculator, type ShortCalculatorProps } from "./short-calculator.tsx";

export function wake(place: HTMLElement): void {
  const props: ShortCalculatorProps | FullCalculatorProps = JSON.parse(place.dataset["props"] ?? "");
  if ("fields" in props) wakeShort(place, props);
  else wakeFull(place, props);
}

function wakeShort(place: HTMLElement, props: ShortCalculatorProps): void {
  answerForm(place, (typed) =>
    ShortCalculator({
      ...props,
      fields: props.fields.map((field) => ({ ...field, typed: typed.get(field.name) ?? "" })),
      fee: props.fee === "not offered" ? props.fee : addsFee(typed) ? "added" : "removed",
    }),
  );
}

function wakeFull(place: HTMLElement, props: FullCalculatorProps): void {
  const form = answerForm(place, (typed) => FullCalculator({ ...props, entered: enteredIn(typed) }));
  form.addEventListener("click", (event) => {
    if (!(event.target instanceof Element)) return;
    if (event.target.closest("[data-prints]")) print();
    if (event.target.closest("a[download]")) void keepHere(event, form, props);
  });
}

// Alone in its function, because the build rewrites an import with more around it. Few visitors need this code.
const loadReminder = () => import("#domain/zakat/reminder.ts");

/** With script the file is made in the browser, so the day never leaves the phone. */
async function keepHere(event: Event, form: HTMLFormElement, { today, reminder }: FullCalculatorProps) {
  const year = lunarYearIn(enteredIn(valuesOf(form)), today);
  if (year.kind !== "from") return;
  event.preventDefault();
  const { reminderFile } = await loadReminder();
  const file = reminderFile({ day: nextLunarYearEnd(year.start, today), madeAt: new Date(), ...reminder });
  const address = URL.createObjectURL(new Blob([file], { type: "text/calendar" }));
  Object.assign(document.createElement("a"), { href: address, download: "zakat.ics" }).click();
  URL.revokeObjectURL(address);
}
