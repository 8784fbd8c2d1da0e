import { expect, test } from "vitest";
import { blankDraft, type Field } from "#domain/content/field.ts";
import { labelledChanges, labelOf, readDraft, withListChange, withoutUntouched } from "./fields.ts";

const fields: Field[] = [
  { kind: "written", name: "title", label: "Title" },
  { kind: "group", label: "More", fields: [{ kind: "switch", name: "on", label: "Is on" }] },
  {
    kind: "list",
    name: "steps",
    label: "Steps",
    one: "Step",
    fewest: 0,
    most: 3,
    fields: [{ kind: "written", name: "text", label: "Text" }],
  },
  {
    kind: "list",
    name: "phones",
    label: "Phones",
    one: "Phone",
    fewest: 0,
    most: 2,
    fields: [{ kind: "line", name: "", label: "Number" }],
  },
];

const form = (entries: Record<string, string>) => {
  const made = new FormData();
  for (const [name, value] of Object.entries(entries)) made.set(name, value);
  return made;
};

test("an amount is read without the marks between thousands", () => {
  const goal: Field[] = [{ kind: "line", name: "goal", label: "Goal", amount: true }];
  expect(readDraft(goal, form({ goal: "650,000,000" }))).toEqual({ goal: "650000000" });
  expect(readDraft(goal, form({ goal: "1,5" }))).toEqual({ goal: "1,5" });
});

test("items that were added and not typed in are left out of a preview", () => {
  const blank = { text: { en: "", sw: "" } };
  const typed = { text: { en: "One", sw: "" } };
  const draft = { title: { en: "T", sw: "" }, on: "", steps: [blank, typed, blank, blank], phones: [""] };
  expect(withoutUntouched(fields, draft)).toEqual({ ...draft, steps: [blank, typed], phones: [] });
});

test("changed amounts are shown in the currency of their version", () => {
  const goal: Field[] = [
    { kind: "line", name: "goal", label: "Goal", amount: true },
    { kind: "line", name: "currency", label: "Currency" },
  ];
  const [change] = labelledChanges(
    goal,
    { goal: "650000000", currency: "TZS" },
    { goal: "1500.50", currency: "USD" },
  );
  expect([change?.before, change?.after]).toEqual(["TSh\u00a0650,000,000", "US$1,500.50"]);
});

test("a form is read by its fields, and other input is ignored", () => {
  const read = readDraft(
    fields,
    form({
      "title.en": "One\r\ntwo\0",
      "title.fr": "trois",
      on: "yes",
      "steps.count": "2",
      "steps.1.text.sw": "mbili",
      "phones.count": "1",
      "phones.0": "255",
      other: "x",
    }),
  );
  expect(read).toEqual({
    title: { en: "One\ntwo", sw: "" },
    on: "yes",
    steps: [{ text: { en: "", sw: "" } }, { text: { en: "", sw: "mbili" } }],
    phones: ["255"],
  });
});

test("a form with malformed input is read without an error", () => {
  for (const count of ["-1", "x", "NaN", "", "1e9"]) {
    const read = readDraft(fields, form({ "phones.count": count }));
    expect(JSON.stringify(read).length, count).toBeLessThan(2_000);
  }
  const file = new FormData();
  file.set("title.en", new File(["x"], "x.txt"));
  expect(readDraft(fields, file)).toEqual(blankDraft(fields));
});

test("a list grows, shrinks and is reordered within its limits", () => {
  const draft = { ...Object(blankDraft(fields)), phones: ["1", "2"] };
  const phones = (intent: string) => Object(withListChange(fields, draft, intent)).phones;
  expect(phones("up:phones.1")).toEqual(["2", "1"]);
  expect(phones("down:phones.0")).toEqual(["2", "1"]);
  expect(phones("up:phones.0")).toEqual(["1", "2"]);
  expect(phones("remove:phones.0")).toEqual(["2"]);
  for (const nothing of ["add:phones", "remove:phones.7", "add:title", "up:none.1", "explode:phones.0", ""])
    expect(phones(nothing), nothing).toEqual(["1", "2"]);
  expect(Object(withListChange(fields, draft, "add:steps")).steps).toEqual([{ text: { en: "", sw: "" } }]);
});

test("a path has a readable name", () => {
  expect(labelOf(fields, "title.sw")).toBe("Title (Kiswahili)");
  expect(labelOf(fields, "steps.1.text.en")).toBe("Steps: Step 2, Text (English)");
  expect(labelOf(fields, "phones.0")).toBe("Phones: Phone 1");
  expect(labelOf(fields, "steps")).toBe("Steps");
  expect(labelOf(fields, "on")).toBe("Is on");
  expect(labelOf(fields, "nothing.0")).toBe("nothing.0");
});
