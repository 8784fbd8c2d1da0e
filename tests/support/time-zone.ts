import { expect } from "vitest";

/** Runs work in another time zone. Node applies a change of TZ immediately. */
export async function inZone(zone: string, work: () => unknown): Promise<void> {
  const own = process.env["TZ"];
  process.env["TZ"] = zone;
  try {
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
    await work();
  } finally {
    if (own === undefined) delete process.env["TZ"];
    else process.env["TZ"] = own;
  }
}

export const zones = ["UTC", "America/New_York", "Africa/Dar_es_Salaam", "Asia/Tehran", "Pacific/Kiritimati"];
