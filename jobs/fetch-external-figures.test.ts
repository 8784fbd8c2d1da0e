import pino from "pino";
import { expect, test } from "vitest";
import { testRecords } from "#tests/support/database/open.ts";
import { fetchExternalFiguresJob } from "./fetch-external-figures.ts";

const { db } = await testRecords();

test("a failure of the reporting service is in the log with its status, and changes no figure", async () => {
  await db
    .insertInto("site_settings")
    .values({ key: "external-figures", is_public: true, value: '{"overall":true,"campaigns":[]}' })
    .execute();
  const logged: { msg: string }[] = [];
  const log = pino({ level: "warn" }, { write: (line) => void logged.push(JSON.parse(line)) });
  const reporting = { ask: async () => ({ kind: "failed", reason: "HTTP error! status: 503" }) as const };
  const job = fetchExternalFiguresJob(db, reporting, "sandbox", log);
  expect(await job.work(new AbortController().signal)).toEqual({ fetched: 0, failed: 1 });
  expect(logged.map(({ msg }) => msg)).toEqual(["external figures not fetched: HTTP error! status: 503"]);
  expect(await db.selectFrom("external_figures").selectAll().execute()).toEqual([]);
});
