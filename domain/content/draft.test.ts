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

const row = (label: string, figure: string) => ({ label, value: "Live Counter", figure });
const rows = {
  donors: row("Total Donors", "donors"),
  raised: row("Total Raised", "raised"),
  campaigns: row("Total Campaigns", "campaigns"),
};
const inOrder = { stats: [rows.donors, rows.raised, rows.campaigns] };

test("a list that one person reordered is merged as a whole", () => {
  const moved = { stats: [rows.raised, rows.donors, rows.campaigns] };
  const renamed = { stats: [row("Our Donors", "donors"), rows.raised, rows.campaigns] };
  const movedAndRenamed = {
    stats: [row("All Money", "raised"), row("All People", "donors"), rows.campaigns],
  };
  for (const base of [inOrder, null])
    for (const theirs of [moved, movedAndRenamed])
      expect(merge({ base, mine: renamed, theirs })).toEqual({
        draft: renamed,
        fromOthers: [],
        conflicts: [{ path: "stats", mine: renamed.stats, theirs: theirs.stats }],
      });
  expect(merge({ base: inOrder, mine: moved, theirs: renamed }).conflicts).toHaveLength(1);
  expect(merge({ base: inOrder, mine: inOrder, theirs: moved })).toEqual({
    draft: moved,
    fromOthers: ["stats"],
    conflicts: [],
  });
});

test("texts that one person reordered are merged as a whole", () => {
  const reordered = merge({
    base,
    mine: { ...base, list: ["m", "y"] },
    theirs: { ...base, list: ["y", "x"] },
  });
  expect(reordered.conflicts).toEqual([{ path: "list", mine: ["m", "y"], theirs: ["y", "x"] }]);
});

test("a row that both changed comes whole from one of them", () => {
  const mine = { stats: [row("Our Donors", "donors"), rows.raised, rows.campaigns] };
  const other = { stats: [row("Total Donors", "campaigns"), row("All Money", "raised"), rows.campaigns] };
  expect(merge({ base: inOrder, mine, theirs: other })).toEqual({
    draft: { stats: [mine.stats[0], other.stats[1], rows.campaigns] },
    fromOthers: ["stats.1"],
    conflicts: [{ path: "stats.0", mine: mine.stats[0], theirs: other.stats[0] }],
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
