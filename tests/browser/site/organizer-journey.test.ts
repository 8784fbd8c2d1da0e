import type { Page } from "playwright-core";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import en from "#app/messages/en.ts";
import sw from "#app/messages/sw.ts";
import { localAddress } from "#app/site/address.ts";
import type { Language } from "#domain/content/language.ts";
import { makePerson, password, postForm, signIn } from "#tests/support/accounts/people.ts";
import { openClearedPage } from "#tests/support/browser/open.ts";
import { allChecked, submissionFields } from "#tests/support/campaigns/submission.ts";
import { solved } from "#tests/support/donations/solve-proof.ts";
import { mailbox } from "#tests/support/mail/sent-emails.ts";
import { jsonOf, withGateways } from "#tests/support/payments/gateway-site.ts";
import { translatorIn } from "#app/messages/translator.tsx";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite({
  environment: { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "Fund <fund@fund.example>" },
});
const emails = await mailbox(site);
const gateways = withGateways(site);
const words = { en, sw };
let staff = "";

beforeAll(async () => {
  await makePerson(site.databaseUrl, "rashid", "staff");
  staff = await signIn(site, "rashid");
  return gateways.close;
});

type Way = { language: Language; script: boolean; title: string; email: string };

/** The other two combinations take a minute more. */
const full = process.env["FULL_MATRIX"] !== undefined;
const ways: Way[] = [
  { language: "en", script: true, title: "Beds for the new hostel", email: "neema@example.org" },
  { language: "sw", script: false, title: "Vitanda vya hosteli mpya", email: "asha@example.org" },
];
const otherWays: Way[] = [
  { language: "en", script: false, title: "Books for the new hostel", email: "juma@example.org" },
  { language: "sw", script: true, title: "Vitabu vya hosteli mpya", email: "salma@example.org" },
];

test.each(full ? [...ways, ...otherWays] : ways)(
  "from sign-up to an update by email: $language, script $script",
  async (way) => {
    const { language, script } = way;
    const page = await openClearedPage(site.url, "/campaigns", { language, javaScript: script });
    await signUp(page, way);
    const submission = await submit(page, way);
    await changeAndResubmit(page, way, submission);
    const campaign = await goLive(page, way, submission);
    await receiveDonation(page, way, campaign);
    await postUpdates(page, way, campaign);
  },
);

const pressIn = (page: Page, within: string, name: string) =>
  page.locator(within).getByRole("button", { name, exact: true }).click();

async function signUp(page: Page, { language, script, email }: Way): Promise<void> {
  const next = localAddress(language, "/organizer/new");
  const path = `${localAddress(language, "/sign-up")}?next=${encodeURIComponent(next)}`;
  await page.goto(path);
  if (script) {
    await page.fill("#name", "Neema Mushi");
    await page.fill("#email", email);
    await page.fill("#password", password);
    await pressIn(page, "main", words[language].signUp.button);
  } else {
    // Without script, a person waits for the proof of work. The test does not.
    const proof = solved((await page.locator('[name="proof"]').getAttribute("value")) ?? "");
    const fields = { name: "Asha Mushi", email, password, proof };
    expect((await postForm(site, path, fields)).status).toBe(303);
    await page.goto(`${localAddress(language, "/auth")}?next=${encodeURIComponent(next)}`);
  }
  await page.fill("#username", email);
  await page.fill("#password", password);
  await pressIn(page, "main", words[language].signIn.button);
  await page.waitForURL((url) => url.pathname === next);
  const [confirmation] = await emails.empty();
  await page.goto(confirmation?.path ?? "");
  await pressIn(page, "main", words[language].emailLink.confirm);
  await page.goto(next);
}

const picture = (red: number) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: { r: red, g: 90, b: 60 } } })
    .png()
    .toBuffer();

async function submit(page: Page, { language, title, script }: Way): Promise<string> {
  const texts = words[language].submission;
  const files = await Promise.all([10, 90, 200].map(picture));
  await page.setInputFiles(
    "#pictures",
    files.map((buffer, at) => ({ name: `${at}.png`, mimeType: "image/png", buffer })),
  );
  await pressIn(page, "#submission-form", texts.upload);
  await page.locator("#picture-3-alt").waitFor();
  await fill(page, submissionFields({ title }));
  const widths = await page
    .locator(".submission-actions .button")
    .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().width)));
  expect(new Set(widths).size, "equal buttons").toBe(1);
  expect(await page.locator("#part-about #goal").count(), "asked with the first fields").toBe(1);
  if (script) {
    await page.locator(".submission-sum[data-equal]").waitFor();
    expect(await page.locator(".submission-card-title").textContent()).toBe(title);
  }
  for (const place of [1, 2, 3]) await page.fill(`#picture-${place}-alt`, `Picture ${place}`);
  await pressIn(page, "#submission-form", texts.send);
  await page.getByRole("heading", { name: texts.pendingTitle }).waitFor();
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    const field = page.locator(`#submission-form [name="${name}"]`).first();
    if (name === "surplus") await page.check(`[name="surplus"][value="${value}"]`);
    else if ((await field.evaluate((element) => element.tagName)) === "SELECT")
      await field.selectOption(value);
    else await field.fill(value);
  }
}

const review = (id: string, fields: Record<string, string>) =>
  postForm(site, `/admin/submissions/${id}`, fields, { Cookie: staff });

async function changeAndResubmit(page: Page, { language, title, email }: Way, id: string): Promise<void> {
  await emails.empty();
  const asked = await review(id, { version: "1", do: "ask", "why-title": "Say for how many students." });
  expect(asked.status).toBe(303);
  const [notice] = await emails.empty();
  expect(notice?.to).toBe(email);
  await page.goto(notice?.path ?? "");
  await page.getByText("Say for how many students.").first().waitFor();
  await page.fill("#title", `${title}, 40`);
  await pressIn(page, "#submission-form", words[language].submission.sendAgain);
  await page.getByRole("heading", { name: words[language].submission.pendingTitle }).waitFor();
}

async function goLive(page: Page, { title, email }: Way, id: string): Promise<string> {
  await emails.empty();
  const approval = { do: "approve", goal: "900000", currency: "TZS", days: "30", ...allChecked };
  expect((await review(id, { version: "2", ...approval })).status).toBe(303);
  const [notice] = await emails.empty();
  expect(notice?.to).toBe(email);
  await page.goto(notice?.path ?? "");
  await page.getByRole("heading", { name: `${title}, 40` }).waitFor();
  expect(await page.locator(".plan-pictures img").count()).toBe(2);
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

const addressOf = (who: "donor" | "follower", { language, script }: Way) =>
  `${who}-${language}-${script}@example.org`;

async function receiveDonation(page: Page, way: Way, campaignId: string): Promise<void> {
  const donor = { campaignId, email: addressOf("donor", way), wantsUpdates: true };
  const answer = await gateways.byMobile(donor, { "Idempotency-Key": `key-${campaignId}` });
  const order = jsonOf(answer).externalId ?? "";
  await gateways.decide(order, "approve");
  await gateways.waitForStatus(order, "completed");
  await page.goto(localAddress(way.language, `/organizer/campaigns/${campaignId}`));
  await page
    .getByText(/20,000/)
    .first()
    .waitFor();
  expect(await page.locator("main").innerText()).not.toContain("Asha Juma");
}

/** The follower uses the same window: neither page needs an account. */
async function postUpdates(page: Page, way: Way, campaign: string): Promise<void> {
  const { language } = way;
  const [donor, follower] = [addressOf("donor", way), addressOf("follower", way)];
  await page.goto(localAddress(language, `/campaigns/${campaign}`));
  await page.fill("#follow-email", follower);
  await pressIn(page, ".follow", words[language].follow.button);
  await page.waitForURL(/\/follow$/);
  const confirmation = (await emails.empty()).find(({ to }) => to === follower);
  await page.goto(confirmation?.path ?? "");
  await pressIn(page, "main", words[language].follow.confirm);
  await page.waitForURL(/\/following\?key=/);

  const received = async () => (await emails.empty()).filter(({ to }) => [donor, follower].includes(to));
  const both = translatorIn(language)("news.form.saveAndEmail", { count: 2 });
  await post(page, language, campaign, "The beds have arrived", both);
  const sent = await received();
  expect(sent.map(({ to }) => to).toSorted()).toEqual([donor, follower]);
  for (const { subject } of sent) expect(subject).toContain("The beds have arrived");
  const keyOf = (who: string) => /key=(\S+)/.exec(sent.find(({ to }) => to === who)?.text ?? "")?.[1] ?? "";
  await page.goto(localAddress(language, `/following?key=${keyOf(follower)}`));
  await page.click('button[value="stop"]');
  await page.getByText(words[language].following.off).waitFor();
  // As a mail program does for the donor.
  const fields = { "List-Unsubscribe": "One-Click" };
  expect((await postForm(site, `/api/unsubscribe?key=${keyOf(donor)}`, fields)).status).toBe(200);

  await post(page, language, campaign, "The beds are painted", words[language].news.form.save);
  expect(await received()).toEqual([]);
}

async function post(page: Page, language: Language, campaign: string, title: string, button: string) {
  await page.goto(localAddress(language, `/organizer/campaigns/${campaign}/updates`));
  await page.fill("#title", title);
  await page.getByLabel(words[language].news.form.content, { exact: true }).fill("Thank you all.");
  await pressIn(page, ".update-form", button);
  await page.locator(".update-preview").getByText(title).waitFor();
  await page.locator(".posted-updates").getByText(title).waitFor();
}
