import { expect, test } from "vitest";
import { withTime } from "./outage.server.ts";
import { pack } from "./pack.server.ts";

test("an earlier page with its time is made once for all its visitors", async () => {
  const body = Buffer.from('<!DOCTYPE html><main id="content">Kampeni</main>');
  const page = await pack({ body, headers: [["Content-Type", "text/html; charset=utf-8"]] }, 5);
  const asOf = new Date("2026-11-28T20:00:00Z");
  const shown = { path: "/sw", reason: "outage" } as const;
  const made = withTime({ page, asOf }, shown);
  expect(withTime({ page, asOf }, { ...shown, reason: "slow" })).not.toBe(made);
  expect(withTime({ page, asOf }, shown)).toBe(made);
  expect(withTime({ page, asOf: new Date("2026-11-28T21:00:00Z") }, shown)).not.toBe(made);
  const timed = await made;
  expect(timed?.bodies.identity.toString()).toMatch(/site-notice.*Kampeni/);
  expect(timed?.headers.br).not.toContain("ETag");
});

test("an earlier answer for programs has its age, and none while the site does not work", async () => {
  const type: [string, string] = ["Content-Type", "application/json; charset=utf-8"];
  const page = await pack(
    { body: Buffer.from("{}"), headers: [type, ["Cache-Control", "public, no-cache"]] },
    5,
  );
  const asOf = new Date(Date.now() - 90_000);
  const slow = await withTime({ page, asOf }, { path: "/api/campaigns", reason: "slow" });
  expect(slow?.bodies).toBe(page.bodies);
  const { "Cache-Control": caching, Age: age, ETag: tag } = fromPairs(slow?.headers.identity ?? []);
  expect([caching, tag]).toEqual(["private, no-store", undefined]);
  expect(Number(age)).toBeGreaterThanOrEqual(90);
  expect(withTime({ page, asOf }, { path: "/api/campaigns", reason: "outage" })).toBeNull();
});

const fromPairs = (headers: string[]): Record<string, string | undefined> =>
  Object.fromEntries(
    headers.flatMap((name, at): [string, string | undefined][] =>
      at % 2 === 0 ? [[name, headers[at + 1]]] : [],
    ),
  );
