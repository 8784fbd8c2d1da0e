import { beforeAll, expect, test } from "vitest";
import en from "#app/messages/en.ts";
import { addDays, dayOf } from "#domain/system/calendar.ts";
import { cookieOf } from "#tests/support/accounts/second-step.ts";
import { makePerson, postForm, signIn } from "#tests/support/accounts/people.ts";
import { submissionFields } from "#tests/support/campaigns/submission.ts";
import { expectText } from "#tests/support/content/expect-text.ts";
import { campaign } from "#tests/support/database/records.ts";
import { reportedDonation, scriptedProvider } from "#tests/support/donations/begin.ts";
import { donor, leadsTo, pretendPhone, wordsOf } from "#tests/support/donations/donor.ts";
import { anonymous, form, named, orderOf } from "#tests/support/donations/form-fields.ts";
import { testSite } from "#tests/support/server/site.ts";

const sites = {
  with: await testSite({
    kind: "demo",
    environment: { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "Fund <fund@fund.example>" },
  }),
  without: await testSite({ kind: "demo" }),
};

for (const [how, site] of Object.entries(sites)) {
  const sendsMail = how === "with";
  const cookies = { admin: "", organizer: "" };
  let organizerId = "";

  beforeAll(async () => {
    organizerId = (await makePerson(site.databaseUrl, "omari", "organizer")).id;
    await makePerson(site.databaseUrl, "amina", "admin");
    await site.db.updateTable("users").set({ email_verified: true }).where("id", "=", organizerId).execute();
    cookies.admin = await signIn(site, "amina");
    cookies.organizer = await signIn(site, "omari");
  });

  const open = async (path: string, cookie: string) =>
    wordsOf((await site.get(path, { Cookie: cookie })).text);
  const promised = (words: string, promise: string) =>
    expect(words.includes(promise), `${promise} (${how} a mail server)`).toBe(sendsMail);
  /** The notice and the page after a press. */
  async function press(path: string, fields: Record<string, string>, cookie: string): Promise<string> {
    const answer = await postForm(site, path, fields, { Cookie: cookie });
    const [, notice = ""] = cookieOf(answer, /^amana_notice=/).split("=");
    return `${Buffer.from(notice, "base64url").toString()} ${await open(leadsTo(answer), cookie)}`;
  }

  test(`staff pages promise an email only where one is sent: ${how} a mail server`, async () => {
    promised(await open(`/admin/people/${organizerId}`, cookies.admin), "All admins receive an email");
    promised(await open("/admin/bank-details", cookies.admin), "All staff get an email about a request");
    const { donation_id: id } = await reportedDonation(site.db, scriptedProvider(), "conference-center");
    const move = await open(`/admin/donations/${id}/move`, cookies.admin);
    expectText(move, "Zakat can only move to a Zakat campaign");
    promised(move, "A donor who gave an email address gets an email");
  });

  test(`donors are promised an email only where one is sent: ${how} a mail server`, async () => {
    const { giving, campaign: texts } = en;
    const asha = donor(site);
    const read = async (path: string) => wordsOf((await asha.open(path)).text);
    promised(await read(form), giving.emailReceipt);
    const card = wordsOf((await asha.check(form, { ...anonymous(), method: "card" })).page.text);
    promised(card, giving.cardStep.emailReceipt);
    expect(card.includes(giving.cardStep.emailNoMail)).toBe(!sendsMail);
    promised(await read("/campaigns/conference-center?payment=success"), texts.paymentSentReceipt);
    const order = orderOf(await asha.give(form, named()));
    const open = await read(`/selcom-webhook?order_id=${order}&status=timeout`);
    promised(open, giving.result.keepsByMail);
    expect(open.includes(giving.result.keeps)).toBe(!sendsMail);
    await pretendPhone(site).decide("approve");
    promised(await read(`/donations/${order}`), giving.receipt.mail);
  });

  test(`a link is promised only where one is sent: ${how} a mail server`, async () => {
    const missing = en.noEmailYet.title;
    for (const [path, fields, asked] of [
      ["/auth/forgot", { name: "amina" }, en.forgot.asked],
      ["/my-donations", { email: "asha@example.org" }, en.ownDonations.askedText],
      ["/campaigns/conference-center/follow", { email: "asha@example.org" }, en.follow.askedText],
    ] as const) {
      const before = await open(path, "");
      expect(before.includes(missing), `${path} before`).toBe(!sendsMail);
      const [main = ""] = /<main.*<\/main>/s.exec((await site.get(path)).text) ?? [];
      const [notice, end] = [main.indexOf("no-email"), main.lastIndexOf("</form>")];
      if (!sendsMail) expect(notice, `${path}: under its form`).toBeGreaterThan(end);
      const words = wordsOf((await postForm(site, path, fields)).text);
      promised(words, asked);
      expect(words.split(missing).length - 1, `${path} after`).toBe(sendsMail ? 0 : 1);
    }
    expect((await open("/sign-up", "")).includes(missing)).toBe(!sendsMail);
  });

  test(`a review promises an email only where one is sent: ${how} a mail server`, async () => {
    const fields = submissionFields({ title: "A well for Mvomero", do: "submit" });
    const sent = await press("/organizer/new", fields, cookies.organizer);
    promised(sent, "We have sent you an email.");
    promised(sent, "You will get an email.");
    const { id } = await site.db
      .selectFrom("submissions")
      .select("id")
      .where("owner_id", "=", organizerId)
      .executeTakeFirstOrThrow();
    const page = `/admin/submissions/${id}`;
    promised(
      await press(page, { version: "1", do: "reject", reason: "A loan." }, cookies.admin),
      "The organizer gets an email",
    );
  });

  test(`a change request promises an email only where one is sent: ${how} a mail server`, async () => {
    const id = await campaign(site.db, { owner_id: organizerId, end_date: addDays(dayOf(new Date()), 10) });
    const wanted = {
      ...{ goal: "2,000,000", endDate: addDays(dayOf(new Date()), 40) },
      ...{ use: "A deeper well, because the water is lower.", reason: "The driller told us." },
    };
    const sent = await press(`/organizer/campaigns/${id}/changes`, wanted, cookies.organizer);
    promised(sent, "You will get an email with their answer.");
    expect(sent.includes("Their answer will be on this page.")).toBe(!sendsMail);
    const request = await site.db
      .selectFrom("change_requests")
      .select("id")
      .where("campaign_id", "=", id)
      .executeTakeFirstOrThrow();
    const fields = { do: "reject", reason: "Too deep." };
    const decided = await press(`/admin/change-requests/${request.id}`, fields, cookies.admin);
    expectText(decided, "Rejected.");
    promised(decided, "The organizer gets an email");
  });

  test(`an update promises emails only where they are sent: ${how} a mail server`, async () => {
    const id = await campaign(site.db, { owner_id: organizerId });
    await site.db.insertInto("followers").values({ email: "asha@example.org", campaign_id: id }).execute();
    for (const [path, cookie] of [
      [`/organizer/campaigns/${id}/updates`, cookies.organizer],
      [`/admin/campaigns/${id}/updates`, cookies.admin],
    ] as const) {
      const form = await open(path, cookie);
      promised(form, "Post update and email 1 person");
      promised(form, "We email it to the people who follow the campaign.");
      expect(form.includes("We cannot send emails at present.")).toBe(!sendsMail);
    }
    const fields = { title: "The beds have arrived", content: "Thank you all.", intent: "save" };
    const posted = await press(`/organizer/campaigns/${id}/updates`, fields, cookies.organizer);
    expectText(posted, "The update is posted");
    promised(posted, "1 email is being sent.");
  });
}
