import { expect, test } from "vitest";
import { canonical, changesBetween, draftOf, isSame, merge, valueAt, withValue } from "./draft.ts";

test("a value is converted to the strings of a form", () => {
  const value = {
    title: { en: "A", sw: null },
    amount: 5_000n,
    on: true,
    off: false,
    list: [1, { at: "x" }],
  };
  expect(draftOf(value)).toEqual({
    title: { en: "A", sw: "" },
    amount: "5000",
    on: "yes",
    off: "",
    list: ["1", { at: "x" }],
  });
});

test("the order of names and spaces around text make no difference", () => {
  expect(canonical({ b: "2", a: " 1\n" })).toBe(canonical({ a: "1", b: "2" }));
  expect(isSame(["1", "2"], ["2", "1"])).toBe(false);
  expect(isSame({ a: '"},{"' }, { a: "", b: "" })).toBe(false);
});

test("a value is read and replaced by its path", () => {
  const draft = { stats: [{ label: "one" }, { label: "two" }] };
  expect(valueAt(draft, "stats.1.label")).toBe("two");
  for (const path of ["stats.2.label", "stats.label", "none", "stats.0.label.deeper", "constructor.name"])
    expect(valueAt(draft, path), path).toBeUndefined();
  expect(valueAt({ picture: "" }, "picture.id")).toBeUndefined();
  expect(withValue(draft, "stats.1.label", "new")).toEqual({ stats: [{ label: "one" }, { label: "new" }] });
  expect(draft.stats[1]).toEqual({ label: "two" });
});

test("each changed field is a change, and a longer list is one", () => {
  const before = { title: { en: "A", sw: "" }, list: ["x", "y"], steps: ["1"] };
  const after = { title: { en: "A", sw: "B" }, list: ["x", "z"], steps: ["1", "2"] };
  expect(changesBetween(before, after)).toEqual([
    { path: "title.sw", before: "", after: "B" },
    { path: "list.1", before: "y", after: "z" },
    { path: "steps", before: ["1"], after: ["1", "2"] },
  ]);
  expect(changesBetween(before, before)).toEqual([]);
});

const base = { title: "a", text: "b", list: ["x", "y"] };

test("changes of two people to different fields are merged", () => {
  const merged = merge({ base, mine: { ...base, title: "mine" }, theirs: { ...base, text: "theirs" } });
  expect(merged).toEqual({
    draft: { title: "mine", text: "theirs", list: ["x", "y"] },
    fromOthers: ["text"],
    conflicts: [],
  });
});

test("a field that both changed keeps my value and is a conflict", () => {
  const merged = merge({ base, mine: { ...base, list: ["x", "m"] }, theirs: { ...base, list: ["x", "t"] } });
  expect(merged.draft).toEqual({ ...base, list: ["x", "m"] });
  expect(merged.conflicts).toEqual([{ path: "list.1", mine: "m", theirs: "t" }]);
});

test("a list that one person made longer is merged as a whole", () => {
  const grown = merge({
    base,
    mine: { ...base, list: ["x", "y", "z"] },
    theirs: { ...base, list: ["x", "t"] },
  });
  expect(grown.conflicts).toEqual([{ path: "list", mine: ["x", "y", "z"], theirs: ["x", "t"] }]);
  const alone = merge({ base, mine: { ...base, list: ["y"] }, theirs: { ...base, title: "t" } });
  expect(alone).toEqual({
    draft: { title: "t", text: "b", list: ["y"] },
    fromOthers: ["title"],
    conflicts: [],
  });
});

test("different pictures are never merged, even with equal descriptions", () => {
  const picture = { id: "a", alt: "a field", focus: "50" };
  const merged = merge({
    base: picture,
    mine: { ...picture, alt: "a meadow" },
    theirs: { ...picture, id: "b" },
  });
  expect(merged.conflicts).toHaveLength(1);
  expect(merged.draft).toEqual({ ...picture, alt: "a meadow" });
});

test("without a common base every difference is a conflict", () => {
  const merged = merge({ base: null, mine: { title: "m", text: "b" }, theirs: { title: "t", text: "b" } });
  expect(merged).toEqual({
    draft: { title: "m", text: "b" },
    fromOthers: [],
    conflicts: [{ path: "title", mine: "m", theirs: "t" }],
  });
});
