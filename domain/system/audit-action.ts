import type { Role } from "#domain/accounts/roles.ts";
import type { ProposalKind, subjectOf } from "#domain/cases/proposal.ts";
import type { Proposal } from "#domain/cases/proposal-shape.ts";
import type { Draft } from "#domain/content/draft.ts";
import type { PointName } from "#domain/go-live/points.ts";
import type { Currency } from "#domain/money/money.ts";
import type { Day } from "#domain/system/calendar.ts";

/** Actions of staff, operators and jobs, each with the details that its entry in the audit log has. */
export type AuditAction =
  | AccountAction
  | CampaignAction
  | CaseAction
  | ContentAction
  | DonationAction
  | MailAction
  | { action: "import-statement" | "undo-import"; subject: `statement:${bigint}` }
  | { action: "key-replaced"; subject: "site" }
  | { action: "fund-imported"; subject: "site"; after: ImportedFund }
  | { action: "point-confirmed"; subject: `go-live:${PointName}`; after: { fingerprint: string } }
  | { action: "confirmation-undone"; subject: `go-live:${PointName}`; before: { fingerprint: string } };

/** The files with their SHA-256, and what was added. */
type ImportedFund = {
  files: { name: string; hash: string }[];
  campaigns: string[];
  openings: { campaign: string; amount: string; currency: Currency; donors: string }[];
  members: string[];
};

type OnUser = { subject: `user:${string}` };

type AccountAction =
  | (OnUser & {
      action:
        | "access-confirmed"
        | "account-disabled"
        | "account-enabled"
        | "account-reset"
        | "email-undo-pressed"
        | "backup-codes-made"
        | "email-confirmed"
        | "passkey-added"
        | "passkey-removed"
        | "password-changed"
        | "password-reset"
        | "second-step-added"
        | "second-step-removed";
    })
  | (OnUser & { action: "sign-in-reset"; after: { link: "shown to the admin" | "sent by email" } })
  | (OnUser & { action: "account-made"; after: { username: string | null; role: Role } })
  | (OnUser & Changed<"role-changed", { role: Role }>)
  | (OnUser & Changed<"email-changed" | "email-change-undone", { email: string }>)
  | {
      action: "person-invited";
      subject: `invitation:${string}`;
      after: { role: Role; replaces: Role | null };
    }
  | { action: "invitation-withdrawn"; subject: `invitation:${string}` }
  | ({ subject: "setting:second-step" } & Changed<"second-step-rule-changed", { required: boolean }>);

/** Reasons and notes for organizers are kept with the submission, because these entries are never deleted. */
type CampaignAction =
  | { action: "campaign-submitted"; subject: `submission:${bigint}`; after: { version: number } }
  | {
      action: "submission-approved" | "submission-returned" | "submission-rejected";
      subject: `submission:${bigint}`;
      after: { version: number; campaign: string | null };
    }
  | {
      action: "change-request-approved" | "change-request-rejected";
      subject: `change-request:${bigint}`;
      after: { campaign: string };
    }
  | {
      action: "zakat-ruling-recorded";
      subject: `record:campaign:${string}`;
      after: { ruledOn: Day; expiresOn: Day | null };
    }
  | {
      action: "zakat-ruling-withdrawn";
      subject: `record:campaign:${string}`;
      after: { ruling: string };
    }
  | (OnUser & { action: "organizer-suspended" | "organizer-suspension-lifted" });

type CaseAction =
  | {
      action: `propose:${ProposalKind}`;
      subject: ReturnType<typeof subjectOf>;
      after: Proposal;
      reason: string;
    }
  | {
      action: `${"approve" | "reject" | "withdraw"}:${ProposalKind}`;
      subject: `proposal:${bigint}`;
      reason: string | null;
    }
  | { action: `resolve-case:${string}`; subject: `case:${bigint}`; reason: string }
  | {
      action: "add-lost-donation";
      subject: `donation:${string}`;
      after: { campaign: string; amount: string; reference: string };
      reason: string;
    };

type LoggedMember = { id: number; name: string; place: number; isActive: boolean };

type LoggedUpdate = {
  title: string;
  title_sw: string | null;
  content: string;
  content_sw: string | null;
  image: string | null;
  image_alt: string;
  image_alt_sw: string | null;
};

type ContentAction =
  | {
      action: "record-saved" | "record-restored";
      subject: `record:${string}`;
      before: Draft | null;
      after: Draft;
    }
  | { action: "draft-published"; subject: `record:${string}`; before: Draft | null; after: Draft }
  | { action: "draft-saved" | "draft-discarded" | "schedule-cancelled"; subject: `record:${string}` }
  | { action: "draft-scheduled"; subject: `record:${string}`; after: { publishAt: string } }
  | { action: "draft-not-published"; subject: `record:${string}`; after: { failure: string } }
  | { action: "campaign-deleted" | "campaign-restored"; subject: `record:campaign:${string}` }
  | ({ subject: `record:team${string}` } & Changed<
      "member-deleted" | "member-restored" | "team-ordered",
      LoggedMember[]
    >)
  | { action: "goals-reset"; subject: "campaigns"; before: Record<string, string>; after: { goal: string } }
  | {
      action: "goals-reset-undone";
      subject: "campaigns";
      before: { goal: string };
      after: Record<string, string>;
    }
  | ({ subject: `external-figure:${string}` } & Changed<
      "lower-figure-accepted",
      { raised: string; donors: string }
    >)
  | { action: "update-posted"; subject: `update:${number}`; after: { campaign: string; emails: number } }
  | ({ subject: `update:${number}` } & Changed<"update-edited", LoggedUpdate>)
  | { action: "update-removed"; subject: `update:${number}` }
  | { action: "donor-forgotten"; subject: `donation:${string}` }
  | { action: "message-shown" | "message-hidden"; subject: `donation:${string}` }
  | { action: "picture-uploaded"; subject: `picture:${string}` }
  | { action: "picture-removed"; subject: `picture:${string}`; reason: "unused" };

type OnDonation = { subject: `donation:${string}`; reason: string };

type DonationAction =
  | {
      action: "enter-offline-donation";
      subject: `offline-donation:${bigint}`;
      after: {
        campaign: string;
        amount: string;
        currency: Currency;
        method: "bank" | "cash";
        receivedOn: Day;
        reference: string;
      };
    }
  | {
      action: "confirm-offline-donation" | "withdraw-offline-donation";
      subject: `offline-donation:${bigint}` | `donation:${string}`;
      reason: string | null;
    }
  | (OnDonation & { action: "refund" })
  | (OnDonation & { action: "part-refund"; after: { amount: string; currency: Currency } })
  | (OnDonation & Changed<"move", { campaign: string }>)
  | {
      action: "send-receipt-again";
      subject: `donation:${string}`;
      after: { email: string; to: "donor" | "another" };
      reason: string | null;
    }
  /** Search words can name a donor, and entries are never deleted, so only their kinds are stored. */
  | {
      action: "export-donations";
      subject: "donations";
      after: { searchedBy: string[] | null; [filter: string]: unknown };
    }
  | { action: "view-donor"; subject: `donation:${string}`; after: { donations: number } }
  | {
      action: "export-donor" | "erase-donor";
      subject: `offline-donation:${bigint}` | `donation:${string}` | "followings";
      after: { foundBy: string; records: number };
      reason: string;
    };

type MailAction =
  | { action: "send-email" | "send-email-again"; subject: `email:${bigint}` }
  | { action: "send-saved-emails"; subject: "emails"; after: { sent: number; runOut: number } };

type Changed<Action extends string, Details> = { action: Action; before: Details; after: Details };
