import { expect } from "vitest";

/** Does it on a host of another time zone, which Node takes on at once. */
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
