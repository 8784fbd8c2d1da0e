import { expect, test } from "vitest";
import { campaign, complete, pendingDonation } from "#tests/support/database/records.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { colleague } from "#tests/support/accounts/staff-roles.ts";
import { tzs } from "#domain/money/money.ts";
import { confirmOfflineDonation } from "./decide-offline.ts";
import { makeDonorLink } from "./donor-links.ts";
import { enterOfflineDonation } from "./enter-offline.ts";
import { forgetMe } from "./forget-me.ts";

const { db } = await testRecords();
const email = "asha@donors.example";

test("who is forgotten while a donation is open is not followed or shown again when it is paid", async () => {
  const to = await campaign(db);
  const agreed = {
    donor_name: "Asha",
    donor_email: email,
    wants_updates: true,
    is_shown: true,
    message: "Go",
  };
  const open = await pendingDonation(db, { to, donation: agreed });
  const key = await makeDonorLink(db, { kind: "own-page", email, language: "en" });
  expect(await forgetMe(db, key)).toEqual({ kind: "forgotten", donations: 0, open: 1 });
  await complete(db, open);
  expect(await db.selectFrom("followers").selectAll().execute()).toEqual([]);
  const shown = await db.selectFrom("public_latest_donations").select("name").execute();
  expect(shown).toEqual([{ name: null }]);
});

test("the form of a bank donation forgets the person too", async () => {
  const [clerk, admin] = [await colleague(db, "staff"), await colleague(db, "admin")];
  const now = new Date("2026-11-21T12:00:00Z");
  const entered = await enterOfflineDonation(
    db,
    {
      ...{
        campaignId: await campaign(db),
        amount: tzs(7_500_000),
        phone: null,
        message: "Be strong",
        language: "sw",
      },
      ...{ donor: { kind: "named", name: "Asha Juma", email }, method: "bank", receivedOn: "2026-11-18" },
      ...{ reference: "line 1", document: null },
    },
    { by: clerk, now },
  );
  if (entered.kind !== "entered") throw new Error(entered.kind);
  await confirmOfflineDonation(db, { id: entered.id, by: admin, reason: "", now });
  const key = await makeDonorLink(db, { kind: "own-page", email, language: "en" });
  expect(await forgetMe(db, key)).toMatchObject({ kind: "forgotten", donations: 2 });
  const forms = await db.selectFrom("offline_donations").select(["donor", "message"]).execute();
  expect(forms).toEqual([{ donor: { kind: "anonymous" }, message: null }]);
});

test("a concern loses the address of its reporter, and staff keep its text", async () => {
  const details = { campaign: "zakat", concern: "The roof is not new.", "reply to": "Asha@Donors.example" };
  await db
    .insertInto("cases")
    .values({ kind: "concern", details: JSON.stringify(details) })
    .execute();
  const key = await makeDonorLink(db, { kind: "own-page", email, language: "en" });
  expect((await forgetMe(db, key)).kind).toBe("forgotten");
  const kept = await db.selectFrom("cases").select("details").where("kind", "=", "concern").execute();
  expect(kept).toEqual([{ details: { campaign: "zakat", concern: "The roof is not new." } }]);
});
