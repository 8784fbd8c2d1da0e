import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { requestsOfAddress } from "#domain/payments/limits.ts";
import { jsonOf, withGateways } from "#tests/support/payments/gateway-site.ts";
import { solved } from "#tests/support/donations/solve-proof.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite({ kind: "demo", environment: { TRUST_PROXY: "1" } });
const gateways = withGateways(site);
const { byMobile, db } = gateways;
afterAll(gateways.close);

/** A program that solves every challenge. */
async function give(client: string) {
  const from = { "X-Forwarded-For": client };
  const first = await byMobile({}, from);
  if (first.status !== 428) return first;
  return byMobile({ proof: solved(jsonOf(first).challenge ?? "") }, from);
}

const prompts = async () =>
  Number(
    (
      await db
        .selectFrom("payment_requests")
        .select((column) => column.fn.countAll<bigint>().as("count"))
        .executeTakeFirstOrThrow()
    ).count,
  );

test("with solved proofs one address reaches at most 120 phones", async () => {
  expect((await give("203.0.113.7")).status).toBe(200);
  const most = requestsOfAddress.most ?? 0;
  const left = 8;
  await sql`
    insert into payment_requests (payment_id, client, sent_at)
    select 1000000000 + n, client, now()
    from generate_series(1, ${most - left - 1}::int) n, (select client from payment_requests limit 1)
  `.execute(db);
  const before = await prompts();
  const flood = { sent: 0, refused: 0 };
  let honest = 0;
  for (let request = 0; request < 60; request++) {
    const answer = await give("203.0.113.7");
    if (answer.status === 200) flood.sent++;
    else {
      expect(answer.status, answer.text).toBe(429);
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
      expect(jsonOf(answer).message).toContain("from your network");
      flood.refused++;
    }
    if (request % 20 !== 0) continue;
    const answered = await give(`198.51.100.${request / 20}`);
    if (answered.status === 200) honest++;
  }
  expect(flood).toEqual({ sent: left, refused: 60 - left });
  expect(honest).toBe(3);
  expect(await prompts()).toBe(before + flood.sent + honest);
});
