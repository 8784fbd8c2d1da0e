import type { ChangeStatus } from "#domain/campaigns/change-request.ts";
import type { Submission, SubmissionStatus } from "#domain/campaigns/submission.ts";
import { decimalsOf } from "#domain/campaigns/submission.ts";
import { currencies, formatMoney } from "#domain/money/money.ts";
import { locales } from "#domain/content/language.ts";
import { translatorIn } from "#app/messages/translator.tsx";
import type { Tone } from "#app/staff/list/status.tsx";

export const statusWords = {
  draft: ["Draft", "plain"],
  submitted: ["To review", "waiting"],
  "changes-asked": ["Changes asked", "plain"],
  approved: ["Approved", "good"],
  rejected: ["Rejected", "bad"],
} as const satisfies Record<SubmissionStatus, [string, Tone]>;

export const changeStatusWords = {
  pending: ["To review", "waiting"],
  approved: ["Approved", "good"],
  rejected: ["Rejected", "bad"],
} as const satisfies Record<ChangeStatus, [string, Tone]>;

/** The proposed currency can be one that the fund does not use. */
export function proposedAmount({ goal, currency }: Pick<Submission, "goal" | "currency">): string {
  const ours = currencies.find((each) => each === currency);
  if (ours) return formatMoney({ amount: goal, currency: ours }, "en");
  const places = decimalsOf(currency);
  const digits = goal.toString().padStart(places + 1, "0");
  const written = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  const options = { minimumFractionDigits: written.endsWith(".00") ? 0 : places } as const;
  return `${currency} ${new Intl.NumberFormat(locales.en, options).format(Number(written))}`;
}

/** A submission as lines of text, by the form's fields, to show and to compare. */
export function linesOf(submission: Submission): { field: string; label: string; text: string }[] {
  const t = translatorIn("en");
  const { currency, surplus } = submission;
  const budget = submission.budget.map(
    ({ what, amount }) => `${what}: ${proposedAmount({ goal: amount, currency })}`,
  );
  const pictures = submission.pictures.map(({ id, alt }, at) => `${at + 1}. ${alt} (${id.slice(0, 6)})`);
  return [
    { field: "title", label: "Title", text: submission.title },
    { field: "category", label: "Category", text: t(`category.${submission.category}`) },
    { field: "subType", label: "Type", text: t(`subType.${submission.subType}`) },
    { field: "description", label: "Description", text: submission.description },
    { field: "goal", label: "Goal", text: proposedAmount(submission) },
    { field: "organizer", label: "Organizer", text: submission.organizer },
    { field: "beneficiaries", label: "Who benefits", text: submission.beneficiaries },
    { field: "relation", label: "How the organizer knows them", text: submission.relation },
    { field: "budget-1-what", label: "Budget", text: budget.join("\n") },
    {
      field: "surplus",
      label: "Surplus",
      text: surplus.to === "donors" ? "Back to the donors" : `To the campaign ${surplus.campaignId}`,
    },
    { field: "pictures", label: "Images", text: pictures.join("\n") || "None" },
  ];
}

/** A reviewer confirms each point before approving. */
export const checklist = [
  { name: "identity", label: "We know who the organizer is, or have spoken with them" },
  { name: "need", label: "The need is real, and the people who benefit agreed to it" },
  { name: "budget", label: "The prices in the budget are plausible" },
  { name: "texts", label: "Texts and images respect the people in them, and name no private person" },
  { name: "payout", label: "It is clear how the money will be paid out" },
] as const;
