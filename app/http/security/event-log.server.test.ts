import pino from "pino";
import { beforeEach, expect, test } from "vitest";
import { pathsToLog } from "#app/http/logged-path.server.ts";
import type { RecordedEvent } from "#operations/system/record-security-events.ts";
import { openSecurityLog, type SecurityEvent } from "./event-log.server.ts";

const loggedPath = pathsToLog(["/auth"]);
const logged: string[] = [];
const log = pino({ level: "info" }, { write: (line) => void logged.push(line) });

beforeEach(() => {
  logged.length = 0;
});

const event: SecurityEvent = {
  kind: "sign-in-refused",
  requestId: "r-1",
  accountId: null,
  client: "198.51.100.7",
  path: "/auth",
};

async function recorded(events: SecurityEvent[]) {
  const rows: RecordedEvent[] = [];
  const keep = async (each: readonly RecordedEvent[]) => void rows.push(...each);
  const security = openSecurityLog({ secret: "a secret", log, loggedPath, keep });
  for (const each of events) security.record(each);
  await security.close();
  return rows;
}

test("an event is a log line and a row without client address", async () => {
  const rows = await recorded([event]);
  expect(rows).toMatchObject([{ kind: "sign-in-refused", request_id: "r-1", path: "/auth", times: 1 }]);
  expect(logged).toHaveLength(1);
  expect(JSON.parse(logged.join())).toMatchObject({ security: "sign-in-refused", requestId: "r-1" });
  expect(JSON.stringify([rows, logged])).not.toContain("198.51.100.7");
});

test("events of one client share a mark that differs between clients", async () => {
  const rows = await recorded([
    event,
    { ...event, kind: "limited" },
    { ...event, client: "198.51.100.8", kind: "limited" },
  ]);
  const [first, second, other] = rows.map(({ client }) => client);
  expect(first).toBe(second);
  expect(other).not.toBe(first);
});

test("an event has the logged form of its path", async () => {
  expect(await recorded([{ ...event, path: "/asha@example.org" }])).toMatchObject([
    { path: "(unknown path)" },
  ]);
  expect(logged.join()).not.toContain("asha");
});

test("a flood of ten thousand clients writes a bounded number of rows", async () => {
  const flood = Array.from({ length: 10_000 }, (_, at): SecurityEvent => ({
    ...event,
    kind: "limited",
    client: `client ${at}`,
  }));
  const rows = await recorded(flood);
  expect(rows.length).toBeLessThanOrEqual(101);
  expect(rows.reduce((sum, { times = 0 }) => sum + times, 0)).toBe(10_000);
});

test("a flood of one kind hides no event of another kind", async () => {
  const flood = Array.from({ length: 130 }, (_, at): SecurityEvent => ({
    ...event,
    kind: "misdirected",
    client: `client ${at}`,
    path: `/page-${at}`,
  }));
  const rows = await recorded([...flood, { ...event, accountId: "amina" }]);
  const refused = rows.filter(({ kind }) => kind === "sign-in-refused");
  expect(refused).toMatchObject([{ account_id: "amina", path: "/auth", times: 1 }]);
  expect(refused.map(({ client }) => client)).not.toContain("many");
});

test("a flood without an account hides no event of an account", async () => {
  const flood = Array.from({ length: 130 }, (_, at): SecurityEvent => ({
    ...event,
    kind: "forbidden",
    client: `client ${at}`,
  }));
  const rows = await recorded([...flood, { ...event, kind: "forbidden", accountId: "juma" }]);
  expect(rows.filter(({ account_id: account }) => account === "juma")).toHaveLength(1);
});

test("events stay in the log when the database is unavailable", async () => {
  const keep = () => Promise.reject(new Error("away"));
  const security = openSecurityLog({ secret: "a secret", log, loggedPath, keep });
  security.record(event);
  await security.close();
  expect(logged.map((line) => JSON.parse(line).msg)).toEqual(["security", "security events not stored"]);
});
