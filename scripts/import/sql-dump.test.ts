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
  ["COPY campaigns (id, title) FROM stdin;\n1\n\\.", "campaigns has 1 values for 2 columns"],
])("%j is reported and gives no row", (text, problem) => {
  const dump = readDump(text);
  expect(dump.rows).toEqual([]);
  expect(dump.problems).toEqual([expect.stringContaining(problem)]);
});
