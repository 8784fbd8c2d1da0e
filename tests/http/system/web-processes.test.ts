import { existsSync } from "node:fs";
import { mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { publishChange } from "#database/changes.ts";
import { childrenOf } from "#tests/faults/kill-postgres.ts";
import { onDatabase, testDatabase } from "#tests/support/database/open.ts";
import { expectText, expectNoText } from "#tests/support/content/expect-text.ts";
import { complete, pendingDonation } from "#tests/support/database/records.ts";
import { openStream } from "#tests/support/server/event-stream.ts";
import { isRunning, launch, stop, type Launched } from "#tests/support/server/launch.ts";
import { secretKey } from "#tests/support/server/secret-key.ts";
import { sendRequest } from "#tests/support/server/send-request.ts";
import { testSite } from "#tests/support/server/site.ts";

const metricsToken = "the-token-of-the-web-processes-test";
let database: Awaited<ReturnType<typeof testDatabase>>;
let folder: string;
let amana: Launched;
let url: string;

beforeAll(async () => {
  database = await testDatabase("demo");
  folder = await mkdtemp(join(tmpdir(), "amana-processes-"));
  amana = launch(environment());
  url = await isRunning(amana);
});

afterAll(async () => {
  await stop(amana);
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const environment = () => ({
  ...{ DATABASE_URL: database.url, DATA_DIR: folder, METRICS_TOKEN: metricsToken, SECRET_KEY: secretKey },
  WEB_PROCESSES: "2",
});

/** The kernel chooses a process for each new connection. One process gets all of them once in a million times. */
const connections = 20;
const everywhere = (path: string) =>
  Promise.all(Array.from({ length: connections }, () => sendRequest(url, path)));

const pidOf = ({ child }: Launched) => child.pid ?? NaN;

test("both web processes answer", async () => {
  const pids = childrenOf(pidOf(amana));
  expect(pids).toHaveLength(2);
  for (const { status } of await everywhere("//elsewhere")) expect(status).toBe(400);
  await expect.poll(async () => await pidsInLog()).toEqual(pids);
});

test("SIGHUP makes every process continue in a new log file", async () => {
  const pids = childrenOf(pidOf(amana));
  await rename(join(folder, "logs/amana.log"), join(folder, "logs/amana.log.moved"));
  process.kill(pidOf(amana), "SIGHUP");
  await expect
    .poll(async () => {
      await everywhere("//elsewhere");
      return existsSync(join(folder, "logs/amana.log")) ? pidsInLog() : [];
    })
    .toEqual(pids);
  expect(childrenOf(pidOf(amana))).toEqual(pids);
});

test.each([
  ["a text", "update campaigns set title = 'Zakat, edited here' where id = 'zakat'", "Zakat, edited here"],
  ["a pause", "update campaigns set status = 'paused' where id = 'zakat'", "This campaign is paused"],
  ["a team member", "update team_members set name = 'Person of the test'", "Person of the test"],
])("%s shows at once on both web processes", async (name, statement, text) => {
  const path = name === "a team member" ? "/" : "/campaigns/zakat";
  await everywhere(path);
  await publishChange(database.url, () => onDatabase(database.url, statement));
  for (const answer of await everywhere(path)) expectText(answer.text, text);
});

const changes = [
  {
    name: "a text",
    ...{ path: "/campaigns/zakat", shows: "Edited in the storm" },
    statement: "update campaigns set title = 'Edited in the storm' where id = 'zakat'",
  },
  {
    name: "a completed campaign",
    ...{ path: "/campaigns/zakat", shows: "This campaign is completed" },
    statement: "update campaigns set status = 'completed' where id = 'zakat'",
  },
  {
    name: "an archived campaign",
    ...{ path: "/campaigns/zakat", shows: "Campaign not found" },
    statement: "update campaigns set archived_at = now() where id = 'zakat'",
  },
  {
    name: "bank details",
    ...{ path: "/", shows: "0009-NEW" },
    // As if two people had changed the details.
    statement: `alter table bank_details disable trigger two_people;
      update bank_details set account_number = '0009-NEW';
      alter table bank_details enable trigger two_people`,
  },
];

test("changes show at once on two nodes and each web process during donations", async () => {
  const neighbour = await testSite({ databaseUrl: database.url });
  const storm = new AbortController();
  let donations = 0;
  const donors = Array.from({ length: 3 }, async () => {
    while (!storm.signal.aborted) {
      await complete(neighbour.db, await pendingDonation(neighbour.db, { to: "conference-center" }));
      await complete(neighbour.db, await pendingDonation(neighbour.db, { to: "zakat" }));
      donations += 2;
    }
  });
  const onBothNodes = async (path: string) => [await neighbour.get(path), ...(await everywhere(path))];
  try {
    for (const { name, path, statement, shows } of changes) {
      for (const answer of await onBothNodes(path)) expectNoText(answer.text, shows);
      await publishChange(database.url, () => onDatabase(database.url, statement));
      const answers = await onBothNodes(path);
      expect(
        answers.map(({ text }) => text.includes(shows)),
        name,
      ).not.toContain(false);
    }
    await expect.poll(() => donations).toBeGreaterThan(10);
  } finally {
    storm.abort();
    await Promise.all(donors);
    await neighbour.stop();
  }
});

test("a sandbox payment completes although each process has a part of it", async () => {
  const given = await donate("0655123456");
  expect(given.status).toBe(200);
  const phone = await sendRequest(url, "/sandbox/phone");
  expect(phone.text).toContain("255655123456");
  for (const answer of await everywhere("/sandbox/phone")) expect(answer.text).toBe(phone.text);
});

test("one address gets 20 streams from both processes together", async () => {
  const { externalId } = JSON.parse((await donate("0655123457")).text);
  // A busy process opens no streams for figures alone.
  const open = () => openStream(url, `/api/live?order=${externalId}`);
  const streams = await Promise.all(Array.from({ length: 24 }, open));
  expect(streams.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(streams.filter(({ status }) => status === 429)).toHaveLength(4);
  for (const stream of streams) stream.close();
  await expect
    .poll(async () => {
      const stream = await open();
      stream.close();
      return stream.status;
    })
    .toBe(200);
});

test("metrics add up both processes", async () => {
  const asked = { headers: { Authorization: `Bearer ${metricsToken}` } };
  const readMetrics = async () => (await sendRequest(url, "/metrics", asked)).text;
  const count = (text: string) => Number(/http_requests_total\{code="404"\} (\d+)/.exec(text)?.[1] ?? 0);
  const before = count(await readMetrics());
  for (const { status } of await everywhere("/no-such-page")) expect(status).toBe(404);
  for (const { text } of await everywhere("/no-such-page")) expect(text).toContain("404");
  for (let times = 0; times < 2; times += 1) {
    const text = await readMetrics();
    expect(count(text)).toBe(before + 2 * connections);
    expect(text).toContain("amana_open_cases");
  }
});

test("a killed process is replaced while the other one answers", async () => {
  const [victim = NaN, survivor = NaN] = childrenOf(pidOf(amana));
  process.kill(victim, "SIGKILL");
  await expect.poll(() => childrenOf(pidOf(amana))).not.toContain(victim);
  expect((await sendRequest(url, "/")).status).toBe(200);
  await expect.poll(() => childrenOf(pidOf(amana)).length).toBe(2);
  expect(childrenOf(pidOf(amana))).toContain(survivor);
  expect(amana.output()).toContain("a web process ended, another one will start");
  for (const { status } of await everywhere("/campaigns")) expect(status).toBe(200);
});

test("after kill -9 of the supervisor no web process remains", async () => {
  const orphans = childrenOf(pidOf(amana));
  amana.child.kill("SIGKILL");
  await amana.exitCode;
  await expect.poll(() => orphans.filter(isAlive)).toEqual([]);
});

test("with DRAIN_SECONDS a stopping site serves, but says that it is not ready", async () => {
  amana = launch({ ...environment(), DRAIN_SECONDS: "20" });
  url = await isRunning(amana);
  expect((await sendRequest(url, "/readyz")).text).toBe("ready\n");
  const kept = async () =>
    (await sendRequest(url, "/", { headers: { Connection: "keep-alive" } })).headers.connection;
  expect(await kept()).toBe("keep-alive");
  amana.child.kill("SIGTERM");
  const ready = () => everywhere("/readyz");
  await expect
    .poll(async () => (await ready()).every(({ status, text }) => status === 503 && text === "stopping\n"))
    .toBe(true);
  expect((await sendRequest(url, "/")).status).toBe(200);
  expect(await kept()).toBe("close");
  expect((await donate("0655123459")).status).toBe(200);
  // The second signal ends the wait, but not within a second of the first: a terminal can send both.
  const repeat = setInterval(() => amana.child.kill("SIGTERM"), 300);
  expect(await amana.exitCode).toBe(0);
  clearInterval(repeat);
});

test("SIGTERM finishes open requests and refuses new ones", async () => {
  amana = launch(environment());
  url = await isRunning(amana);
  const { externalId } = JSON.parse((await donate("0655123458")).text);
  const stream = await openStream(url, `/api/live?order=${externalId}`);
  amana.child.kill("SIGTERM");
  await stream.ended;
  expect(await amana.exitCode).toBe(0);
  await expect(fetch(url)).rejects.toThrow();
});

function donate(phoneNumber: string) {
  const body = {
    ...{ campaignId: "conference-center", amount: 20_000, currency: "TZS", provider: "Tigo" },
    ...{ name: "Asha Juma", email: "asha@example.org", phoneNumber },
  };
  return sendRequest(url, "/api/donations/mobile", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

async function pidsInLog(): Promise<number[]> {
  const text = await readFile(join(folder, "logs/amana.log"), "utf8");
  const refused = text.split("\n").filter((line) => line.includes('"security":"bad-request"'));
  return [...new Set(refused.map((line) => Number(/"pid":(\d+)/.exec(line)?.[1])))].sort((a, b) => a - b);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
