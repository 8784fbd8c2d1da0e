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
