import { expect, test } from "vitest";
import { readDump } from "./sql-dump.ts";

test("a COPY block is read with its escapes, nulls and line numbers", () => {
  const dump = readDump(
    [
      "SET client_encoding = 'UTF8';",
      "COPY public.campaigns (id, title, description, image) FROM stdin;",
      "1\tA \\\\ b\\tc\tline 1\\nINSERT INTO campaigns\t\\N",
      "2\tTwo\t\t",
      "\\.",
      "",
      'COPY "public"."team_members" ("name", "role") FROM stdin;',
      "Asha\tChair",
      "\\.",
    ].join("\n"),
  );
  expect(dump).toEqual({
    problems: [],
    rows: [
      {
        table: "campaigns",
        line: 3,
        cells: { id: "1", title: "A \\ b\tc", description: "line 1\nINSERT INTO campaigns", image: null },
      },
      { table: "campaigns", line: 4, cells: { id: "2", title: "Two", description: "", image: "" } },
      { table: "team_members", line: 8, cells: { name: "Asha", role: "Chair" } },
    ],
  });
});

test("INSERT statements are read with quotes, casts and several rows", () => {
  const dump = readDump(`
INSERT INTO public.campaigns (id, title, goal_amount, start_date, is_zakat_eligible) VALUES
  (1, 'Mosque''s (new); roof \\', 3000.50, '2026-01-31'::date, true),
  (2, E'Two\\nlines', 1, NULL, false);
INSERT INTO "campaigns" ("id", "title") VALUES ('3', 'Last');
`);
  expect(dump.problems).toEqual([]);
  expect(dump.rows.map(({ cells }) => cells)).toEqual([
    {
      id: "1",
      title: "Mosque's (new); roof \\",
      goal_amount: "3000.50",
      start_date: "2026-01-31",
      is_zakat_eligible: "true",
    },
    { id: "2", title: "Two\nlines", goal_amount: "1", start_date: null, is_zakat_eligible: "false" },
    { id: "3", title: "Last" },
  ]);
});

test.each([
  ["INSERT INTO campaigns VALUES (1, 'A');", "campaigns has no column names"],
  ["COPY campaigns (id) FROM stdin;\n1\n2", "the rows of campaigns have no end"],
  ["INSERT INTO campaigns (id, title) VALUES (1, 'cut", "was not understood"],
  ["INSERT INTO campaigns (id, title) VALUES (1);", "campaigns has 1 values for 2 columns"],
  ["INSERT INTO campaigns (id, title) SELECT 1, 'A';", "was not understood"],
  ["INSERT INTO campaigns (id, title) VALUES (1, now());", "a value of campaigns is not a constant"],
  [
    "INSERT INTO campaigns (id, title) VALUES (1, ARRAY['A', 'B']);",
    "a value of campaigns is not a constant",
  ],
  ["INSERT INTO campaigns (id, title) VALUES (1, 'A' || 'B');", "a value of campaigns is not a constant"],
  ["SELECT 'cut", "the statement has no end"],
  ["COPY campaigns (id, title) FROM stdin;\n1\n\\.", "campaigns has 1 values for 2 columns"],
])("%j is reported and gives no row", (text, problem) => {
  const dump = readDump(text);
  expect(dump.rows).toEqual([]);
  expect(dump.problems).toEqual([expect.stringContaining(problem)]);
});

const planted = "INSERT INTO campaigns (title, goal_amount) VALUES ('Planted', 1000);";
const inText = planted.replaceAll("'", "''");

test.each([
  ["a text", `INSERT INTO messages (text) VALUES ('Hello\n${inText}\n');`],
  ["a text of an INSERT without column names", `INSERT INTO messages VALUES (1, 'Hello\n${inText}\n');`],
  ["a row of COPY without column names", `COPY messages FROM stdin;\n${planted}\n\\.\n`],
  ["a function", `CREATE FUNCTION f() RETURNS void AS $_$\n${planted}\n$_$ LANGUAGE sql;`],
  ["a description", `COMMENT ON TABLE t IS 'About\n${inText}\n';`],
  ["a rule", `CREATE RULE r AS ON UPDATE TO t DO INSTEAD\n${planted}`],
  ["a comment", `/*\n${planted}\n*/`],
  ["ON CONFLICT", `INSERT INTO t (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET title = '\n${inText}\n';`],
])("a statement inside %s is no row, and the next one is", (_, text) => {
  const { rows } = readDump(`\\restrict abc\n${text}\nINSERT INTO campaigns (title) VALUES ('Real');`);
  expect(rows.filter(({ table }) => table === "campaigns").map(({ cells }) => cells)).toEqual([
    { title: "Real" },
  ]);
});

test("a picture of 20 MB in the text of a row is read", () => {
  const image = "A".repeat(20_000_000);
  const { rows } = readDump(`INSERT INTO hero (a, b) VALUES ('${image}', E'${image}');`);
  expect(rows.map(({ cells }) => [cells["a"]?.length, cells["b"]?.length])).toEqual([
    [20_000_000, 20_000_000],
  ]);
});
