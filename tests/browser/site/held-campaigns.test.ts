import type { Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import en from "#app/messages/en.ts";
import sw from "#app/messages/sw.ts";
import { localAddress } from "#app/site/address.ts";
import type { Language } from "#domain/content/language.ts";
import { dayOf } from "#domain/system/calendar.ts";
import { makePerson, password, postForm, signIn } from "#tests/support/accounts/people.ts";
import { openClearedPage } from "#tests/support/browser/open.ts";
import { campaign } from "#tests/support/database/records.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { mailbox } from "#tests/support/mail/sent-emails.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
const emails = await mailbox(site);
const words = { en, sw };
let staff = "";

beforeAll(async () => {
  await makePerson(site.databaseUrl, "rashid", "staff");
  staff = await signIn(site, "rashid");
});

afterEach(() => letDaysPass(0));

type Way = { language: Language; script: boolean; name: string };
const ways: Way[] = [
  { language: "en", script: true, name: "neema" },
  { language: "sw", script: false, name: "asha" },
];

/** Moves the fund's calendar. The site drops its cached pages at midnight, and here with the notice of a change. */
async function letDaysPass(days: number): Promise<void> {
  await onDatabase(
    site.databaseUrl,
    `create or replace function fund_day(at timestamptz default now()) returns date language sql stable
       as $$ select ((at + interval '${days} days') at time zone 'Africa/Dar_es_Salaam')::date $$;
     update campaigns set updated_at = now()`,
  );
}

const byStaff = async (path: string, fields: Record<string, string>) => {
  expect((await postForm(site, path, fields, { Cookie: staff })).status).toBe(303);
};

const open = (path: string, { language, script }: Way) =>
  openClearedPage(site.url, path, { language, javaScript: script });

const campaignOf = async ({ name }: Way, values: Parameters<typeof campaign>[1]) => {
  const { id: owner_id } = await makePerson(site.databaseUrl, name, "organizer");
  return { owner_id, id: await campaign(site.db, { title: `Campaign of ${name}`, owner_id, ...values }) };
};

/** Pages are rendered again soon after the notice. */
async function expectOn(page: Page, text: string): Promise<void> {
  await expect
    .poll(async () => {
      await page.reload();
      return page.locator("main").innerText();
    })
    .toContain(text);
}

test.each(ways)("a ruling on Zakat expires: $language, script $script", async (way) => {
  const { card, campaign: texts } = words[way.language];
  const { id } = await campaignOf(way, { category: "zakat", is_zakat_eligible: true });
  const { id: reviewer } = await site.db.selectFrom("team_members").select("id").executeTakeFirstOrThrow();
  const today = dayOf(new Date());
  const reasons = "The students are poor and in debt, as the dean confirmed.";
  const ruling = { reviewer: String(reviewer), ruledOn: today, expiresOn: today, reasons };
  await byStaff(`/admin/campaigns/${id}/zakat`, { do: "record", ...ruling });
  const page = await open(`/campaigns/${id}`, way);
  await expectOn(page, card.zakatEligible);
  expect(await page.locator("#give").count()).toBe(1);

  await letDaysPass(1);
  await expectOn(page, texts.closedPaused);
  expect(await page.locator(".campaign-story").innerText()).not.toContain(card.zakatEligible);
  expect(await page.locator("#give").count()).toBe(0);
});

test.each(ways)("an organizer is suspended, and later open again: $language, script $script", async (way) => {
  const { campaign: texts, news, signIn: signing } = words[way.language];
  const person = { ...way, name: `${way.name}2` };
  const { id, owner_id } = await campaignOf(person, {});
  await site.db.insertInto("submissions").values({ owner_id, language: way.language }).execute();
  const visitor = await open(`/campaigns/${id}`, way);
  await byStaff(`/admin/organizers/${owner_id}`, { do: "suspend", reason: "We check a report." });
  await expectOn(visitor, texts.closedPaused);
  const [told] = await emails.empty();
  expect([told?.to, told?.path]).toEqual([
    `${person.name}@fund.example`,
    localAddress(way.language, "/organizer"),
  ]);

  const updates = localAddress(way.language, `/organizer/campaigns/${id}/updates`);
  const organizer = await openClearedPage(site.url, `/auth?next=${encodeURIComponent(updates)}`, {
    ...{ language: way.language, javaScript: way.script, expected: /status of 409/ },
  });
  await organizer.fill("#username", person.name);
  await organizer.fill("#password", password);
  await organizer.locator("main").getByRole("button", { name: signing.button, exact: true }).click();
  await organizer.locator("#title").fill("Give me money");
  await organizer.getByLabel(news.form.content, { exact: true }).fill("On my own phone.");
  await organizer.locator(".update-form").getByRole("button", { name: news.form.save, exact: true }).click();
  await organizer.getByText(news.suspended).first().waitFor();

  await byStaff(`/admin/organizers/${owner_id}`, { do: "lift" });
  await expect
    .poll(async () => {
      await visitor.reload();
      return visitor.locator("main").innerText();
    })
    .not.toContain(texts.closedPaused);
  expect(await visitor.locator("main").innerText()).not.toContain("Give me money");
  const [lifted] = await emails.empty();
  expect([lifted?.to, lifted?.path]).toEqual([told?.to, told?.path]);
});
