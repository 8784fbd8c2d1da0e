import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addSubmissionNote } from "#operations/campaigns/add-submission-note.ts";
import { submitCampaign } from "#operations/campaigns/submit.ts";
import { reportConcern } from "#operations/cases/report-concern.ts";
import { makePerson } from "#tests/support/accounts/people.ts";
import { submissionFields } from "#tests/support/campaigns/submission.ts";
import { staffPages } from "#tests/support/browser/staff-pages.ts";
import { openClearedPage } from "#tests/support/browser/open.ts";
import { textsOfCampaign, writeEverywhere } from "#tests/support/campaigns/texts-everywhere.ts";
import { hostileTexts } from "#tests/support/content/hostile-texts.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();

/** Each page takes a second. Without `--full`, a test without a browser reads the other texts as HTML. */
const pages = process.env["FULL_MATRIX"] === undefined ? 4 : Math.ceil(2_000 / textsOfCampaign);

test("hostile texts run nothing in a browser and load nothing", { timeout: 600_000 }, async () => {
  const people = {
    ownerId: (await makePerson(site.databaseUrl, "neema", "organizer")).id,
    staffId: (await makePerson(site.databaseUrl, "rashid", "staff")).id,
  };
  const texts = hostileTexts(pages * textsOfCampaign);
  for (let at = 0; at < texts.length; at += textsOfCampaign) {
    const id = await writeEverywhere(site.db, texts.slice(at, at + textsOfCampaign), people);
    await expectHarmless(await openClearedPage(site.url, `/campaigns/${id}`), `/campaigns/${id}`);
  }
});

const rounds = process.env["FULL_MATRIX"] === undefined ? 2 : 30;

test("hostile names, submissions, notes and concerns run nothing", { timeout: 600_000 }, async () => {
  const staff = (await makePerson(site.databaseUrl, "salma", "staff")).id;
  const texts = hostileTexts(rounds * textsOfSubmission);
  const { open, become } = staffPages(site);
  for (let at = 0; at < rounds; at++) {
    const who = `organizer${at}`;
    const ownerId = (await makePerson(site.databaseUrl, who, "organizer")).id;
    const written = texts.slice(at * textsOfSubmission, (at + 1) * textsOfSubmission);
    const { submission, concern } = await submitHostile(written, { ownerId, staff });
    const own = await openClearedPage(site.url, "/about");
    await become(own, who);
    const ownPath = `/organizer/submissions/${submission}`;
    await own.goto(ownPath);
    await expectHarmless(own, ownPath);
    for (const path of [
      `/admin/submissions/${submission}`,
      `/admin/organizers/${ownerId}`,
      `/admin/cases/${concern}`,
    ])
      await expectHarmless(await open("salma", path), path);
  }
});

const textsOfSubmission = 11;

async function submitHostile(
  texts: readonly string[],
  { ownerId, staff }: { ownerId: string; staff: string },
): Promise<{ submission: bigint; concern: bigint }> {
  const left = [...texts];
  const take = (most: number) => (left.shift() ?? "").slice(0, most).padEnd(20, ".");
  await site.db
    .updateTable("users")
    .set({ name: take(100) })
    .where("id", "=", ownerId)
    .execute();
  const entered = submissionFields({
    ...{ title: take(90), description: take(900).padEnd(120, "."), organizer: take(100) },
    ...{ beneficiaries: take(500), relation: take(500) },
    ...{ "budget-1-what": take(100), "budget-2-what": take(100), "budget-3-what": take(100) },
  });
  const now = new Date();
  const sent = await submitCampaign(site.db, {
    ...{ ownerId, language: "en", submissionId: null, entered, now },
  });
  if (sent.kind !== "submitted") throw new Error(JSON.stringify(sent));
  await addSubmissionNote(site.db, { submissionId: sent.id, text: take(900), by: staff });
  const concern = { campaignId: "zakat", text: take(900), email: null };
  const reported = await reportConcern(site.db, concern, { place: ownerId });
  if (reported.kind !== "opened") throw new Error(reported.kind);
  return { submission: sent.id, concern: reported.number };
}

async function expectHarmless(page: Page, path: string): Promise<void> {
  await page
    .getByText(/struck|evil\.example/)
    .first()
    .waitFor();
  expect(await page.evaluate(() => Reflect.has(window, "struck"))).toBe(false);
  expect(new URL(page.url()).pathname).toBe(path);
}
