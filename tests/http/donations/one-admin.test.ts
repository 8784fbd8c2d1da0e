import { beforeAll, expect, test } from "vitest";
import { changeRole } from "#operations/accounts/change-role.ts";
import { enterOfflineDonation } from "#operations/donations/enter-offline.ts";
import { recordBackup } from "#operations/system/record-backup.ts";
import { tzs } from "#domain/money/money.ts";
import { momentWords } from "#app/staff/values.tsx";
import { makePerson, postForm, signIn } from "#tests/support/accounts/people.ts";
import { letRolesAge } from "#tests/support/accounts/staff-roles.ts";
import { wordsOf } from "#tests/support/donations/donor.ts";
import { reportedDonation, scriptedProvider } from "#tests/support/donations/begin.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
const { db } = site;
const provider = scriptedProvider();

const cookies = { founder: "", mariam: "" };
const ids = { founder: "", mariam: "" };

beforeAll(async () => {
  ids.founder = (await makePerson(site.databaseUrl, "founder", "admin")).id;
  ids.mariam = (await makePerson(site.databaseUrl, "mariam", "organizer")).id;
  await db.updateTable("users").set({ email_verified: true }).where("id", "=", ids.mariam).execute();
  expect(await changeRole(db, { userId: ids.mariam, role: "staff" }, ids.founder)).toBe("changed");
  for (const name of ["founder", "mariam"] as const) cookies[name] = await signIn(site, name);
});

const read = async (path: string, who: keyof typeof cookies) =>
  wordsOf((await site.get(path, { Cookie: cookies[who] })).text).replaceAll(/\s+/g, " ");

/** When mariam's 72 hours end, as the pages write it. */
async function settledAt(): Promise<string> {
  const { given_at: givenAt } = await db
    .selectFrom("role_grants")
    .select("given_at")
    .where("user_id", "=", ids.mariam)
    .where("ended_at", "is", null)
    .executeTakeFirstOrThrow();
  return momentWords(new Date(givenAt.getTime() + 72 * 3_600_000));
}

async function requested(): Promise<string> {
  const { donation_id: id } = await reportedDonation(db, provider, "conference-center");
  const fields = { reason: "given twice", reference: "RF-1" };
  const path = `/admin/donations/${id}/refund`;
  const answer = await postForm(site, path, fields, { Cookie: cookies.mariam });
  return answer.headers.location ?? "";
}

test("a fund with one admin reads the real time of an approval, and no other admin", async () => {
  const from = await settledAt();
  const request = await requested();
  const { donation_id: id } = await reportedDonation(db, provider, "conference-center");
  const { donation_id: doubted } = await reportedDonation(db, provider, "conference-center", {
    amount: 9_999n,
  });
  const { id: caseId } = await db
    .selectFrom("cases as k")
    .innerJoin("payments as p", "p.id", "k.payment_id")
    .select("k.id")
    .where("p.donation_id", "=", doubted)
    .executeTakeFirstOrThrow();
  const pages = [
    request,
    `/admin/donations/${id}/refund`,
    `/admin/donations/${id}/move`,
    `/admin/cases/${caseId}`,
    "/admin/bank-details",
  ];
  for (const path of pages) {
    const ofStaff = await read(path, "mariam");
    expect(ofStaff, path).toContain(`An admin can approve it from ${from}.`);
    expect(ofStaff, path).not.toMatch(/another admin|other admins|only admin|24 hours/i);
  }
  const ofAdmin = await read(request, "founder");
  expect(ofAdmin).toContain(`You can approve it from ${from} .`);
  expect(ofAdmin).not.toMatch(/other admin/i);
  for (const path of pages.slice(1))
    expect(await read(path, "founder"), path).toMatch(
      /You are the only admin\. You can approve it from [^.]*, with your password\./,
    );
  for (const path of ["/admin/approvals", `/admin/donations/${id}`])
    for (const who of ["founder", "mariam"] as const)
      expect(await read(path, who), path).not.toMatch(/another admin|only admin of a fund/i);
  const person = await read(`/admin/people/${ids.mariam}`, "founder");
  expect(person).toContain("Without another admin, no one has to confirm it");
  expect(person).not.toContain("Another admin must confirm");
});

const bankDonation = (reference: string) => ({
  ...{ campaignId: "zakat", reference, amount: tzs(50_000), donor: { kind: "anonymous" } as const },
  ...({ phone: null, message: null, language: "en", method: "bank", receivedOn: "2026-11-18" } as const),
  document: null,
});

test("a request names its amount in the heading, and a case that waits for it the time", async () => {
  const { donation_id: doubted } = await reportedDonation(db, provider, "conference-center", {
    amount: 9_998n,
  });
  const { id } = await db
    .selectFrom("cases as k")
    .innerJoin("payments as p", "p.id", "k.payment_id")
    .select("k.id")
    .where("p.donation_id", "=", doubted)
    .executeTakeFirstOrThrow();
  const fields = { decision: "credit", reason: "It arrived.", arrived: "9998", statement: "line 7" };
  const answer = await postForm(site, `/admin/cases/${id}`, fields, { Cookie: cookies.mariam });
  const request = answer.headers.location ?? "";
  expect(await read(request, "founder")).toContain("Record a donation: TSh 9,998");
  const waiting = await read("/admin/cases?status=waiting", "mariam");
  expect(waiting).toContain(`Waiting for approval from ${await settledAt()}`);
  expect((await postForm(site, request, { decision: "withdraw" }, { Cookie: cookies.mariam })).status).toBe(
    303,
  );
});

test("what the only admin can decide later is on the dashboard and counted in the navigation", async () => {
  const from = await settledAt();
  for (const reference of ["line 1", "line 2"])
    await enterOfflineDonation(db, bankDonation(reference), { by: ids.mariam, now: new Date() });
  const page = (await site.get("/dashboard", { Cookie: cookies.founder })).text;
  const words = wordsOf(page).replaceAll(/\s+/g, " ");
  expect(words).toContain(`2 Offline donations wait You can confirm them from ${from}.`);
  expect(words).toContain(`1 Request waits You can approve it from ${from}.`);
  expect(words).not.toContain("Nothing else waits for you");
  expect(words).not.toContain("Nothing waits for you");
  expect(page).toMatch(/>Offline donations<\/span><span class="waiting-count">2</);
  expect(page).toMatch(/>Approvals<\/span><span class="waiting-count">1</);
  expect(await read("/admin/approvals", "founder")).toMatch(new RegExp(`Needs approval from ${from} `));
  const ofStaff = await read("/dashboard", "mariam");
  expect(ofStaff, "she cannot decide about her own").not.toMatch(/Offline donations? wait|Requests? wait/);

  await letRolesAge(db);
  const later = await read("/dashboard", "founder");
  expect(later).toContain("2 Offline donations to confirm");
  expect(later).toContain("1 Request to approve");
  expect(later).toContain("Nothing else waits for you");
});

test("a person whom the other one brought in reads that no time helps", async () => {
  const entered = await enterOfflineDonation(db, bankDonation("line 3"), {
    by: ids.founder,
    now: new Date(),
  });
  if (entered.kind !== "entered") throw new Error(entered.kind);
  await db.updateTable("users").set({ banned: true }).where("id", "=", ids.mariam).execute();
  await db.updateTable("users").set({ banned: false }).where("id", "=", ids.mariam).execute();
  const path = `/admin/offline-donations/${entered.id}`;
  expect(await read(path, "mariam"), "new again, and brought in for good").toContain(
    "You cannot confirm this, because the person who added it brought you into the staff. No other person on staff can confirm it.",
  );
  expect(await read(path, "founder")).toContain(
    "You cannot confirm this, because you added it. No other person on staff can confirm it. Ask a colleague to add it. Then you can confirm it.",
  );
  const adding = "/admin/offline-donations/new";
  expect(await read(adding, "founder")).toContain(
    "No one on staff can confirm a donation that you add. Ask a colleague to add it. Then you can confirm it.",
  );
  expect(await read(adding, "mariam")).toContain(
    `Someone else on staff can confirm it from ${await settledAt()}.`,
  );
});

test("a fund without a recent backup reads it on the dashboard", async () => {
  expect(await read("/dashboard", "founder")).toContain("No backup of the last two days is recorded");
  await recordBackup(db);
  expect(await read("/dashboard", "founder")).not.toContain("No backup of the last two days");
});
