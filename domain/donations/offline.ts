import { z } from "zod";
import type { Day } from "#domain/system/calendar.ts";
import { isEmail, oneLine } from "./read-donor.ts";
import type { Language } from "#domain/content/language.ts";
import type { Money } from "#domain/money/money.ts";
import type { PhoneNumber } from "#domain/payments/phone.ts";

export const offlineMethods = ["bank", "cash"] as const;
/** Of what came by bank or in cash the day is known, and no hour. */
export const isByHand = (method: string) => offlineMethods.some((each) => each === method);

export const offlineStatuses = ["entered", "confirmed", "withdrawn"] as const;
export type OfflineStatus = (typeof offlineStatuses)[number];

/** Who gave it, as far as the slip or the cash book tells. */
export const offlineDonor = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("anonymous") }),
  z.object({ kind: z.literal("named"), name: z.string(), email: z.string().nullable() }),
]);
export type OfflineDonor = z.infer<typeof offlineDonor>;

/** A gift that did not come through a provider, as staff enter it. */
export type OfflineDonation = {
  campaignId: string;
  amount: Money;
  method: (typeof offlineMethods)[number];
  /** The day on which it arrived, by the fund's calendar. */
  receivedOn: Day;
  /** What the bank's statement or the cash book calls it: one entry there is one gift here. */
  reference: string;
  donor: OfflineDonor;
  phone: PhoneNumber | null;
  message: string | null;
  language: Language;
  document: { id: string; type: string } | null;
};

export const longestReference = 100;

/** Two ways of writing one reference are one reference. */
export const readReference = (text: string): string => oneLine(text).slice(0, longestReference);

export function readOfflineDonor(filledIn: {
  isAnonymous: boolean;
  name: string;
  email: string;
}): { ok: true; donor: OfflineDonor } | { ok: false; field: "name" | "email"; message: string } {
  if (filledIn.isAnonymous) return { ok: true, donor: { kind: "anonymous" } };
  const name = oneLine(filledIn.name);
  const email = filledIn.email.trim();
  if (name === "") return { ok: false, field: "name", message: "Enter the donor’s name or choose Anonymous" };
  if (name.length > 100) return { ok: false, field: "name", message: "Name must be 100 characters or fewer" };
  if (email !== "" && !isEmail(email))
    return {
      ok: false,
      field: "email",
      message: "Enter an email address in the right format, such as asha@example.org",
    };
  return { ok: true, donor: { kind: "named", name, email: email || null } };
}

/** Two people see the money; where there is only one, they say how they know that it is there. */
export type Confirmer = "another" | "alone" | "not-the-same";

export function confirmerOf(enteredBy: string, by: string, onStaff: number): Confirmer {
  if (enteredBy !== by) return "another";
  return onStaff === 1 ? "alone" : "not-the-same";
}
