import { z } from "zod";
import { defaultDurationInDays } from "#domain/campaigns/categories.ts";
import { goalFault } from "#domain/content/campaign-record.ts";
import { readAmount } from "#domain/money/read-amount.ts";
import { withoutGroupMarks } from "#domain/money/typed-amount.ts";
import { currencies } from "#domain/money/money.ts";
import { startOfText } from "#domain/system/storable-text.ts";
import type { FormErrors, Entered } from "#app/http/form.server.ts";
import type { Verdict } from "#operations/campaigns/review-submission.ts";
import { checklist, type linesOf } from "./words.ts";

export const verdictForm = z.looseObject({
  do: z.enum(["approve", "ask", "reject", "note"]),
  version: z.coerce.number().int().positive(),
  goal: z.string().default(""),
  currency: z.enum(currencies).catch("TZS"),
  days: z.string().default(String(defaultDurationInDays)),
  reason: z.string().trim().max(2000, "Reason must be 2,000 characters or fewer").default(""),
  note: z.string().trim().max(2000, "Note must be 2,000 characters or fewer").default(""),
});
type Form = z.infer<typeof verdictForm>;

type ReadVerdict = { ok: true; verdict: Verdict } | { ok: false; errors: FormErrors };

const mostDays = 365;

/** Reads the decision. Each kind has its own fields. */
export function readVerdict(form: Form, entered: Entered, lines: ReturnType<typeof linesOf>): ReadVerdict {
  if (form.do === "approve") return readApproval(form, entered);
  if (form.do === "reject") {
    if (form.reason === "") return wrong("reason", "Enter a reason for rejecting");
    return { ok: true, verdict: { kind: "rejected", reason: form.reason } };
  }
  const fieldReasons = Object.fromEntries(
    lines.flatMap(({ field }) => {
      const reason = startOfText((entered[`why-${field}`] ?? "").trim(), 1000);
      return reason === "" ? [] : [[field, reason]];
    }),
  );
  if (form.reason === "" && Object.keys(fieldReasons).length === 0)
    return wrong("reason", "Enter a reason, at a field or here");
  return { ok: true, verdict: { kind: "changes-asked", reason: form.reason, fieldReasons } };
}

function readApproval({ goal, currency, days }: Form, entered: Entered): ReadVerdict {
  const errors: FormErrors = checklist
    .filter(({ name }) => entered[`check-${name}`] !== "yes")
    .map(({ name, missing }) => ({ field: `check-${name}`, message: missing }));
  const typed = withoutGroupMarks(goal);
  const amount = readAmount(typed, currency);
  const fault = goalFault(typed, currency);
  if (fault !== null) errors.push({ field: "goal", message: fault });
  const count = /^\d{1,3}$/.test(days.trim()) ? Number(days) : 0;
  if (count < 1 || count > mostDays)
    errors.push({ field: "days", message: `Enter a number of days from 1 to ${mostDays}` });
  if (errors.length > 0 || amount === null) return { ok: false, errors };
  return { ok: true, verdict: { kind: "approved", goal: amount, days: count } };
}

const wrong = (field: string, message: string): ReadVerdict => ({
  ok: false,
  errors: [{ field, message }],
});
