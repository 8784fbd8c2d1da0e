import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { hearsChanges, listenForChanges, type Listening } from "#database/changes.ts";
import { openPooler } from "#tests/support/database/pooler.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { campaign, complete, pendingDonation } from "#tests/support/database/records.ts";

const { url, db, asOwner } = await testRecords();
let listening: Listening | undefined;

afterEach(async () => {
  await listening?.stop();
  listening = undefined;
});

/** Collects all changes up to a mark sent after the work. So no test waits for a change that never comes. */
async function changesDuring(work: () => Promise<unknown>): Promise<string[]> {
  const changes: string[] = [];
  const ready = Promise.withResolvers<void>();
  const marked = Promise.withResolvers<void>();
  listening = listenForChanges(url, {
    onChange: (subject) => (subject === "mark" ? marked.resolve() : changes.push(subject)),
    onLost: () => {},
    onListening: ready.resolve,
  });
  await ready.promise;
  await work();
  await sql`select pg_notify('amana_changes', 'mark')`.execute(db);
  await marked.promise;
  return changes.sort();
}

test.each([
  "insert into site_settings (key, value) values ('fund', '{}')",
  "update site_settings set value = '[]'",
  "insert into team_members (name, role, order_index) values ('A', 'B', 1)",
  "delete from team_members",
  "insert into bank_details (bank_name, account_name, account_number) values ('A', 'B', 'C')",
  "insert into hero_section (title, subtitle, button_text) values ('A', 'B', 'C')",
  "insert into about_section (title, description, mission, vision) values ('A', 'B', 'C', 'D')",
])("an edit by staff is announced as content: %s", async (statement) => {
  // The site's role cannot delete members.
  const changes = await changesDuring(() => sql.raw(statement).execute(asOwner));
  expect(changes).toEqual(["content"]);
});

test("a changed picture is announced, but a new one is not", async () => {
  const write = (statement: string) => changesDuring(() => sql.raw(statement).execute(db));
  expect(await write("insert into pictures (id, width, height, alt) values ('new', 1, 1, '')")).toEqual([]);
  await listening?.stop();
  expect(await write("update pictures set alt = 'A well' where id = 'new'")).toEqual(["content"]);
});

test("a changed campaign announces itself, and content for lists that show it", async () => {
  const changes = await changesDuring(async () => {
    await campaign(db, { id: "well" });
  });
  expect(changes).toEqual(["campaign:well", "content"]);
});

test("news of a campaign announces that campaign", async () => {
  await campaign(db, { id: "school" });
  const changes = await changesDuring(() =>
    db
      .insertInto("campaign_updates")
      .values({ campaign_id: "school", title: "News", content: "Good ones." })
      .execute(),
  );
  expect(changes).toEqual(["campaign:school"]);
});

test("a mismatch and the decision about it announce the donation", async () => {
  await campaign(db, { id: "library" });
  const { paymentId } = await pendingDonation(db, { to: "library" });
  const opened = await changesDuring(() =>
    sql`insert into cases (kind, payment_id, details) values ('mismatch', ${paymentId}, '{}')`.execute(db),
  );
  expect(opened).toEqual([expect.stringMatching(/^donation:library_/)]);
  await listening?.stop();
  const closed = await changesDuring(() =>
    sql`update cases set status = 'closed', decision = 'dismiss', reason = 'line 7', closed_at = now()`.execute(
      db,
    ),
  );
  expect(closed).toEqual([expect.stringMatching(/^donation:library_/)]);
});

test("a line of a statement that lists unrecorded money announces the donation, and so does its end", async () => {
  await campaign(db, { id: "kitchen" });
  const { paymentId } = await pendingDonation(db, { to: "kitchen" });
  const { rows } = await sql<{ id: bigint }>`
    insert into statements (provider, source, name, hash, line_count) values ('azampay', 'file', 'november.csv', 'x', 2)
    returning id
  `.execute(db);
  const line = (outcome: string, key: string) => sql`
    insert into statement_lines (statement_id, last_statement_id, provider, line, key, outcome, payment_id)
    values (${rows[0]?.id}, ${rows[0]?.id}, 'azampay', 2, ${key}, ${outcome}, ${paymentId})
  `;
  const announced = [expect.stringMatching(/^donation:kitchen_/)];
  for (const [work, expected] of [
    [line("declined", "T-1"), []],
    [line("paid", "T-2"), announced],
    [sql`update statement_lines set ignored_at = now(), ignored_reason = 'seen'`, announced],
    [sql`delete from statement_lines where key = 'T-2'`, announced],
  ] as const) {
    expect(await changesDuring(() => work.execute(asOwner))).toEqual(expected);
    await listening?.stop();
  }
});

test("an unproven report of money announces the donation that ended or waits for staff", async () => {
  await campaign(db, { id: "hall" });
  const { paymentId } = await pendingDonation(db, { to: "hall" });
  await sql`update payments set status = 'review' where id = ${paymentId}`.execute(db);
  const changes = await changesDuring(() =>
    sql`update payments set hint = 'paid', hinted_at = now(), next_check_at = now() where id = ${paymentId}`.execute(
      db,
    ),
  );
  expect(changes).toEqual([expect.stringMatching(/^donation:hall_/)]);
});

test("only a confirmed donation announces itself, its campaign and the totals", async () => {
  await campaign(db, { id: "roof" });
  const changes = await changesDuring(async () => {
    await pendingDonation(db, { to: "roof" });
    await complete(db, await pendingDonation(db, { to: "roof", donation: { external_id: "roof_1" } }));
  });
  expect(changes).toEqual(["donation:roof_1", "raised:roof", "totals"]);
});

test("a failed donation announces only itself", async () => {
  await campaign(db, { id: "wall" });
  const { donationId } = await pendingDonation(db, { to: "wall", donation: { external_id: "wall_1" } });
  const changes = await changesDuring(() =>
    db.updateTable("donations").set({ status: "failed" }).where("id", "=", donationId).execute(),
  );
  expect(changes).toEqual(["donation:wall_1"]);
});

test("a rolled back change is not announced", async () => {
  const changes = await changesDuring(() =>
    db
      .transaction()
      .execute(async (tx) => {
        await campaign(tx);
        throw new Error("changed my mind");
      })
      .catch(() => {}),
  );
  expect(changes).toEqual([]);
});

test("a lost connection is reported, and listening starts again", async () => {
  const states: string[] = [];
  const first = Promise.withResolvers<void>();
  const again = Promise.withResolvers<void>();
  listening = listenForChanges(url, {
    onChange: () => {},
    onLost: () => states.push("lost"),
    onListening() {
      states.push("listening");
      (states.length === 1 ? first : again).resolve();
    },
  });
  await first.promise;
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name like 'amana listener%' and datname = current_database()
  `.execute(asOwner);
  await again.promise;
  expect(states).toEqual(["listening", "lost", "listening"]);
});

test("an unreachable database is retried, and stopping does not wait for it", async () => {
  const nowhere = listenForChanges("postgres://127.0.0.1:1/none", {
    onChange: () => {},
    onLost: () => expect.unreachable(),
    onListening: () => expect.unreachable(),
  });
  await nowhere.stop();
});

test("a pooler that passes on no notifications is never taken for listening", async () => {
  await using proxy = await openPooler(url);
  expect(await hearsChanges(proxy.url)).toBe(true);
  proxy.isDeaf = true;
  expect(await hearsChanges(proxy.url, { patience: 300 })).toBe(false);
  const before = proxy.connections;
  const states: string[] = [];
  listening = listenForChanges(
    proxy.url,
    { onChange: () => {}, onLost: () => states.push("lost"), onListening: () => states.push("listening") },
    { timing: { proof: 300, heartbeat: 300 } },
  );
  // Each attempt has two connections. The third follows two that failed.
  await expect.poll(() => proxy.connections - before).toBeGreaterThan(4);
  expect(states).toEqual([]);
});

test("a connection that goes deaf is lost, and listening starts again", async () => {
  await using proxy = await openPooler(url);
  const states: string[] = [];
  const steps = { listening: Promise.withResolvers<void>(), lost: Promise.withResolvers<void>() };
  const tell = (state: keyof typeof steps) => {
    states.push(state);
    steps[state].resolve();
  };
  listening = listenForChanges(
    proxy.url,
    { onChange: () => {}, onLost: () => tell("lost"), onListening: () => tell("listening") },
    { timing: { proof: 3_000, heartbeat: 100 } },
  );
  await steps.listening.promise;
  proxy.isDeaf = true;
  await steps.lost.promise;
  proxy.isDeaf = false;
  await expect.poll(() => states).toEqual(["listening", "lost", "listening"]);
});
