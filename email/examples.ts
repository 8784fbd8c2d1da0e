import type { Alarm } from "#domain/system/alarm.ts";
import {
  accountEmails,
  submissionEvents,
  type Message,
  type SubmissionEvent,
} from "#domain/mail/messages.ts";
import { tzs } from "#domain/money/money.ts";
import {
  proposalKinds,
  proposalStatuses,
  type ProposalKind,
  type ProposalStatus,
} from "#domain/cases/proposal.ts";

export type Example = { name: string; message: Message };

const campaign = { en: "Girls’ dormitories", sw: "Mabweni ya wasichana" };
const donation = { amount: tzs(100_000), campaign, reference: "N83EAMDVF3" };

const receipt: Message = {
  kind: "receipt",
  number: 1_204n,
  reference: donation.reference,
  donor: "Asha Juma",
  campaign,
  amount: donation.amount,
  fee: tzs(3_500),
  requested: null,
  refunded: null,
  method: "card",
  paidAt: new Date("2026-11-20T09:30:00Z"),
  address: "/donations/girls-dormitories_1795259100000",
};

const corrected = {
  ...{ reference: donation.reference, donor: receipt.donor, campaign, address: receipt.address },
};

const update = {
  kind: "campaign-update",
  campaign,
  title: { en: "The roof is finished", sw: "Paa limekamilika" },
  text: {
    en: "The builders finished the roof this week. Next month they begin with the windows.",
    sw: "Mafundi wamemaliza paa wiki hii. Mwezi ujao wataanza madirisha.",
  },
  isAutomatic: false,
  address: "/campaigns/girls-dormitories#update-7",
  unsubscribe: "/following?key=example",
  oneClick: "/api/unsubscribe?key=example",
} satisfies Message;

const reasons: Record<ProposalKind, string> = {
  refund: "The donor donated twice by mistake.",
  "part-refund": "The donor typed one zero too many.",
  move: "The donor chose the wrong campaign.",
  credit: "It is on the statement of 20 November.",
  "bank-details": "The fund’s account has moved to another branch.",
};

const decided: Record<ProposalStatus, { by: string; reason: string | null }> = {
  open: { by: "Neema Mushi", reason: null },
  approved: { by: "Juma Ally", reason: null },
  rejected: { by: "Juma Ally", reason: "We checked again and it is correct." },
  withdrawn: { by: "Neema Mushi", reason: null },
};

const proposal = (kind: ProposalKind, became: ProposalStatus): Message => ({
  kind: "proposal",
  status: became,
  about: kind === "bank-details" ? { kind } : { kind, ...donation },
  by: decided[became].by,
  reason: decided[became].reason ?? reasons[kind],
  address: "/admin/approvals",
});

const proposed = "Books for the girls’ dormitory";

const submission = (event: SubmissionEvent): Message => ({
  kind: "submission",
  event,
  title: proposed,
  reason: event === "changes-asked" || event === "rejected" ? "Please add the price of one book." : "",
  answerBy: "2026-11-26",
  address: "/organizer/submissions/1",
});

const change = {
  ...{ campaign, organizer: "Neema Mushi", reason: "Please say how you found the prices." },
  goal: { was: tzs(5_000_000), becomes: tzs(8_000_000) },
  endDate: { was: "2026-11-30", becomes: "2027-01-31" },
  use: "A second water tank, because the first one is too small for all rooms.",
  address: "/organizer/campaigns/girls-dormitories/changes",
};

const example: Alarm = { kind: "mismatch", cases: 2, requested: 1 };
const period = {
  raisedAt: new Date("2026-11-20T09:30:00Z"),
  endedAt: new Date("2026-11-20T11:45:00Z"),
  address: "/admin/health",
};

/** An invented example of each email, for the preview in the staff area. */
export const examples: [Example, ...Example[]] = [
  { name: "receipt", message: receipt },
  ...proposalKinds.flatMap((kind) =>
    proposalStatuses.map((became) => ({ name: `${kind}-${became}`, message: proposal(kind, became) })),
  ),
  {
    name: "donation-moved",
    message: {
      ...{ kind: "donation-moved", ...corrected, amount: donation.amount },
      from: { en: "Laboratory equipment", sw: "Vifaa vya maabara" },
    },
  },
  {
    name: "donation-refunded-in-part",
    message: { kind: "donation-refunded", ...corrected, refunded: tzs(30_000), left: tzs(70_000) },
  },
  {
    name: "donation-refunded",
    message: { kind: "donation-refunded", ...corrected, refunded: tzs(103_500), left: null },
  },
  ...submissionEvents.map((event) => ({
    name: event === "received" ? "submission" : `submission-${event}`,
    message: submission(event),
  })),
  ...(["submission-waiting", "submission-overdue"] as const).map((kind): Example => ({
    name: kind,
    message: {
      ...{ kind, title: proposed, organizer: "Neema Mushi", isNewVersion: false },
      ...{ answerBy: "2026-11-26", address: "/admin/submissions/1" },
    },
  })),
  ...(["approved", "rejected"] as const).map((status) => ({
    name: status === "approved" ? "change-request" : `change-request-${status}`,
    message: { ...change, kind: "change-request" as const, status },
  })),
  {
    name: "change-request-waiting",
    message: { ...change, kind: "change-request-waiting", status: "pending", reason: "" },
  },
  {
    name: "draft-not-published",
    message: {
      ...{ kind: "draft-not-published", page: "Hero", failure: "changed", address: "/admin/drafts" },
      scheduledFor: new Date("2026-11-20T06:00:00Z"),
    },
  },
  {
    name: "ruling-expiring",
    message: {
      ...{ kind: "ruling-expiring", campaign, reviewer: "Sheikh Hassan Said", expiresOn: "2026-12-04" },
      address: "/admin/campaigns/girls-dormitories/zakat",
    },
  },
  { name: "alarm", message: { kind: "alarm", state: "raised", alarm: example, ...period } },
  { name: "alarm-over", message: { kind: "alarm", state: "over", alarm: example, ...period } },
  {
    name: "access-changed",
    message: {
      kind: "access-changed",
      change: "role-admin",
      about: "juma@fund.example",
      by: "Neema Mushi",
      address: "/admin/people",
    },
  },
  { name: "campaign-update", message: update },
  { name: "campaign-update-automatic", message: { ...update, isAutomatic: true } },
  {
    name: "news-wanted",
    message: {
      ...{ kind: "news-wanted", isOrganizer: true, daysUntilDigest: 14, address: "/organizer" },
      campaigns: [{ title: campaign, day: "2026-10-20" }],
    },
  },
  {
    name: "news-wanted-staff",
    message: {
      ...{ kind: "news-wanted", isOrganizer: false, daysUntilDigest: 14, address: "/admin/campaigns" },
      campaigns: [{ title: campaign, day: "2026-10-20" }],
    },
  },
  ...accountEmails.map((kind) => ({ name: kind, message: { kind, address: "/example" } })),
];
