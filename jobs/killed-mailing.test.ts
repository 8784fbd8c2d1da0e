import { fork } from "node:child_process";
import { once } from "node:events";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { postUpdate } from "#operations/campaigns/updates/post.ts";
import { campaign } from "#tests/support/database/records.ts";
import { jobNodes } from "#tests/support/jobs/nodes.ts";
import { inheritedEnvironment } from "#tests/support/server/inherited-environment.ts";

const on = jobNodes();
const followers = 60;
/** Emails that one process has open at the same time. */
const inFlight = 3;

test("processes killed while they email an update send no one twice", async () => {
  const to = await campaign(on.db);
  await sql`
    insert into followers (campaign_id, email)
    select ${to}, 'donor-' || n || '@donors.example' from generate_series(1, ${followers}) n
  `.execute(on.db);
  const news = { title: { en: "The roof", sw: null }, content: { en: "Finished.", sw: null }, picture: null };
  expect(await postUpdate(on.db, to, news, "staff")).toMatchObject({ emails: followers });

  const kills = [7, 23, 41];
  for (const at of kills) {
    const child = fork("tests/support/jobs/process.ts", {
      env: { ...inheritedEnvironment, DATABASE_URL: on.webUrl, SMTP_URL: on.server.url },
    });
    const gone = once(child, "exit");
    // The server has the email, and its sender does not hear that.
    on.server.manners.onEmail = async () => {
      if (on.server.received.length < at) return;
      child.kill("SIGKILL");
      await gone;
    };
    await gone;
    // A claim of a dead process ends after some minutes. The test skips the wait.
    await sql`update outbox set send_after = now() where status = 'waiting'`.execute(on.db);
  }
  on.server.manners.onEmail = () => {};
  await on.startNode().running;
  const waiting = async () => {
    const rows = await on.db.selectFrom("outbox").select("id").where("status", "=", "waiting").execute();
    return rows.length;
  };
  await expect.poll(waiting, { interval: 200 }).toBe(0);

  const received = on.server.received.map(({ recipients }) => recipients.join());
  expect(received).toHaveLength(new Set(received).size);
  const unsure = await on.db.selectFrom("outbox").select("id").where("status", "=", "given-up").execute();
  expect(unsure.length).toBeLessThanOrEqual(kills.length * inFlight);
  expect(received.length).toBeGreaterThanOrEqual(followers - unsure.length);
});
