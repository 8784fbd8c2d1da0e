import { z } from "zod";
import type { Day } from "#domain/system/calendar.ts";
import { isEmail, oneLine } from "./read-donor.ts";
import type { Language } from "#domain/content/language.ts";
import type { Money } from "#domain/money/money.ts";
import type { PhoneNumber } from "#domain/payments/phone.ts";

export const offlineMethods = ["bank", "cash"] as const;
/** For bank and cash donations we know the day, but no hour. */
export const isByHand = (method: string) => offlineMethods.some((each) => each === method);

export const offlineStatuses = ["entered", "confirmed", "withdrawn"] as const;
export type OfflineStatus = (typeof offlineStatuses)[number];

/** The donor, as far as the slip or the cash book shows. */
export const offlineDonor = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("anonymous") }),
  z.object({ kind: z.literal("named"), name: z.string(), email: z.string().nullable() }),
]);
export type OfflineDonor = z.infer<typeof offlineDonor>;

export type OfflineDonation = {
  campaignId: string;
  amount: Money;
  method: (typeof offlineMethods)[number];
  /** The day it arrived, in the fund's calendar. */
  receivedOn: Day;
  /** The reference on the bank's statement or in the cash book. One entry there is one donation here. */
  reference: string;
  donor: OfflineDonor;
  phone: PhoneNumber | null;
  message: string | null;
  language: Language;
  document: { id: string; type: string } | null;
};

export const longestReference = 100;

/** Different spellings of one reference count as the same reference. */
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

/** Two people confirm the money. A sole admin writes down how they checked that it arrived. */
export type Confirmer = "another" | "alone" | "not-the-same";

export function confirmerOf(enteredBy: string, by: string, onStaff: number): Confirmer {
  if (enteredBy !== by) return "another";
  return onStaff === 1 ? "alone" : "not-the-same";
}
