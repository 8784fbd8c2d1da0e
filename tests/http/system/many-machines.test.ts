import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openClient } from "#database/connect.ts";
import { hasPgBouncer, openPgBouncer, preparePgBouncer } from "#tests/support/database/pgbouncer.ts";
import { onDatabase, sharedPictures } from "#tests/support/database/open.ts";
import { openPair } from "#tests/support/database/pair.ts";
import { isRunning, launch, stop } from "#tests/support/server/launch.ts";
import { runScript } from "#tests/support/server/run-script.ts";

describe.runIf(hasPgBouncer)("behind PgBouncer, with a replica", async () => {
  // Vitest runs the body of a skipped suite too.
  if (!hasPgBouncer) return;
  const pair = await openPair();
  await preparePgBouncer(pair.primary);
  const bouncer = await openPgBouncer(pair.primary);
  const folder = await mkdtemp(join(tmpdir(), "amana-machines-"));
  const settings = {
    DATABASE_URL: Object.assign(new URL(pair.primary), { host: bouncer.host }).href,
    DATABASE_DIRECT_URL: pair.address,
    DATABASE_READ_URL: pair.standby,
    ...{ DATA_DIR: folder, SEED: "demo", SANDBOX_MAGIC: "1", WEB_PROCESSES: "1" },
  };
  await symlink(sharedPictures(), join(folder, "pictures"));
  const amana = launch(settings);
  const site = await isRunning(amana);
  afterAll(async () => {
    await stop(amana);
    await bouncer[Symbol.asyncDispose]();
    await pair[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });
  const page = async (path: string) => (await fetch(`${site}${path}`)).text();

  test("a donation completes", async () => {
    const given = await fetch(`${site}/api/donations/mobile`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        ...{ campaignId: "zakat", amount: 50_001, currency: "TZS", provider: "Tigo" },
        ...{ phoneNumber: "255712345678", name: "Asha", email: "asha@example.org" },
      }),
    });
    const { externalId } = await given.json();
    await expect
      .poll(() =>
        valueOf(pair.primary, "select status as value from donations where external_id = $1", externalId),
      )
      .toBe("completed");
  });

  test("a corrected text is shown while the replica lacks it", async () => {
    await page("/");
    await pair.onStandby("select pg_wal_replay_pause()");
    await onDatabase(pair.primary, "update campaigns set title = 'A corrected title' where id = 'zakat'");
    await expect.poll(() => page("/campaigns/zakat")).toContain("A corrected title");
    for (let times = 0; times < 20; times++)
      expect(await page(`/campaigns?q=corrected&page=1`)).toContain("A corrected title");
    await pair.onStandby("select pg_wal_replay_resume()");
  });

  test("without DATABASE_DIRECT_URL the start names it", async () => {
    const { DATABASE_DIRECT_URL: _direct, ...without } = settings;
    const { code, output } = await runScript("start.ts", [], { ...without, PORT: "0" });
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/Set DATABASE_DIRECT_URL to the database itself/),
    ]);
  });

  test("the doctor examines each address", async () => {
    const { output } = await runScript("scripts/doctor.ts", [], settings);
    expect(output).toMatch(/✓ Pooler +127\.0\.0\.1:\d+\/postgres leads to the database in the right roles/);
    expect(output).toMatch(/✓ Replica +127\.0\.0\.1:\d+\/postgres follows the database/);
    expect(output).toContain("✓ Changes     Notifications");
    const wrong = await runScript("scripts/doctor.ts", [], { ...settings, DATABASE_READ_URL: pair.primary });
    expect(wrong.output).toMatch(/! Replica .* is no standby/);
  });
});

async function valueOf(url: string, query: string, key: string): Promise<unknown> {
  const client = openClient(url);
  await client.connect();
  const { rows } = await client.query(query, [key]);
  await client.end();
  return rows[0]?.value;
}
