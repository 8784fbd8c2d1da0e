import { expect, test } from "vitest";
import { testRecords } from "#tests/support/database/open.ts";
import { campaign } from "#tests/support/database/records.ts";
import { reportConcern } from "./report-concern.ts";

const { db } = await testRecords();

test("a flood about one campaign ends its reports for the day, and not those of others", async () => {
  const [flooded, other] = [await campaign(db), await campaign(db)];
  const report = (campaignId: string, place: string) =>
    reportConcern(db, { campaignId, text: "The picture is from elsewhere", email: null }, { place });
  for (let at = 0; at < 30; at++)
    expect(await report(flooded, `place ${at % 6}`)).toMatchObject({ kind: "opened" });
  expect(await report(flooded, "place 0")).toMatchObject({ kind: "limited" });
  expect(await report(flooded, "place 7")).toMatchObject({ kind: "full" });
  expect(await report(other, "place 7")).toMatchObject({ kind: "opened" });
});
