import fc from "fast-check";
import { expect, test } from "vitest";
import { readStatement } from "./statement.ts";

test("a statement is read by the names of its columns", () => {
  const csv = [
    "\uFEFFTransaction ID,External Id,MSISDN,Operator,Amount,Status,Transaction Date,MNO Reference",
    "5aae,REF-1,0758285812,Mpesa,60000,success,2026-01-15 12:30,DIK1X2R6BW",
    'b1ff,REF-2,255712345678,Tigopesa,"TZS 50,000.00",Failed,2026-01-15 12:31,',
    "",
    'c2aa,,"+255 682 345 678",Airtel,"1,000",settling,"15/01/2026, 12:32",',
  ].join("\r\n");
  expect(readStatement(csv)).toEqual({
    kind: "statement",
    unreadable: [],
    lines: [
      {
        line: 2,
        reference: "REF-1",
        providerReference: "5aae",
        operatorReference: "DIK1X2R6BW",
        outcome: "paid",
        amount: 60_000n,
        wallet: "Mpesa",
        phone: "255758285812",
        date: "2026-01-15 12:30",
      },
      {
        line: 3,
        reference: "REF-2",
        providerReference: "b1ff",
        operatorReference: null,
        outcome: "declined",
        amount: 50_000n,
        wallet: "Tigo",
        phone: "255712345678",
        date: "2026-01-15 12:31",
      },
      {
        line: 5,
        reference: null,
        providerReference: "c2aa",
        operatorReference: null,
        outcome: "unknown",
        amount: 1_000n,
        wallet: "Airtel",
        phone: "255682345678",
        date: "15/01/2026, 12:32",
      },
    ],
  });
});

test.each([";", "\t"])("%j may separate the columns", (mark) => {
  const csv = `utilityref${mark}reference${mark}amount${mark}transactionstatus\nREF-1${mark}5aae${mark}"1,000"${mark}success`;
  expect(readStatement(csv)).toMatchObject({
    lines: [{ reference: "REF-1", providerReference: "5aae", amount: 1_000n }],
  });
});

test("a quoted cell may hold quotes, separators and line ends", () => {
  const csv = 'externalId,amount,status,note,date\nREF-1,1000,success,"a ""b"",\r\nc",d\nREF-2,x,success,,\n';
  expect(readStatement(csv)).toMatchObject({
    lines: [{ line: 2, reference: "REF-1", date: "d" }],
    unreadable: [{ line: 4, why: "the amount cannot be read" }],
  });
});

test.each(["", "1,00", "12,34,567", "1000.50", "-1000", "1e3", "USD 10", "1000 TZS"])(
  "the amount %j is left to a person",
  (amount) => {
    expect(readStatement(`externalId;amount;status\nREF-1;${amount};success`)).toMatchObject({
      lines: [],
      unreadable: [{ line: 2 }],
    });
  },
);

test("a line without any reference is left to a person", () => {
  expect(readStatement("externalId,amount,status\n,1000,success")).toMatchObject({
    lines: [],
    unreadable: [{ line: 2 }],
  });
});

test.each([
  "",
  "\n\n",
  "name,town\nAsha,Dodoma",
  "externalId,amount\nREF-1,1000",
  "amount,status\n1000,success",
])("%j is not a statement", (csv) => expect(readStatement(csv).kind).toBe("unreadable"));

test("every cell survives being quoted, and no file makes it throw", () => {
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const cells = fc.array(
    fc.string({ minLength: 1 }).filter((cell) => cell.trim() !== ""),
    { minLength: 1 },
  );
  fc.assert(
    fc.property(cells, (dates) => {
      const rows = dates.map((date, at) => `R${at},1000,success,${quoted(date)}`);
      const read = readStatement(["externalId,amount,status,date", ...rows].join("\n"));
      expect(read.kind === "statement" && read.lines.map(({ date }) => date)).toEqual(
        dates.map((date) => date.trim()),
      );
    }),
  );
  fc.assert(fc.property(fc.string({ unit: "binary" }), (csv) => void readStatement(csv)));
});
