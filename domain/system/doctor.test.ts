import { expect, test } from "vitest";
import { judgeBackup, judgeDatabase, judgeDisk, judgeExposure, judgeFiles, lineOf } from "./doctor.ts";

const database = {
  ...{ version: "18.1", unsafeSettings: [], missingMigrations: 0, newerMigrations: [] },
  ...{ bytes: 12_345_678n, connections: 5, mostConnections: 100, archive: null },
};
const statesOf = (findings: { state: string }[]) => findings.map(({ state }) => state);

test("a safe database of this version is good", () => {
  expect(judgeDatabase(database).map(lineOf)).toEqual(["✓ Database    PostgreSQL 18.1, 12 MB."]);
});

test.each([
  [{ unsafeSettings: ["fsync"] }, "problem", "fsync"],
  [{ newerMigrations: ["9999_later.sql"] }, "problem", "9999_later.sql"],
  [{ missingMigrations: 2 }, "warning", "New migrations: 2"],
  [{ connections: 90 }, "warning", "90 of 100"],
  [{ archive: "fails" as const }, "problem", "archive refuses the changes"],
  [{ archive: "works" as const }, "good", "archive gets the changes"],
])("a database with %j is a %s", (change, state, text) => {
  const [, found] = judgeDatabase({ ...database, ...change });
  expect(found).toMatchObject({ state, text: expect.stringContaining(text) });
});

test.each([
  [{ free: 9e9, percentFree: 40 }, "good"],
  [{ free: 9e9, percentFree: 14 }, "warning"],
  [{ free: 9e9, percentFree: 4 }, "problem"],
  [{ free: 4e8, percentFree: 40 }, "problem"],
])("a disk with %j is %s", (disk, state) => {
  expect(judgeDisk(disk).state).toBe(state);
});

test.each([
  [null, true, ["problem"]],
  [0, true, ["good"]],
  [1, false, ["good", "warning"]],
  [2, true, ["problem"]],
])("a backup of %j days, scheduled: %j, is %j", (days, isScheduled, states) => {
  expect(statesOf(judgeBackup({ days, future: null }, isScheduled))).toEqual(states);
});

const exposure = {
  ...{ payments: "live" as const, publicUrl: "https://fund.example", trustsProxy: true },
  host: "127.0.0.1",
};
test.each([
  [{}, ["good"], ""],
  [{ publicUrl: undefined }, ["warning"], "PUBLIC_URL is not set"],
  [{ publicUrl: "http://fund.example" }, ["problem"], "no TLS"],
  [{ publicUrl: "http://fund.example", payments: "sandbox" as const }, ["warning"], "no TLS"],
  [{ trustsProxy: false }, ["warning"], "TRUST_PROXY is 0"],
  [{ host: "0.0.0.0" }, ["warning"], "forge an address"],
])("settings with %j are %j", (change, states, text) => {
  const found = judgeExposure({ ...exposure, ...change });
  expect(statesOf(found)).toEqual(states);
  expect(found[0]?.text).toContain(text);
});

test("a picture whose upload broke off counts as lost", () => {
  const stored = [
    { id: "well", isComplete: true, sizes: new Map([["360.avif", 3]]) },
    { id: "roof", isComplete: false, sizes: new Map([["360.avif", 3]]) },
    { id: "gate", isComplete: true, sizes: new Map([["360.avif", 0]]) },
  ];
  const judged = (ids: string[]) =>
    judgeFiles(
      "Pictures",
      ids.map((id) => ({ id, files: ["360.avif"] })),
      { stored, place: "the bucket" },
    );
  expect(judged(["well"]).state).toBe("good");
  expect(judged(["well", "roof"])).toMatchObject({
    state: "problem",
    text: expect.stringContaining(
      "In the bucket, files are missing, empty or cut for 1 of 2 pictures, such as roof.",
    ),
  });
  expect(judged(["well", "gate"]).state).toBe("problem");
});
