import type { ChangeStatus } from "#domain/campaigns/change-request.ts";
import type { Submission, SubmissionStatus } from "#domain/campaigns/submission.ts";
import { formatProposedAmount } from "#domain/campaigns/proposed-amount.ts";
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

export const proposedAmount = ({ goal, currency }: Pick<Submission, "goal" | "currency">): string =>
  formatProposedAmount(goal, currency, "en");

/** A submission as lines of text, by the form's fields, to show and to compare. */
export function linesOf(
  submission: Submission,
  titles: ReadonlyMap<string, string> = new Map(),
): { field: string; label: string; text: string; campaignId?: string }[] {
  const t = translatorIn("en");
  const { currency, surplus } = submission;
  const budget = submission.budget.map(
    ({ what, amount }) => `${what}: ${proposedAmount({ goal: amount, currency })}`,
  );
  const pictures = submission.pictures.map(({ alt }, at) => `${at + 1}. ${alt}`);
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
      text:
        surplus.to === "donors"
          ? "Back to the donors"
          : `To the campaign ${titles.get(surplus.campaignId) ?? surplus.campaignId}`,
      ...(surplus.to === "campaign" && { campaignId: surplus.campaignId }),
    },
    { field: "pictures", label: "Images", text: pictures.join("\n") || "None" },
  ];
}

/** A reviewer confirms each point before approving. */
export const checklist = [
  {
    name: "identity",
    label: "We know who the organizer is, or have spoken with them",
    missing: "Confirm: the organizer’s identity",
  },
  {
    name: "need",
    label: "The need is real, and the people who benefit agreed to it",
    missing: "Confirm: the need, and that the people who benefit agreed",
  },
  {
    name: "budget",
    label: "The prices in the budget are plausible",
    missing: "Confirm: the prices in the budget",
  },
  {
    name: "texts",
    label: "Texts and images respect the people in them, and name no private person",
    missing: "Confirm: the texts and images",
  },
  {
    name: "payout",
    label: "It is clear how the money will be paid out",
    missing: "Confirm: how the money will be paid out",
  },
] as const;

export const withOrganizersEmail = (done: string, sendsMail: boolean) =>
  sendsMail ? `${done} The organizer gets an email.` : done;
