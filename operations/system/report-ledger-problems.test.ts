import { expect, test } from "vitest";
import { onDatabase, testRecords } from "#tests/support/database/open.ts";
import { campaign, complete, pendingDonation } from "#tests/support/database/records.ts";
import { reportLedgerProblems } from "./report-ledger-problems.ts";

const { url, db } = await testRecords();

const cases = () => db.selectFrom("cases").selectAll().execute();

test("a correct ledger opens no case, and an incorrect one exactly one", async () => {
  const to = await campaign(db);
  await complete(db, await pendingDonation(db, { to }));
  expect(await reportLedgerProblems(db)).toEqual([]);
  expect(await cases()).toEqual([]);

  await tamper(`update campaign_totals set raised = raised + 1 where campaign_id = '${to}'`);
  const problems = await reportLedgerProblems(db);
  expect(problems).toContainEqual({
    promise: "I5",
    problem: "total differs from the ledger",
    subject: to,
  });
  await reportLedgerProblems(db);
  expect(await cases()).toMatchObject([
    { kind: "ledger", subject: "ledger", status: "open", details: { count: problems.length } },
  ]);
});

/** As the database owner can, without any triggers. */
async function tamper(statement: string): Promise<void> {
  await onDatabase(
    url,
    `alter table campaign_totals disable trigger through_ledger; ${statement};
     alter table campaign_totals enable trigger through_ledger`,
  );
}
