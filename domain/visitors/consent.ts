import { z } from "zod";
import { consentVersion } from "./consent-version.ts";

const shape = z.object({
  analytics: z.literal(true),
  marketing: z.boolean(),
  version: z.literal(consentVersion),
});

export type Consent = z.output<typeof shape>;

/** Null without an agreement to analytics. A record of the old site has no version and does not count. */
export function readConsent(record: unknown): Consent | null {
  return shape.safeParse(record).data ?? null;
}
