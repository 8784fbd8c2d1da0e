import { z } from "zod";
import type { DonorSought } from "#database/donor-data.ts";
import type { Reads } from "#database/sql.server.ts";
import { isEmail } from "#domain/donation.ts";
import { parsePhone } from "#domain/phone.ts";
import { provePerson } from "#operations/prove-person.ts";

/** An email, a phone or an order ID, as an admin types it. */
export function readSought(written: string): DonorSought | null {
  const text = written.trim();
  if (text === "") return null;
  if (isEmail(text)) return { kind: "email", email: text };
  const phone = parsePhone(text);
  if (phone !== null) return { kind: "phone", phone };
  return /^[a-z0-9-]+_\d+$/.test(text) ? { kind: "order", orderId: text } : null;
}

export const confirmedForm = z.object({
  who: z.string().default(""),
  reason: z
    .string("Give a reason")
    .trim()
    .min(1, "Give a reason")
    .max(500, "A reason may have 500 characters"),
  password: z.string("Enter your password").min(1, "Enter your password"),
});

/** What is wrong with a password; null where it is right. */
export async function passwordFault(db: Reads, personId: string, password: string): Promise<string | null> {
  const proven = await provePerson(db, personId, password);
  if (proven.kind === "too-many") return `Too many attempts. Please try again in ${proven.minutes} minutes.`;
  return proven.kind === "wrong" ? "This is not your password" : null;
}
