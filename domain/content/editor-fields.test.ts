import { expect, test } from "vitest";
import { z } from "zod";
import { withEditor, fieldsOf, listOf } from "./editor-fields.ts";
import { blankDraft, completed } from "./field.ts";
import { words, written } from "./translated-text.ts";

const dates = { label: "Dates", hint: "Both or none" };
const record = z.strictObject({
  title: withEditor(written(20), { kind: "written", label: "Title" }),
  first: withEditor(words(20), { kind: "line", label: "First", under: dates }),
  last: withEditor(words(20), { kind: "line", label: "Last", under: dates, initial: "never" }),
  steps: listOf(
    z.strictObject({
      text: withEditor(words(20), { kind: "line", label: "Text" }),
      note: withEditor(words(20), { kind: "line", label: "Note", initial: "none" }),
    }),
    { label: "Steps", one: "Step", fewest: 1, most: 2, limit: "Add 1 or 2 steps" },
  ),
});

test("a schema gives its fields under shared headings", () => {
  expect(fieldsOf(record).map(({ kind, label }) => [kind, label])).toEqual([
    ["written", "Title"],
    ["group", "Dates"],
    ["list", "Steps"],
  ]);
  expect(fieldsOf(record)[1]).toMatchObject({
    hint: "Both or none",
    fields: [{ name: "first" }, { name: "last" }],
  });
});

test("two fields of one schema keep their own labels", () => {
  const text = words(20);
  const two = z.strictObject({
    one: withEditor(text, { kind: "line", label: "One" }),
    other: withEditor(text, { kind: "line", label: "Other" }),
  });
  expect(fieldsOf(two).map(({ label }) => label)).toEqual(["One", "Other"]);
});

test("a field without a label is refused", () => {
  expect(() => fieldsOf(z.strictObject({ bare: words(20) }))).toThrow("the field bare has no label");
});

test("a list has the same limits in schema and editor", () => {
  const external = { title: { en: "T", sw: "" }, first: "1", last: "2" };
  const step = { text: "a", note: "b" };
  const messages = (steps: object[]) =>
    record.safeParse({ ...external, steps }).error?.issues.map(({ message }) => message);
  expect(messages([])).toEqual(["Add 1 or 2 steps"]);
  expect(messages([step, step])).toBeUndefined();
  expect(messages([step, step, step])).toEqual(["Add 1 or 2 steps"]);
});

test("a new record begins with the initial values", () => {
  expect(blankDraft(fieldsOf(record))).toEqual({
    title: { en: "", sw: "" },
    first: "",
    last: "never",
    steps: [],
  });
});

test("an older version gets the initial values of newer fields", () => {
  const old = { title: { en: "T", sw: "" }, first: "1", steps: [{ text: "a" }] };
  const draft = completed(fieldsOf(record), old);
  expect(draft).toEqual({ ...old, last: "never", steps: [{ text: "a", note: "none" }] });
  expect(record.safeParse(draft).success).toBe(true);
});

test("single values in a list stay as they are", () => {
  const tagged = z.strictObject({
    tags: listOf(withEditor(written(20), { kind: "written", label: "Tag" }), {
      ...{ label: "Tags", one: "Tag", fewest: 0, most: 2, limit: "Add up to 2 tags" },
    }),
  });
  const draft = { tags: [{ en: "One", sw: "" }] };
  expect(completed(fieldsOf(tagged), draft)).toEqual(draft);
});
