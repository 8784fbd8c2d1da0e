import fc from "fast-check";
import { expect, test } from "vitest";
import { cachedQuery, listQueryString, longestText, readListQuery, wordsIn } from "./query.ts";

const read = (query: string) => readListQuery(new URLSearchParams(query));

test("a URL without a query lists all campaigns in the specified order", () => {
  expect(read("")).toEqual({
    category: null,
    type: null,
    impossible: false,
    text: "",
    zakatEligible: false,
    order: "priority",
    page: 1,
  });
});

test("each part of the query is read", () => {
  expect(read("category=infrastructure&type=ict&q=+maji  safi&zakat=1&sort=newest&page=3")).toEqual({
    category: "infrastructure",
    type: "ict",
    impossible: false,
    text: "maji safi",
    zakatEligible: true,
    order: "newest",
    page: 3,
  });
});

test("a type works without a category; an impossible name lists nothing", () => {
  expect(read("type=ablution")).toMatchObject({ category: null, type: "ablution", impossible: false });
  for (const query of ["category=<script>", "type=__proto__", "category=toString"])
    expect(read(query).impossible, query).toBe(true);
});

test("a page is a whole number from 1, or the first", () => {
  for (const page of ["0", "-1", "1.5", "1e3", "two", "", "0x10", "٣"])
    expect(read(`page=${page}`).page, page).toBe(1);
  expect(read("page=99999").page).toBe(99_999);
  expect(read(`page=${"9".repeat(400)}`).page).toBe(1_000_000);
});

test("any query is read, and its own URL gives the same query", () => {
  const parameter = fc.tuple(
    fc.constantFrom("category", "type", "q", "zakat", "sort", "page", "x"),
    fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("zakat", "ict", "1", "7", "most-raised")),
  );
  fc.assert(
    fc.property(fc.array(parameter), (parameters) => {
      const query = readListQuery(new URLSearchParams(parameters));
      expect([...query.text].length).toBeLessThanOrEqual(longestText);
      const address = listQueryString(query, { page: query.page });
      expect(read(address)).toEqual({ ...query, impossible: false });
    }),
  );
});

test("another filter starts at the first page and keeps the search", () => {
  const query = read("q=maji&sort=newest&page=4");
  expect(listQueryString(query, { category: "zakat" })).toBe("?category=zakat&q=maji&sort=newest");
  expect(listQueryString(query, { page: 5 })).toBe("?q=maji&sort=newest&page=5");
});

test("a page of few common filters is cached under one spelling", () => {
  for (const [search, kept] of [
    ["", ""],
    ["category=zakat", "?category=zakat"],
    ["page=2&category=zakat", "?category=zakat&page=2"],
    ["c%61tegory=%7aakat", "?category=zakat"],
    ["sort=newest&made=up", "?sort=newest"],
    ["q=&sort=&zakat=1", "?zakat=1"],
    ["category=zakat&category=events", "?category=zakat"],
    ["page=1", ""],
  ] as const)
    expect(cachedQuery(read(search)), search).toBe(kept);
});

test("free text, a made-up value or a far page is not cached", () => {
  for (const search of [
    "q=maji",
    "page=10",
    "page=99999",
    "category=<script>",
    "category=zakat&sort=newest&page=2",
  ])
    expect(cachedQuery(read(search)), search).toBeNull();
});

test("a search finds words with any characters between them", () => {
  expect(wordsIn("maji, 'safi' & ng’ombe | 500:*")).toEqual(["maji", "safi", "ng", "ombe", "500"]);
  expect(wordsIn("<script>alert(1)</script>")).toEqual(["script", "alert", "1", "script"]);
  expect(wordsIn("!!! ()")).toEqual([]);
  expect(wordsIn("a ".repeat(50))).toHaveLength(8);
});
