import fc from "fast-check";
import { expect, test } from "vitest";
import { readStatement } from "./statement.ts";

const head = "Transaction ID,External Id,Amount,Status,Date";
const readText = (csv: string) => readStatement(Buffer.from(csv));
const read = (...rows: string[]) => readText([head, ...rows].join("\n"));

function understood(statement: ReturnType<typeof readStatement>) {
  if (statement.kind !== "statement") throw new Error(statement.why);
  const { rowCount, rows, notUnderstood } = statement;
  return { rowCount, rows, problems: notUnderstood.map(({ line, why }) => `${line}: ${why}`) };
}

test("the columns are found by their names", () => {
  const csv = [
    "\uFEFFTransaction ID,External Id,MSISDN,Operator,Amount,Status,Transaction Date,MNO Reference",
    "5aae,REF-1,0758285812,Mpesa,60000,success,2026-01-15 12:30,DIK1X2R6BW",
    'b1ff,REF-2,255712345678,Tigopesa,"TZS 50,000.00",Failed,2026-01-15 12:31,',
    "",
    'c2aa,,"+255 682 345 678",Airtel,"1,000",settling,"15/01/2026, 12:32",',
  ].join("\r\n");
  expect(readText(csv)).toEqual({
    kind: "statement",
    rowCount: 3,
    notUnderstood: [],
    rows: [
      {
        ...{
          line: 2,
          reference: "REF-1",
          providerReference: "5aae",
          outcome: "paid",
          providerWord: "success",
        },
        ...{ amount: 60_000n, date: "2026-01-15 12:30" },
      },
      {
        ...{
          line: 3,
          reference: "REF-2",
          providerReference: "b1ff",
          outcome: "declined",
          providerWord: "Failed",
        },
        ...{ amount: 50_000n, date: "2026-01-15 12:31" },
      },
      {
        ...{
          line: 5,
          reference: null,
          providerReference: "c2aa",
          outcome: "unknown",
          providerWord: "settling",
        },
        ...{ amount: 1_000n, date: "15/01/2026, 12:32" },
      },
    ],
  });
});

test.each(["Refund", "chargeback", "Charged Back"])("the word %j in a statement means a reversal", (word) => {
  const file = `utilityref,transactionstatus,amount,date\nDON-1,${word},4000,2026-11-20\n`;
  expect(readStatement(Buffer.from(file))).toMatchObject({ rows: [{ outcome: "reversed", amount: 4_000n }] });
});

test.each([";", "\t"])("%j can separate the columns", (mark) => {
  const csv = `utilityref${mark}reference${mark}amount${mark}transactionstatus\nREF-1${mark}5aae${mark}"1,000"${mark}success`;
  expect(readText(csv)).toMatchObject({
    rows: [{ reference: "REF-1", providerReference: "5aae", amount: 1_000n }],
  });
});

test("a quoted cell can hold quotes, separators and line ends", () => {
  const csv = 'externalId,amount,status,note,date\nREF-1,1000,success,"a ""b"",\r\nc",d\nREF-2,x,success,,\n';
  expect(readText(csv)).toMatchObject({
    rows: [{ line: 2, reference: "REF-1", date: "d" }],
    notUnderstood: [{ line: 4, why: "the amount cannot be read" }],
  });
});

test.each([
  ["an open quote before two good rows", ['A,"R1,1000,success,', "B,R2,2000,success,", "C,R3,3000,success,"]],
  ["an open quote that a later row closes", ['A,R1,1000,success,"x', 'B,R2,2000,success,y"', "C,R3,3,paid,"]],
  ["two rows with an open quote each", ['A,R1,1000,success,"x', 'B,R2,2000,success,"y', "C,R3,3,paid,"]],
  ["a quote inside a cell", ['A,R1,1000,succ"ess",', "C,R3,3,paid,"]],
] as const)("%s costs only its own row", (_name, rows) => {
  const { rowCount, rows: found, problems } = understood(read(...rows));
  expect(rowCount).toBe(rows.length);
  expect(found.at(-1)).toMatchObject({ reference: "R3", line: rows.length + 1 });
  expect(problems[0]).toMatch(/^2: a quote is (opened and not closed|in the wrong place)/);
  expect(found.length + problems.length, "no row is swallowed").toBe(rows.length);
});

test.each([
  ["5aae,REF-1,1.5,success,", "the amount cannot be read"],
  ["5aae,REF-1,-1000,success,", "the amount cannot be read"],
  [",,1000,success,", "both references are missing"],
  ["5aae,REF-1,1000,,", "the status is missing"],
  [`${"a".repeat(101)},,1000,success,`, "a reference is too long"],
  ["a\0b,,1000,success,", "a reference contains characters that are not allowed"],
  ["a b,,1000,success,", "a reference contains characters that are not allowed"],
  ["5aae,REF-1,1,000,success,2026-01-15", "it has more cells than the first line has columns"],
])("%j is named by its line", (row, why) => {
  expect(understood(read("ok,REF,1000,success,2026-01-15", row))).toMatchObject({
    rows: [{ line: 2 }],
    problems: [`3: ${why}`],
  });
});

test("a success and a reversal of one transaction are both kept", () => {
  const { rows, problems } = understood(
    read("5aae,REF-1,1000,success,2026-01-15", "5aae,REF-1,-1000,Reversed,2026-01-16"),
  );
  expect(problems).toEqual([]);
  expect(rows).toMatchObject([
    { line: 2, outcome: "paid", amount: 1_000n },
    { line: 3, outcome: "reversed", amount: 1_000n },
  ]);
});

test("a repeated row counts once, and a final replaces a pending one", () => {
  const row = "5aae,REF-1,1000,success,";
  expect(understood(read(row, row, "b1,,5,pending,", "b1,,5,failed,"))).toMatchObject({
    rowCount: 4,
    rows: [{ line: 2 }, { line: 5, outcome: "declined" }],
    problems: [],
  });
});

test("rows that contradict each other are left out, and all others kept", () => {
  const { rows, problems } = understood(read("5aae,,1000,success,", "b1,,7,success,", "5aae,,2000,success,"));
  expect(rows).toMatchObject([{ line: 3 }]);
  expect(problems).toEqual([
    "2: lines 2, 4 say different things about one transaction",
    "4: lines 2, 4 say different things about one transaction",
  ]);
});

test.each([
  "",
  "1,00",
  "12,34,567",
  "1000.50",
  "-1000",
  "1e3",
  "USD 10",
  "1000 TZS",
  `"1${",000".repeat(5)}"`,
])("the amount %j needs a decision by staff", (amount) => {
  expect(readText(`externalId;amount;status\nREF-1;${amount};success`)).toMatchObject({
    rows: [],
    notUnderstood: [{ line: 2, references: ["REF-1"] }],
  });
});

test.each([
  "",
  "\n\n",
  "name,town\nAsha,Dodoma",
  "externalId,amount\nREF-1,1000",
  "amount,status\n1000,success",
  head,
  `"${head}\nA,R,1,success,`,
])("%j is not a statement", (csv) => expect(readText(csv).kind).toBe("unreadable"));

test("a placeholder is no reference", () => {
  const rows = ["-,R1,7000,success,", "-,R2,7000,success,", "0,R3,5000,success,", "N/A,R3,6000,failed,"];
  const { rows: kept, problems } = understood(read(...rows, "T5,-,1,success,", "-,-,1,success,"));
  expect(kept.map(({ reference, providerReference }) => [reference, providerReference])).toEqual([
    ["R1", null],
    ["R2", null],
    [null, "T5"],
  ]);
  expect(problems).toEqual([
    "4: lines 4, 5 say different things about one transaction",
    "5: lines 4, 5 say different things about one transaction",
    "7: both references are missing",
  ]);
});

test("a file with too many lines is refused before reading its records", () => {
  const tooMany = { kind: "unreadable", why: "the file has more than 50,000 rows" };
  const oneRecord = 'T,R,1,success,"a\nb"';
  expect(read(...Array.from({ length: 25_001 }, () => oneRecord))).toEqual(tooMany);
  expect(read(...Array.from({ length: 25_000 }, () => oneRecord))).toMatchObject({ rowCount: 25_000 });
});

test.each(["", "\uFEFF"])("a file in UTF-16 that begins with %j is not a statement", (mark) => {
  const bytes = Buffer.from(`${mark}${head}\nA,R,1000,success,`, "utf16le");
  expect(readStatement(bytes)).toEqual({ kind: "unreadable", why: "the file is not UTF-8 text" });
});

test.each(["A,R1,1000,succ\0ess,", "A,R1,1000,success,2026-01-15\0", "A,R1,1000,success,,\0"])(
  "a row with the character 0 is set aside: %j",
  (row) => {
    const { rows, problems } = understood(read(row, "B,R2,1000,success,"));
    expect(rows.map(({ reference }) => reference)).toEqual(["R2"]);
    expect(problems).toHaveLength(1);
  },
);

test("every cell survives quoting", () => {
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const cells = fc.array(
    fc.string({ minLength: 1 }).filter((cell) => cell.trim() !== ""),
    { minLength: 1 },
  );
  fc.assert(
    fc.property(cells, (dates) => {
      const rows = dates.map((date, at) => `R${at},1000,success,${quoted(date)}`);
      const found = understood(readText(["externalId,amount,status,date", ...rows].join("\n"))).rows;
      expect(found.map(({ date }) => date)).toEqual(dates.map((date) => date.trim()));
    }),
  );
});

test("a broken row never hides a good row", () => {
  const good = (at: number) => `T${at},R${at},1000,success,`;
  const broken = fc.stringMatching(/^[a-z",; ]{0,30}$/);
  fc.assert(
    fc.property(fc.array(broken, { maxLength: 8 }), (rows) => {
      const lines = rows.flatMap((row, at) => [row, good(at)]);
      const found = understood(read(good(99), ...lines)).rows.map(({ reference }) => reference);
      expect(found).toEqual(["R99", ...rows.map((_row, at) => `R${at}`)]);
    }),
    { numRuns: 500 },
  );
});

test("no bytes make it throw", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => void readStatement(bytes)));
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void readText(`${head}\n${text}`)));
});
