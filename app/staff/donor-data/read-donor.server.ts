import { z } from "zod";
import type { DonorKey } from "#database/donations/donor-data.ts";
import { isEmail } from "#domain/donations/read-donor.ts";
import { parsePhone } from "#domain/payments/phone.ts";

export function readDonorKey(written: string): DonorKey | null {
  const text = written.trim();
  if (text === "") return null;
  if (isEmail(text)) return { kind: "email", email: text };
  const phone = parsePhone(text);
  if (phone !== null) return { kind: "phone", phone };
  return /^[a-z0-9-]+_\d+$/.test(text) ? { kind: "order", orderId: text } : null;
}

/** New admins wait before both. */
export const donorAccess = "export or erase donor data";

export const confirmedForm = z.object({
  who: z.string().default(""),
  reason: z
    .string("Enter a reason")
    .trim()
    .min(1, "Enter a reason")
    .max(500, "Reason must be 500 characters or fewer"),
  password: z.string().default(""),
  code: z.string().default(""),
});
