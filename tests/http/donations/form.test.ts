import { expect, test } from "vitest";
import en from "#app/messages/en.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { donor, leadsTo, pretendPhone, wordsOf } from "#tests/support/donations/donor.ts";
import { anonymous, form, named, newNumber, orderOf } from "#tests/support/donations/form-fields.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite({ kind: "demo" });
const phone = pretendPhone(site);

test("the link restores the filled-in form for one hour", async () => {
  const asha = donor(site);
  const { address, page } = await asha.check(form, { ...named(), message: "Kwa baba" });
  // A random key, so nothing that the donor entered is in the URL.
  expect(address).toMatch(/^\/campaigns\/conference-center\/donate\/[\w-]{22}$/);
  const key = address.split("/").at(-1) ?? "";
  const changed = await asha.open(`${form}?draft=${key}`);
  expect(page.text).toContain(`${form}?draft=${key}`);
  for (const typed of ["Asha Juma", "asha@example.org", "0712 1"])
    expect(changed.text).toContain(`value="${typed}`);
  await onDatabase(
    site.databaseUrl,
    `update donation_drafts set created_at = now() - interval '61 minutes' where key = '${key}'`,
  );
  const gone = await asha.open(address);
  expect(gone.status).toBe(410);
  expect(wordsOf(gone.text)).toContain(en.giving.check.goneText);
  expect((await asha.open(`${form}?draft=${key}`)).text).not.toContain("Asha");
  expect((await asha.post(address, {})).status).toBe(410);
  await asha.check(form, anonymous());
  expect((await site.get(`${form}/${"x".repeat(22)}`)).status).toBe(410);
  expect((await site.get(`${form}/%27--`)).status).toBe(410);
});

test("amounts over the mobile limit lead to bank transfer with a reference", async () => {
  const asha = donor(site);
  const leads = (text: string) =>
    text.includes('href="/#large-donations"') && wordsOf(text).includes("STUDENT-SCHOLARSHIP");
  const dialog = "/campaigns/student-scholarship/mobile";
  const fixed = await asha.open(`${dialog}?amount=5000001`);
  expect(leads(fixed.text)).toBe(true);
  expect(wordsOf(fixed.text)).toContain("TSh 5,000,000");
  expect(fixed.text).not.toContain('name="phone"');
  const posted = await asha.post(dialog, {
    ...{ amount: "other", otherAmount: "5,000,001", network: "Mpesa", phone: newNumber() },
  });
  expect([posted.status, leads(posted.text)]).toEqual([400, true]);
  for (const [otherAmount, led] of [
    ["5,000,001", true],
    ["9".repeat(20), true],
    ["0", false],
    ["elfu", false],
    ["999", false],
  ] as const) {
    const typed = { ...anonymous(), amount: "other", otherAmount };
    const { text } = await asha.post("/campaigns/student-scholarship/donate", typed);
    expect(wordsOf(text).includes("STUDENT-SCHOLARSHIP"), otherAmount).toBe(led);
  }
});

const errors = en.giving.errors;
const wrongs: [what: string, fields: Record<string, string>, message: string][] = [
  ["nothing", { amount: "other", otherAmount: "" }, errors.amount],
  ["zero", { amount: "other", otherAmount: "0" }, errors.amount],
  ["a negative amount", { amount: "other", otherAmount: "-5000" }, errors.amount],
  ["letters", { amount: "other", otherAmount: "elfu tano" }, errors.amount],
  ["an exponent", { amount: "1e9" }, errors.amount],
  ["too little", { amount: "other", otherAmount: "999" }, "The smallest donation is TSh 1,000"],
  ["too much for a phone", { amount: "other", otherAmount: "5,000,001" }, "Large Donation Options"],
  ["no name", { who: "named", name: " ", email: "a@b.tz" }, "Name Required"],
  ["no email", { who: "named", name: "Asha", email: "", method: "card" }, "Email Required"],
  ["no address", { who: "named", name: "Asha", email: "asha at home" }, "Invalid Email"],
  ["an alumnus without a year", { who: "alumni", name: "A", email: "a@b.tz" }, "Graduation Year Required"],
  [
    "a future year",
    { who: "alumni", name: "A", email: "a@b.tz", graduationYear: "2999" },
    errors.yearRequired,
  ],
  ["nobody", { who: "everybody" }, errors.who],
  ["a long message", { message: "x".repeat(10_000) }, "Message must be 500 characters or fewer."],
  ["no way to pay", { method: "gold" }, errors.method],
  ["no phone", { phone: "" }, "Please enter your phone number."],
  ["an email with spaces", { who: "named", name: "Asha", email: "asha juma@example.org" }, "Invalid Email"],
  ["markup as name and email", { who: "named", name: "<b>Asha", email: "<a@b.tz>" }, "Invalid Email"],
  ["a foreign phone", { phone: "+44 7911 123456" }, errors.phoneForeignCard],
  ["a phone number that is too long", { phone: "0712 345 678 90" }, errors.phoneInvalid],
  ["a billion", { amount: "other", otherAmount: "1000000000" }, "Large Donation Options"],
  [
    "twenty nines",
    { amount: "other", otherAmount: "9".repeat(20) },
    errors.aboveLimit.replace("{limit}", "TSh 5,000,000"),
  ],
  ["a phone of TTCL", { phone: "0732 123 456" }, errors.ttclCard],
];

test.each(wrongs)("%s: reported at the field and on top, and input stays", async (_what, fields, message) => {
  const before = (await phone.payments()).length;
  const typed = { ...anonymous(), message: "Kwa <b>baba</b>", ...fields };
  const { status, text } = await donor(site).post(form, typed);
  expect(status).toBe(400);
  expect(text).toMatch(/<title>Error: /);
  expect(wordsOf(text).split(message).length).toBeGreaterThanOrEqual(3);
  const field = /error-summary[\s\S]*?href="#(\w+)"/.exec(text)?.[1];
  expect(text).toContain(`id="${field}"`);
  if (typed.phone !== "") expect(text).toContain(`value="${typed.phone}"`);
  if (!("message" in fields)) expect(text).toContain("Kwa &lt;b&gt;baba&lt;/b&gt;");
  expect((await phone.payments()).length).toBe(before);
});

test.each(["10,000", "10 000", "10000/=", "١٠٠٠٠"])("%s is ten thousand shillings", async (otherAmount) => {
  const { page } = await donor(site).check(form, { ...anonymous(), amount: "other", otherAmount });
  expect(wordsOf(page.text)).toContain("Pay TSh 10,000");
});

test.each([
  ["", "Asha Juma, alumni (still studying)"],
  ["/sw", "Asha Juma, mhitimu (bado anasoma)"],
])("check page and receipt name a student's type alike: %s", async (language, donorLine) => {
  const asha = donor(site);
  const student = { ...named(), who: "alumni", graduationYear: "Present" };
  const { page, pay } = await asha.check(`${language}${form}`, student);
  expect(wordsOf(page.text)).toContain(donorLine);
  const receipt = await asha.open(`${language}/donations/${orderOf(leadsTo(await pay()))}`);
  expect(wordsOf(receipt.text)).toContain(donorLine);
});

test.each([
  ["", "We use these details only for your donation.\nRead the Privacy Policy"],
  ["/sw", "Tunatumia taarifa hizi kwa ajili ya mchango wako tu.\nSoma Sera ya Faragha"],
])("the donation form links to the Privacy Policy: %s", async (language, notice) => {
  const { text } = await site.get(`${language}${form}`);
  expect(wordsOf(text)).toContain(notice);
  expect(text).toContain(`<a href="${language}/privacy">`);
});

test("the card step links to the Privacy Policy", async () => {
  const { page } = await donor(site).check(form, { ...anonymous(), method: "card" });
  expect(page.text).toContain('<a href="/privacy">Read the Privacy Policy</a>');
});

test.each(["donate", "mobile"])(
  "the %s form of a closed campaign names it and leads to others",
  async (name) => {
    const { text } = await site.get(`/campaigns/fun-run-2025/${name}`);
    expect(text).toMatch(/<h1[^>]*>Fun run 2025<\/h1>/);
    expect(wordsOf(text)).toContain(en.campaign.closedCompleted);
    expect(text).toContain('<a class="button" href="/campaigns">View campaigns</a>');
    expect(text).toMatch(/<h2 class="closed-state reached">Goal reached<\/h2>/);
    const [panel = "", others = ""] = text.slice(text.indexOf("closed-form")).split('class="open-campaigns"');
    expect(panel).toMatch(/<img[^>]*>.*<progress /s);
    expect(others.match(/aria-label="Donate Now: /g)).toHaveLength(2);
  },
);

test("a paused campaign takes no donations and says so", async () => {
  const asha = donor(site);
  const path = "/campaigns/ablution-block/donate";
  const { pay } = await asha.check(path, anonymous());
  await onDatabase(site.databaseUrl, "update campaigns set status = 'paused' where id = 'ablution-block'");
  const late = await pay();
  expect(late.status).toBe(409);
  expect(wordsOf(late.text)).toContain(en.giving.notBegun.paused);
  expect((await site.get("/campaigns/no-such/donate")).status).toBe(404);
});

test("the button shows a custom amount, from the link and after errors", async () => {
  const hasContinue = (text: string) => wordsOf(text).includes("\nContinue with TSh 12,345\n");
  expect(hasContinue((await site.get(`${form}?amount=12345`)).text)).toBe(true);
  expect(hasContinue((await site.get("/campaigns/conference-center?amount=12345")).text)).toBe(true);
  const typed = { ...anonymous(), amount: "other", otherAmount: "12 345", phone: "" };
  expect(hasContinue((await donor(site).post(form, typed)).text)).toBe(true);
  expect(hasContinue((await donor(site).post(form, { ...typed, otherAmount: "elfu" })).text)).toBe(false);
});

test("donors without a local phone see only the offered payment methods", async () => {
  const asha = donor(site);
  const cards = (value: string) =>
    onDatabase(
      site.databaseUrl,
      `insert into site_settings (key, value, is_public) values ('cards', '${value}', true)
       on conflict (key) do update set value = excluded.value`,
    );
  const readWords = async (number: string) =>
    wordsOf((await asha.post(form, { ...anonymous(), phone: number })).text);
  await cards('{"stopped": true}');
  expect(await readWords("+44 7911 123456")).toContain(errors.phoneForeignBank);
  expect(await readWords("0732 123 456")).toContain(errors.ttclBank);
  await cards('{"stopped": false}');
  expect(await readWords("+44 7911 123456")).toContain(errors.phoneForeignCard);
  const dialog = "/campaigns/girls-dormitories/mobile?amount=50000";
  const typed = { amount: "50000", network: "Mpesa", phone: "+44 7911 123456" };
  const { text } = await asha.post(dialog, typed);
  expect(wordsOf(text)).toContain(errors.phoneForeignOthers);
  expect(wordsOf(text)).toContain(en.giving.result.otherWay);
});

test("Zakat over the limit through its fee and costly cards are explained", async () => {
  const asha = donor(site);
  const fields = { ...anonymous(), amount: "other", otherAmount: "4,900,000", fee: "yes" };
  const over = "With the fee the total is TSh 5,071,500, but you can pay at most TSh 5,000,000";
  expect(wordsOf((await asha.post("/campaigns/zakat/donate", fields)).text)).toContain(over);
  const fixed = await asha.open("/campaigns/zakat/mobile?amount=4900000&fee=yes");
  expect(wordsOf(fixed.text)).toContain(over);
  expect(wordsOf((await asha.open("/campaigns/zakat/mobile?amount=4900000")).text)).not.toContain("at most");

  const card = { ...anonymous(), method: "card", amount: "other" };
  const large = await asha.check(form, { ...card, otherAmount: "1000000000" });
  expect(wordsOf(large.page.text)).toContain("The fee on this card payment is TSh 35,000,000");
  expect(wordsOf(large.page.text)).toContain("CONFERENCE-CENTER");
  const usual = await asha.check(form, { ...card, otherAmount: "50000" });
  expect(wordsOf(usual.page.text)).not.toContain("bank may refuse");
  const most = await asha.post(form, { ...card, otherAmount: "999999999999" });
  expect(wordsOf(most.text)).toContain("You can pay at most TSh 10,000,000,000 here at a time.");
});

test("the form asks about an unclear amount without calling it a problem", async () => {
  const asha = donor(site);
  const unclear = await asha.post(form, { ...anonymous(), amount: "other", otherAmount: "10.000" });
  expect(unclear.status).toBe(400);
  expect(wordsOf(unclear.text)).toContain(en.giving.question);
  expect(wordsOf(unclear.text)).not.toContain(en.giving.problem);
  const both = await asha.post(form, { ...anonymous(), amount: "other", otherAmount: "10.000", phone: "12" });
  expect(wordsOf(both.text)).toContain(en.giving.problem);
});

test("the fee on Zakat is off at first, and stays as the calculator left it", async () => {
  const asha = donor(site);
  const tick = async (path: string) => /<input [^>]*name="fee"[^>]*>/.exec((await asha.open(path)).text)?.[0];
  expect(await tick("/campaigns/zakat/donate")).not.toContain("checked");
  expect(await tick("/campaigns/zakat/donate?amount=50000&fee=yes")).toContain("checked");
  expect(await tick("/campaigns/zakat/donate?amount=50000")).not.toContain("checked");
});

test("the payment step's fee is ticked at first, and a donation without it has none", async () => {
  const asha = donor(site);
  const path = "/campaigns/zakat/mobile?amount=50000&fee=yes";
  const page = await asha.open(path);
  const tick = (text: string) => /<input [^>]*name="fee"[^>]*>/.exec(text)?.[0];
  expect(tick(page.text)).toContain("checked");
  expect(wordsOf(page.text)).toContain("Add TSh 1,750 for processing (3.5%)");
  const key = /name="key" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
  const typed = { amount: "other", otherAmount: "50000", network: "Mpesa", key };
  const wrong = await asha.post(path, { ...typed, phone: "12" });
  expect(wrong.status).toBe(400);
  expect(tick(wrong.text)).not.toContain("checked");
  const begun = await asha.post(path, { ...typed, phone: "0754000178" });
  expect(begun.status).toBe(303);
  const last = await site.db
    .selectFrom("payments")
    .select(["amount", "fee"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(last).toMatchObject({ amount: 50_000n, fee: 0n });
});

test("the campaign page is the same for all, and its query preselects", async () => {
  const page = await site.get("/campaigns/conference-center");
  expect(page.headers["cache-control"]).toContain("public");
  expect(page.text).not.toContain('name="key"');
  const chosen = await site.get("/campaigns/conference-center?amount=50000");
  expect(chosen.text).toMatch(/name="otherAmount"[^>]*value="50000"|value="50000"[^>]*name="otherAmount"/);
  expect(chosen.headers["cache-control"]).toContain("no-store");
});

test.each([
  ["10.000", "10,000"],
  ["1000000,00", "1,000,000"],
  ["1,5,0,0", "1,500"],
  ["10,5", "10,500"],
  ["10.5", "10,500"],
  ["10000,5", "10,000"],
])("%s is asked about, and the answer counts only for it", async (otherAmount, meant) => {
  const asha = donor(site);
  const typed = { ...anonymous(), amount: "5000", otherAmount };
  const asked = await asha.post(form, typed);
  expect(asked.status).toBe(400);
  expect(wordsOf(asked.text)).toContain(`Did you mean TSh ${meant}?`);
  const answer = /value="(\d+)"[^>]*name="meant"/.exec(asked.text)?.[1] ?? "";
  const { page } = await asha.check(form, { ...typed, meant: answer });
  expect(wordsOf(page.text)).toContain(`Pay TSh ${meant}`);
  const corrected = await asha.check(form, { ...typed, otherAmount: "2000", meant: answer });
  expect(wordsOf(corrected.page.text)).toContain("Pay TSh 2,000");
  expect((await asha.post(form, { ...typed, meant: "999999" })).status).toBe(400);
});

test("0,5 has no likely meaning, and the form says how to write", async () => {
  const typed = { ...anonymous(), otherAmount: "0,5" };
  for (const [path, said] of [
    [form, errors.amountUnclear.TZS],
    [`/sw${form}`, "Andika shilingi bila senti, na koma kati ya maelfu pekee, kwa mfano 1,250"],
  ] as const) {
    const { status, text } = await donor(site).post(path, typed);
    expect([status, text.includes('name="meant"')]).toEqual([400, false]);
    expect(wordsOf(text)).toContain(said);
  }
});

test("in Kiswahili too, a fraction of many shillings is asked about without it", async () => {
  const { text } = await donor(site).post(`/sw${form}`, { ...anonymous(), otherAmount: "10000,5" });
  expect(wordsOf(text)).toContain("Ulimaanisha TSh 10,000?");
  expect(text).toMatch(/value="10000"[^>]*name="meant"/);
});

test("by phone a named donor needs no email, by card they do", async () => {
  const asha = donor(site);
  const { page } = await asha.check(form, { ...anonymous(), who: "named", name: "Asha Juma" });
  expect(wordsOf(page.text)).toContain("Asha Juma");
  const card = await asha.post(form, { ...anonymous(), who: "named", name: "Asha Juma", method: "card" });
  expect([card.status, wordsOf(card.text).includes("Email Required")]).toEqual([400, true]);
});

test("without script a corrected number changes the network, unless one was chosen", async () => {
  const asha = donor(site);
  const first = await asha.check(form, { ...anonymous(), phone: "0713 555 100" });
  await first.pay({ network: "Tigo", phone: "0754 555 100" });
  expect((await phone.latest())["network"]).toBe("Mpesa");
  const chosen = await asha.check(form, { ...anonymous(), phone: "0713 555 101", network: "Tigo" });
  await chosen.pay({ network: "Tigo", phone: "0754 555 101" });
  expect((await phone.latest())["network"]).toBe("Tigo");
});

test("after an error the network line names the network of the number", async () => {
  const { text } = await donor(site).post(form, { ...anonymous(), phone: "0754 123 456", amount: "other" });
  expect(text, "and can be changed").toMatch(/<span data-network="">M-Pesa<\/span> · <u>change<\/u>/);
});

test("a card donor types the name once, and an anonymous one no email", async () => {
  const asha = donor(site);
  const card = await asha.check(form, { ...named(), name: "Asha Binti Juma", method: "card" });
  expect(card.page.text).toMatch(/name="firstName"[^>]*value="Asha"|value="Asha"[^>]*name="firstName"/);
  expect(card.page.text).toMatch(/value="Binti Juma"/);
  expect(wordsOf(card.page.text)).not.toContain(en.giving.pin);
  const names = [...card.page.text.matchAll(/<option value="[A-Z]{2}"[^>]*>([^<]+)</g)].map(
    ([, name = ""]) => name,
  );
  expect(names.length).toBe(249);
  expect(names).toEqual(names.toSorted(new Intl.Collator("en-TZ").compare));
  const hidden = await asha.check(form, { ...anonymous(), method: "card" });
  const at = (field: string) => hidden.page.text.indexOf(`name="${field}"`);
  expect(at("cardEmail"), "the email before the terms").toBeLessThan(at("terms"));
  expect(at("cardEmail")).toBeGreaterThan(at("lastName"));
  expect(wordsOf(hidden.page.text)).toContain(en.giving.cardStep.emailNoMail);
  const holder = {
    ...{ firstName: "Asha", lastName: "Juma", cardEmail: "", cardPhone: "0712345678", address: "P.O. Box 1" },
    ...{ city: "Morogoro", region: "Morogoro", postcode: "", country: "TZ", terms: "yes" },
  };
  expect(leadsTo(await hidden.pay(holder)), "also without email and postcode").toMatch(/\/pay$/);
});

test("a question whose answer would be refused says why, without a button", async () => {
  const typed = { ...anonymous(), amount: "other", otherAmount: "1,5,0" };
  const { status, text } = await donor(site).post(form, typed);
  expect([status, text.includes('name="meant"')]).toEqual([400, false]);
  expect(wordsOf(text)).toContain("Did you mean TSh 150? The smallest donation is TSh 1,000.");
});
