import { beforeAll, expect, test } from "vitest";
import { reportedGift, scriptedProvider, standing, startedGift } from "#tests/support/giving.ts";
import { makePerson, signIn } from "#tests/support/people.ts";
import { testSite } from "#tests/support/site.ts";
import { expectSays, expectSilent } from "#tests/support/words.ts";

const site = await testSite();
const { db } = site;
const provider = scriptedProvider();
const path = "/admin/reconciliation";
let juma = "";
let organizer = "";

beforeAll(async () => {
  await makePerson(site.databaseUrl, "juma", "staff");
  await makePerson(site.databaseUrl, "organizer", "organizer");
  juma = await signIn(site, "juma");
  organizer = await signIn(site, "organizer");
});

const gift = (paid: boolean) => (paid ? reportedGift : startedGift)(db, provider, "conference-center");

const get = (query = "", cookie = juma) => site.get(`${path}${query}`, { Cookie: cookie });

function bring(file: string | null, fields: Record<string, string> = {}, cookie = juma) {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  if (file !== null)
    parts.push(
      `--x\r\nContent-Disposition: form-data; name="file"; filename="a <b>.csv"\r\nContent-Type: text/csv\r\n\r\n${file}\r\n`,
    );
  return site.ask(path, {
    method: "POST",
    body: `${parts.join("")}--x--\r\n`,
    headers: { Origin: site.url, Cookie: cookie, "Content-Type": "multipart/form-data; boundary=x" },
  });
}

const head = "Transaction ID,External Id,Amount,Status,Date\n";
const today = new Intl.DateTimeFormat("sv-SE", { timeZone: "Africa/Dar_es_Salaam" }).format(new Date());

test("only staff see it or bring a file", async () => {
  expect((await site.get(path)).status).toBe(303);
  expect((await get("", organizer)).status).toBe(403);
  expect((await bring(head, {}, organizer)).status).toBe(403);
});

test("a file is taken once; what agrees, what is open and whose it is not is shown", async () => {
  const [paid, missing] = [await gift(true), await gift(false)];
  const rows = [
    `${paid.provider_reference},${paid.reference},10000,success,${today} 12:00`,
    `${missing.provider_reference},${missing.reference},10000,success,${today} 12:00`,
    `T-STRANGER,nobody-s,7777,success,${today} 12:00`,
  ];
  const file = head + rows.join("\n");
  expect((await bring(file)).status).toBe(303);
  const again = await bring(file);
  expect(again.status).toBe(303);
  const notice = again.headers["set-cookie"]
    ?.find((each) => each.startsWith("amana_notice="))
    ?.split(";", 1)[0];
  expect(Buffer.from(notice?.split("=")[1] ?? "", "base64url").toString()).toContain(
    "This file was taken before",
  );

  const open = await get();
  expect(open.text).toContain("a &lt;b&gt;.csv");
  expect(open.text).toContain(String(missing.provider_reference));
  expect(open.text).toContain("T-STRANGER");
  expect(open.text).not.toContain(`>${paid.provider_reference}<`);
  expect((await get("?state=matched")).text).toContain(String(paid.provider_reference));
  const caseAddress = /\/admin\/cases\/\d+/.exec(open.text)?.[0] ?? "";
  expect((await site.get(caseAddress, { Cookie: juma })).text).toContain("Money that is none of ours");
  expect(await standing(db, missing.externalId)).toMatchObject({
    donation: "pending",
    journals: [],
  });
});

test("of a booked gift the case says what is booked and what the statement says, and the provider can be asked", async () => {
  const [less, back] = [await gift(true), await gift(true)];
  const rows = [
    `${less.provider_reference},${less.reference},9000,success,${today} 12:00`,
    `${back.provider_reference},${back.reference},10000,reversed,${today} 12:00`,
  ];
  expect((await bring(head + rows.join("\n"))).status).toBe(303);
  for (const [of, says] of [
    [less, "The gift is booked with TSh 10,000; the statement says TSh 9,000."],
    [back, "The gift is booked with TSh 10,000; the statement says that it was given back."],
  ] as const) {
    const { id } = await db
      .selectFrom("cases")
      .select("id")
      .where("payment_id", "=", of.id)
      .executeTakeFirstOrThrow();
    const { text } = await site.get(`/admin/cases/${id}`, { Cookie: juma });
    expect(text.replaceAll("\u00a0", " ")).toContain(says);
    expect(text).toContain("Ask the provider now");
    expect(text).not.toContain("Nothing was booked");
  }
});

test("lines that cannot be relied on are named, and nothing is taken until they are left out knowingly", async () => {
  const { provider_reference: theirs, reference } = await gift(true);
  const file = `${head}${theirs},${reference},10000,success,${today}\nX1,,1.5,success,${today}\nTotal,,,,\n`;
  const refused = await bring(file);
  expect(refused.status).toBe(400);
  for (const text of ["Nothing was taken", "Line 3: the amount cannot be read", "Line 4:", "leave these out"])
    expect(refused.text.replaceAll("<!-- -->", "")).toContain(text);
  expect((await get("?state=all")).text).not.toContain(String(theirs));
  expect((await bring(file, { "leave-out": "yes" })).status).toBe(303);
  expect((await get("?state=all")).text).toContain(String(theirs));
});

test("hostile files and addresses are refused, not stumbled over", async () => {
  const files = [
    ["", 400],
    ["name,town\nAsha,Dodoma", 400],
    ["\0\0\0\0", 400],
    [`${head}${"x".repeat(101)},,1,success,`, 400],
    [`${head}A,,1000,success,\nA,,2000,success,`, 400],
    [`${head}=cmd|' /C calc'!A1,,1000,success,`, 400],
    [`${head}"unclosed,,1000`, 400],
    [head + "y".repeat(5 * 1024 * 1024), 413],
  ] as const;
  for (const [file, status] of files) expect((await bring(file)).status, file.slice(0, 60)).toBe(status);
  expect((await bring(null)).status).toBe(400);
  const broken = await site.ask(path, {
    method: "POST",
    body: "--x\r\nnonsense",
    headers: { Origin: site.url, Cookie: juma, "Content-Type": "multipart/form-data; boundary=x" },
  });
  expect(broken.status).toBe(400);
  for (const query of ["?provider=x&state=y", "?after=-1"])
    expect((await get(query)).status, query).toBe(200);
  for (const [query, said] of [
    ["?day=2026-02-31", "Only lines of this day: This is no day"],
    ["?day=0001-01-01", "Only lines of this day: This is no day"],
    ["?until=%27", "Last day shown: This is no day"],
  ] as const) {
    const { status, text } = await get(query);
    expect(status, query).toBe(200);
    expectSays(text, said);
    expectSilent(text, "Lines of the statements");
  }
});

test("Selcom's list is compared on demand", async () => {
  const compared = await bring(null, { intent: "compare" });
  expect([compared.status, compared.headers.location]).toEqual([303, `${path}?provider=selcom`]);
  expect((await get("?provider=selcom")).text).toContain("Compare now");
});
