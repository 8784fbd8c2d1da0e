import { sql } from "kysely";
import { expect, test } from "vitest";
import { testRecords } from "#tests/support/database/open.ts";
import { scriptedProvider, startedDonation } from "#tests/support/donations/begin.ts";
import { campaign } from "#tests/support/database/records.ts";
import { noDocuments } from "#tests/support/jobs/no-documents.ts";
import { forgetExpired } from "./delete-expired-data.ts";

const { db, asOwner } = await testRecords();

test("expired data is deleted in any amount, and the rest stays", async () => {
  await sql`
    insert into rate_limits (subject, moments, last_at)
    select 's' || n, array[now()], now() - make_interval(hours => 24 * least(n, 3) + 1) from generate_series(0, 12002) n
  `.execute(db);
  await sql`
    insert into idempotency_keys (address, key, body_hash, created_at)
    select '/', 'k' || n, 'h', now() - make_interval(days => n, hours => 1) from generate_series(0, 9) n
  `.execute(db);
  expect(await forgetExpired(db, { now: new Date(), documents: noDocuments })).toMatchObject({
    rate_limits: 12_001,
    idempotency_keys: 3,
  });
  const { rows } = await sql<{ limits: bigint; keys: bigint }>`
    select (select count(*) from rate_limits) as limits,
      (select count(*) from idempotency_keys) as keys
  `.execute(db);
  expect(rows[0]).toMatchObject({ limits: 2n, keys: 7n });
});

test("a run without expired data does nothing", async () => {
  expect(await forgetExpired(db, { now: new Date(), documents: noDocuments })).toMatchObject({
    rate_limits: 0,
    donation_drafts: 0,
    sessions: 0,
  });
});

test("provider messages lose their text after 13 months and keep their effect", async () => {
  const donation = await startedDonation(db, scriptedProvider(), await campaign(db));
  const received = new Date("2025-01-15T12:00:00Z");
  await db
    .insertInto("provider_messages")
    .values(
      ["callback", "status"].map((kind) => ({
        ...{ provider: "azampay" as const, dedupe_key: kind, payment_id: donation.id, verdict: "succeeded" },
        ...{ kind: kind === "callback" ? ("callback" as const) : ("status" as const) },
        ...{ headers: '{"user-agent":"AzamPay"}', body: "255712345678 Asha Juma" },
        ...{ received_at: received, judged_at: received },
      })),
    )
    .execute();
  const kept = () =>
    db
      .selectFrom("provider_messages")
      .select(["kind", "verdict", "payment_id", "dedupe_key", "received_at", "headers", "body"])
      .where("received_at", "=", received)
      .orderBy("id")
      .execute();
  const before = await kept();
  const at = (now: string) => forgetExpired(db, { now: new Date(now), documents: noDocuments });
  expect(await at("2026-02-15T11:59:59Z")).toMatchObject({ provider_messages: 0 });
  expect(await kept()).toEqual(before);
  expect(await at("2026-02-15T12:00:01Z")).toMatchObject({ provider_messages: 2 });
  expect(await kept()).toEqual(before.map((message) => ({ ...message, headers: null, body: "" })));
  expect(await at("2026-02-15T12:00:02Z")).toMatchObject({ provider_messages: 0 });
});

test("an unconfirmed, unused sign-up loses its name and address after 90 days", async () => {
  const ages = { unused: 91, young: 89, proven: 91, used: 91 };
  for (const [name, days] of Object.entries(ages))
    await sql`
      insert into users (id, name, email, role, email_verified, created_at)
      values (${name}, 'Asha', ${`${name}@donors.example`}, 'organizer', ${name === "proven"}, now() - make_interval(days => ${days}))
    `.execute(asOwner);
  await sql`insert into submissions (owner_id) values ('used')`.execute(db);
  const forget = async () => (await forgetExpired(db, { now: new Date(), documents: noDocuments }))["users"];
  expect([await forget(), await forget()]).toEqual([1, 0]);
  const users = await db
    .selectFrom("users")
    .select(["id", "name", "email"])
    .where("id", "in", Object.keys(ages))
    .execute();
  expect(users.filter(({ name }) => name !== "Asha")).toEqual([
    { id: "unused", name: "deleted", email: "unused@deleted.invalid" },
  ]);
});
