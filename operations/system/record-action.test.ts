import { glob, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { testRecords } from "#tests/support/database/open.ts";
import { recordAction } from "./record-action.ts";

const { db } = await testRecords();

test("each action has its own entry with its details", async () => {
  await db
    .transaction()
    .execute((tx) =>
      recordAction(
        tx,
        null,
        { action: "role-changed", subject: "user:1", before: { role: "staff" }, after: { role: "admin" } },
        { action: "picture-removed", subject: "picture:a", reason: "unused" },
        { action: "record-saved", subject: "record:hero", before: null, after: {} },
      ),
    );
  const entries = await db
    .selectFrom("audit_log")
    .select(["actor_id", "action", "subject", "before", "after", "reason"])
    .orderBy("id")
    .execute();
  expect(entries.map((entry) => Object.values(entry))).toEqual([
    [null, "role-changed", "user:1", { role: "staff" }, { role: "admin" }, null],
    [null, "picture-removed", "picture:a", null, null, "unused"],
    [null, "record-saved", "record:hero", null, {}, null],
  ]);
});

test("no other file writes into the audit log", async () => {
  const writers: string[] = [];
  for await (const file of glob("{operations,database,app,jobs}/**/*.{ts,tsx}"))
    if (!file.includes(".test.") && /insert(Into\("|\s+into\s+)audit_log/i.test(await readFile(file, "utf8")))
      writers.push(file);
  expect(writers).toEqual(["operations/system/record-action.ts"]);
});
