import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { freePort } from "#database/embedded/cluster.ts";
import { startThrowaway } from "#database/embedded/start.ts";
import { openDatabase, type Reads } from "#database/sql.server.ts";
import { postUpdate } from "#operations/campaigns/updates/post.ts";
import { listeningMailServer, type MailServer } from "#tests/support/mail/server.ts";
import { sendRequest } from "#tests/support/server/send-request.ts";
import { median, type Figure } from "./figure.ts";
import { fromUs } from "./site.ts";
import { emptyTimes, kinds, percentile, visit } from "./visit.ts";

const followers = Number(process.env["BENCH_FOLLOWERS"] ?? 10_000);
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
const secondsPerRound = 4;
const to = "girls-dormitories";

/** Posts an update to many followers, reads pages while it is sent, and kills the site while it sends. */
export async function updates(): Promise<Figure[]> {
  const cluster = await startThrowaway();
  const mail = await listeningMailServer();
  const folder = await mkdtemp(join(tmpdir(), "amana-bench-"));
  const port = await freePort();
  // As `npm start` on one core or two: one process sends pages and emails.
  const environment = {
    ...{ DATABASE_URL: cluster.url, DATA_DIR: folder, PORT: String(port), SEED: "demo", LOG_LEVEL: "warn" },
    ...{ SMTP_URL: mail.url, MAIL_FROM: "Fund <fund@fund.example>", WEB_PROCESSES: "1" },
  };
  const place = { url: `http://127.0.0.1:${port}`, mail, startNode: () => startNode(environment) };
  let node = await place.startNode();
  const database = openDatabase(cluster.url, { poolSize: 2 });
  const db = database.readWrite;
  try {
    await switchSending(db, false);
    await db.deleteFrom("outbox").execute();
    await follow(db);
    const queued = await measureQueue(db);
    const pages = await comparePages(db, place.url);
    const begun = performance.now();
    const from = mail.received.length;
    const sent = await killWhileSending(db, place, node);
    node = sent.node;
    const perSecond = (mail.received.length - from) / ((sent.ended - begun) / 1000);
    return [
      ...queued,
      ...pages,
      ...arrivals(mail),
      line("emails a second, with three restarts", perSecond, "/s"),
    ];
  } finally {
    await database.close();
    await endNode(node, "SIGTERM");
    await mail.close();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function startNode(environment: Record<string, string>): Promise<ChildProcess> {
  const child = fork(resolve("start.ts"), {
    env: { ...fromUs, ...environment },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const address = `http://127.0.0.1:${environment["PORT"]}`;
  while (!(await isReady(address))) {
    if (child.exitCode !== null) throw new Error("the site did not start");
    await wait(100);
  }
  return child;
}

const isReady = (address: string) =>
  sendRequest(address, "/readyz").then(
    ({ status }) => status === 200,
    () => false,
  );

async function endNode(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill(signal);
  await gone;
}

/** A change of the setting takes effect with the next email. */
async function switchSending(db: Reads, isOn: boolean): Promise<void> {
  const value = JSON.stringify({ "send-mail": isOn });
  await db
    .insertInto("site_settings")
    .values({ key: "jobs", value, is_public: false })
    .onConflict((known) => known.column("key").doUpdateSet({ value }))
    .execute();
  if (isOn) await sql`notify amana_changes, 'outbox'`.execute(db);
}

async function follow(db: Reads): Promise<void> {
  await sql`
    insert into followers (campaign_id, email)
    select ${to}, 'follower-' || n || '@donors.example' from generate_series(1, ${followers}::int) n
  `.execute(db);
}

/** Only the emails of the last post stay. */
async function measureQueue(db: Reads): Promise<Figure[]> {
  const text = "The masons finished the third floor. **Roof timber** is next.\n\n".repeat(10);
  const news = {
    title: { en: "The walls are up", sw: null },
    content: { en: text, sw: null },
    picture: null,
  };
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await db.deleteFrom("outbox").execute();
    const begun = performance.now();
    const posted = await postUpdate(db, to, news, `author-${round}`);
    times.push(performance.now() - begun);
    if (posted.kind !== "posted" || posted.emails !== followers) throw new Error("the update was not queued");
  }
  return [
    line(`an update to ${followers} followers is queued`, median(times), "ms", { atMost: 1_000 }),
    line("the same, slowest post", Math.max(...times), "ms"),
  ];
}

async function comparePages(db: Reads, url: string): Promise<Figure[]> {
  await visit(url, secondsPerRound);
  const quiet = emptyTimes();
  const sending = emptyTimes();
  for (let round = 0; round < rounds; round++)
    for (const isOn of round % 2 === 0 ? [false, true] : [true, false]) {
      await switchSending(db, isOn);
      const times = await visit(url, secondsPerRound);
      for (const what of kinds) (isOn ? sending : quiet)[what].push(percentile(times[what], 0.99));
    }
  await switchSending(db, false);
  return kinds.flatMap((what): Figure[] => [
    line(
      `${what}: p99 while an update is sent ÷ without`,
      median(sending[what].map((time, round) => time / (quiet[what][round] ?? NaN))),
      "",
      { atMost: 2 },
    ),
    line(`${what}: p99 without`, median(quiet[what]), "ms"),
    line(`${what}: p99 while an update is sent`, median(sending[what]), "ms"),
  ]);
}

type Place = { mail: MailServer; startNode(): Promise<ChildProcess> };

/** Each kill comes when the mail server has an email whose sender did not hear that. */
async function killWhileSending(db: Reads, { mail, startNode: begin }: Place, first: ChildProcess) {
  let node = first;
  const left = followers - mail.received.length;
  const kills = [1, 2, 3].map((part) => mail.received.length + Math.floor((left * part) / 4));
  await switchSending(db, true);
  for (const at of kills) {
    const gone = once(node, "exit");
    mail.manners.onEmail = async () => {
      if (mail.received.length < at) return;
      node.kill("SIGKILL");
      await gone;
    };
    await gone;
    mail.manners.onEmail = () => {};
    // A claim of a dead process ends after some minutes. The bench skips the wait.
    await db
      .updateTable("outbox")
      .set({ send_after: sql<Date>`now()` })
      .where("status", "=", "waiting")
      .execute();
    node = await begin();
  }
  while (await isWaiting(db)) await wait(100);
  return { node, ended: performance.now() };
}

async function isWaiting(db: Reads): Promise<boolean> {
  const row = await db.selectFrom("outbox").select("id").where("status", "=", "waiting").limit(1).execute();
  return row.length > 0;
}

function arrivals({ received }: MailServer): Figure[] {
  const addresses = received.map(({ recipients }) => recipients.join());
  const reached = new Set(addresses).size;
  return [
    line("followers who got it twice, after three kills", addresses.length - reached, "", { atMost: 0 }),
    // Three emails are open at a time, and a kill leaves it unknown whether they arrived.
    line("followers who did not get it, after three kills", followers - reached, "", { atMost: 9 }),
  ];
}

const line = (what: string, measured: number, unit: string, goal?: Figure["goal"]): Figure => ({
  ...{ part: "updates", what, measured, unit },
  ...(goal && { goal }),
});
