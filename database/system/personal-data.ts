import { sql, type RawBuilder } from "kysely";
import type { Tables } from "#database/tables.ts";

/** The content of a cleared column. A column that cannot be null gets a word. */
type Cleared = string | null;

/** Kinds of data by the harm of a leak. docs/personal-data.md says who sees each kind and how it is protected. */
export const dataClasses = [
  "donor",
  "phone",
  "provider text",
  "staff text",
  "account",
  "secret",
  "technical",
] as const;
type DataClass = (typeof dataClasses)[number];

type Rule = {
  /** Text for docs/personal-data.md. */
  until: string;
  /** Columns to clear; without them, and without a mask, the row is deleted. */
  clears?: Record<string, Cleared>;
  /** Replaces or removes a part of a column, such as a phone in a text. The row keeps the rest. */
  masks?: { needed: RawBuilder<boolean>; set: RawBuilder<unknown> };
  /** Further changes in the same update. */
  also?: (now: Date) => RawBuilder<unknown>;
  due(now: Date): RawBuilder<boolean>;
};

export type PersonalTable = {
  table: keyof Tables;
  columns: Record<string, DataClass>;
  /** Text columns without personal data. */
  other: readonly string[];
  /** Empty if `kept` gives a reason. */
  rules: readonly Rule[];
  kept?: string;
  /** Rows about donations, for an export or an erasure. Rows of other tables are cleared by time only. */
  of?: {
    rows(donations: bigint[]): RawBuilder<boolean>;
    /** Rows of an email address, also without a donation. In lower case. */
    address?(email: string): RawBuilder<boolean>;
    key: string;
    /** Columns that an erasure keeps in rows about donations: amounts and references, no person. */
    leaves?: readonly string[];
  };
};

const ago = (now: Date, interval: { days?: number; months?: number; years?: number }) =>
  sql`${now}::timestamptz - make_interval(years => ${interval.years ?? 0}, months => ${interval.months ?? 0}, days => ${interval.days ?? 0})`;

const ofPayments = (donations: bigint[]) =>
  sql`(select p.id from payments p where p.donation_id = any(${donations}::bigint[]))`;

const ofEmails = (donations: bigint[]) =>
  sql`(select lower(d.donor_email) from donations d where d.id = any(${donations}::bigint[]))`;

const donor = {
  donor_name: "Anonymous",
  donor_email: null,
  message: null,
  graduation_year: null,
  receipt_key: null,
};
const notAlumni = () => sql`is_alumni_donation = false`;
const payer = { phone: null, page_url: null, failure: null };
const slip = {
  donor: '{"kind": "anonymous"}',
  message: null,
  document_id: null,
  document_type: null,
  reason: "deleted",
};

/**
 * Every table with personal data: the class of each column and when it is cleared. The job, the export, the erasure, the
 * canary test and docs/personal-data.md use this list. The ledger (amounts, campaigns, times, references) is not in it.
 */
export const personalTables: readonly PersonalTable[] = [
  // These two find their rows by the email of a donation, so an erasure clears them before the donation.
  {
    table: "followers",
    columns: { email: "donor" },
    other: ["campaign_id", "language"],
    rules: [
      {
        until: "30 days after the person unsubscribed",
        due: (now) => sql`ended_at < ${ago(now, { days: 30 })}`,
      },
      {
        until: "a year after the campaign ended",
        due: (now) =>
          sql`campaign_id in (select c.id from campaigns c where c.end_date < fund_day(${ago(now, { years: 1 })}))`,
      },
    ],
    of: {
      rows: (donations) => sql`email in ${ofEmails(donations)}`,
      address: (email) => sql`email = ${email}`,
      key: "id",
    },
  },
  {
    table: "donor_links",
    columns: { hash: "secret", email: "donor" },
    other: ["kind", "campaign_id", "language"],
    rules: [{ until: "30 days after its end", due: (now) => sql`expires_at < ${ago(now, { days: 30 })}` }],
    of: {
      rows: (donations) => sql`email in ${ofEmails(donations)}`,
      address: (email) => sql`email = ${email}`,
      key: "created_at",
    },
  },
  {
    table: "donations",
    columns: {
      ...{ donor_name: "donor", donor_email: "donor", message: "donor", graduation_year: "donor" },
      receipt_key: "secret",
    },
    other: [
      ...["campaign_id", "chosen_campaign_id", "currency", "status", "provider", "external_id"],
      ...["transaction_id", "language"],
    ],
    rules: [
      {
        until: "not completed: 30 days",
        clears: donor,
        also: notAlumni,
        due: (now) =>
          sql`status <> 'completed' and created_at < ${ago(now, { days: 30 })} and not donation_is_unsettled(id)`,
      },
      {
        until: "completed: 7 years",
        clears: donor,
        also: notAlumni,
        due: (now) =>
          sql`status = 'completed' and completed_at < ${ago(now, { years: 7 })} and not donation_is_unsettled(id)`,
      },
    ],
    of: { rows: (donations) => sql`id = any(${donations}::bigint[])`, key: "id" },
  },
  {
    table: "payments",
    columns: { phone: "phone", page_url: "secret", failure: "provider text" },
    other: [
      ...[
        "provider",
        "method",
        "reference",
        "provider_reference",
        "operator_reference",
        "status",
        "currency",
      ],
      ...["network", "hint", "pay_number", "pay_qr", "kept_reason"],
    ],
    rules: [
      {
        until: "not paid: 30 days",
        clears: payer,
        due: (now) =>
          sql`status in ('failed', 'cancelled') and created_at < ${ago(now, { days: 30 })}
            and not donation_is_unsettled(donation_id)`,
      },
      {
        until: "paid: 90 days after the payment ended",
        clears: payer,
        due: (now) =>
          sql`status in ('succeeded', 'reversed') and coalesce(settled_at, updated_at) < ${ago(now, { days: 90 })}
            and not donation_is_unsettled(donation_id)`,
      },
    ],
    of: { rows: (donations) => sql`donation_id = any(${donations}::bigint[])`, key: "id" },
  },
  {
    table: "provider_messages",
    columns: { headers: "provider text", body: "provider text" },
    other: ["provider", "kind", "dedupe_key", "verdict"],
    rules: [
      {
        until: "phones in it: 90 days after the payment ended",
        masks: {
          needed: sql`has_phone(body, headers)`,
          set: sql`body = without_phones(body), headers = without_phones(headers::text)::jsonb`,
        },
        due: (
          now,
        ) => sql`case when payment_id is null then received_at < ${ago(now, { days: 90 })} else exists (
          select from payments p
          where p.id = payment_id and p.status in ('failed', 'cancelled', 'succeeded', 'reversed')
            and case when p.status in ('failed', 'cancelled') then p.created_at else coalesce(p.settled_at, p.updated_at) end
              < ${ago(now, { days: 90 })}
            and not donation_is_unsettled(p.donation_id)
        ) end`,
      },
      {
        until: "13 months",
        clears: { body: "", headers: null },
        due: (now) => sql`received_at < ${ago(now, { months: 13 })}`,
      },
    ],
    of: { rows: (donations) => sql`payment_id in ${ofPayments(donations)}`, key: "id" },
  },
  {
    table: "offline_donations",
    columns: {
      ...{ donor: "donor", phone: "phone", message: "donor", reason: "staff text" },
      ...{ document_id: "donor", document_type: "donor" },
    },
    other: [
      "campaign_id",
      "currency",
      "method",
      "reference",
      "language",
      "status",
      "entered_by",
      "decided_by",
    ],
    rules: [
      {
        until: "withdrawn: 30 days, with the document",
        clears: { ...slip, phone: null },
        due: (now) => sql`status = 'withdrawn' and decided_at < ${ago(now, { days: 30 })}`,
      },
      {
        until: "phone of a confirmed one: 90 days",
        clears: { phone: null },
        due: (now) =>
          sql`status = 'confirmed' and decided_at < ${ago(now, { days: 90 })} and not donation_is_unsettled(donation_id)`,
      },
      {
        until: "confirmed: 7 years, with the document",
        clears: slip,
        due: (now) =>
          sql`status = 'confirmed' and decided_at < ${ago(now, { years: 7 })} and not donation_is_unsettled(donation_id)`,
      },
    ],
    of: { rows: (donations) => sql`donation_id = any(${donations}::bigint[])`, key: "id" },
  },
  {
    table: "outbox",
    columns: { recipient: "donor", details: "secret", last_error: "provider text" },
    other: ["template", "language", "status", "asked_by"],
    rules: [
      {
        until: "30 days after it was written",
        clears: { recipient: "", details: "{}", last_error: null },
        // An email that was saved without a mail server cannot be sent without its recipient.
        also: (now) =>
          sql`given_up_at = coalesce(given_up_at, case when sent_at is null then ${now}::timestamptz end)`,
        due: (now) => sql`created_at < ${ago(now, { days: 30 })}`,
      },
    ],
    of: {
      rows: (donations) => sql`donation_id = any(${donations}::bigint[])`,
      // Emails about an account belong to the account.
      address: (email) =>
        sql`(lower(recipient) = ${email} and template in ('campaign-update', 'follow', 'own-page'))`,
      key: "id",
    },
  },
  {
    table: "donation_notes",
    columns: { text: "staff text" },
    other: ["author_id"],
    rules: [
      {
        until: "7 years",
        clears: { text: "deleted" },
        due: (now) => sql`at < ${ago(now, { years: 7 })} and not donation_is_unsettled(donation_id)`,
      },
    ],
    of: { rows: (donations) => sql`donation_id = any(${donations}::bigint[])`, key: "id" },
  },
  {
    table: "support_messages",
    columns: { decided_by: "account" },
    other: ["status"],
    rules: [],
    kept: "the record of who approved a message; its text is in the donation and is deleted with it",
  },
  {
    table: "cases",
    columns: { details: "provider text", reason: "staff text" },
    other: ["kind", "status", "decision", "closed_by", "subject"],
    rules: [
      {
        until: "reason: 7 years after it was closed",
        clears: { reason: "deleted" },
        due: (now) => sql`status = 'closed' and closed_at < ${ago(now, { years: 7 })}`,
      },
      {
        until: "texts of a provider: 13 months after it was closed",
        clears: { details: "{}" },
        due: (now) =>
          sql`status = 'closed' and kind in ('unknown-payment', 'misconfigured') and closed_at < ${ago(now, { months: 13 })}`,
      },
      {
        until: "words of a concern: the same, or 7 years after it was opened",
        masks: {
          needed: sql`kind = 'concern' and details ?| array['concern', 'reply to']`,
          set: sql`details = details - 'concern' - 'reply to'`,
        },
        due: (now) => sql`kind = 'concern' and (
          status = 'closed' and closed_at < ${ago(now, { months: 13 })} or opened_at < ${ago(now, { years: 7 })}
        )`,
      },
    ],
    of: {
      rows: (donations) => sql`payment_id in ${ofPayments(donations)} and status = 'closed'`,
      address: (email) => sql`(kind = 'concern' and lower(details ->> 'reply to') = ${email})`,
      key: "id",
      leaves: ["details"],
    },
  },
  {
    table: "proposals",
    columns: { reason: "staff text", decision_reason: "staff text" },
    other: ["kind", "subject", "details", "proposed_by", "status", "decided_by"],
    rules: [
      {
        until: "7 years after the decision",
        clears: { reason: "deleted", decision_reason: "deleted" },
        due: (now) => sql`status <> 'open' and decided_at < ${ago(now, { years: 7 })}`,
      },
    ],
    of: {
      rows: (donations) => sql`status <> 'open' and subject in (
        select 'donation:' || d.external_id from donations d where d.id = any(${donations}::bigint[])
        union all
        select 'case:' || c.id from cases c where c.payment_id in ${ofPayments(donations)}
      )`,
      key: "id",
    },
  },
  {
    table: "statement_lines",
    columns: { ignored_reason: "staff text" },
    other: [
      "provider",
      "key",
      "reference",
      "provider_reference",
      "outcome",
      "failure",
      "said",
      "part",
      "ignored_by",
    ],
    rules: [
      {
        until: "7 years after it was resolved",
        clears: { ignored_reason: "deleted" },
        due: (now) => sql`ignored_at < ${ago(now, { years: 7 })}`,
      },
    ],
    of: {
      rows: (donations) => sql`payment_id in ${ofPayments(donations)} and ignored_at is not null`,
      key: "id",
    },
  },
  {
    table: "statement_changes",
    columns: { before: "staff text" },
    other: [],
    rules: [
      {
        until: "90 days after the import",
        due: (now) =>
          sql`statement_id in (select id from statements where imported_at < ${ago(now, { days: 90 })})`,
      },
    ],
    of: {
      rows: (donations) =>
        sql`line_id in (select id from statement_lines where payment_id in ${ofPayments(donations)})`,
      key: "line_id",
    },
  },
  {
    table: "idempotency_keys",
    columns: { answer: "donor", body_hash: "technical" },
    other: ["address", "key"],
    rules: [{ until: "7 days", due: (now) => sql`created_at < ${ago(now, { days: 7 })}` }],
    of: { rows: (donations) => sql`donation_id = any(${donations}::bigint[])`, key: "key" },
  },
  {
    table: "donation_drafts",
    columns: { entered: "donor", key: "secret" },
    other: ["campaign_id"],
    rules: [{ until: "1 hour", due: (now) => sql`created_at < ${now}::timestamptz - interval '1 hour'` }],
  },
  {
    table: "rate_limits",
    columns: { subject: "technical" },
    other: ["moments"],
    rules: [{ until: "2 days", due: (now) => sql`last_at < ${ago(now, { days: 2 })}` }],
  },
  {
    table: "payment_requests",
    columns: { client: "technical" },
    other: [],
    rules: [{ until: "1 hour", due: (now) => sql`sent_at < ${now}::timestamptz - interval '1 hour'` }],
  },
  {
    table: "used_challenges",
    columns: { name: "technical" },
    other: [],
    rules: [{ until: "2 days", due: (now) => sql`used_at < ${ago(now, { days: 2 })}` }],
  },
  {
    table: "submissions",
    columns: { owner_id: "account", entered: "account" },
    other: ["language", "status", "campaign_id"],
    rules: [
      {
        until: "a draft 90 days after its last change; rejected: a year, with all its versions and reviews",
        due: (now) => sql`(status = 'draft' and updated_at < ${ago(now, { days: 90 })})
          or (status = 'rejected' and decided_at < least(${ago(now, { years: 1 })}, now() - interval '1 year'))`,
      },
    ],
  },
  {
    table: "visitor_events",
    columns: { session_id: "technical" },
    other: ["type", "path", "campaign_id", "device", "language", "source", "link", "action"],
    rules: [
      {
        until: "90 days, if the day is in `visitor_counts`",
        due: (now) =>
          sql`day < fund_day(${ago(now, { days: 90 })})
            and day <= (select max(c.day) from visitor_counts c where c.kind = 'total')`,
      },
    ],
  },
  {
    table: "submission_versions",
    columns: {
      ...{ title: "account", description: "account", organizer: "account" },
      ...{ beneficiaries: "account", relation: "account" },
    },
    other: ["category", "sub_type", "currency", "surplus", "surplus_campaign_id"],
    rules: [],
    kept: "with the submission; the record of what was approved",
  },
  {
    table: "submission_budget_lines",
    columns: { what: "account" },
    other: [],
    rules: [],
    kept: "with the submission",
  },
  {
    table: "submission_pictures",
    columns: { alt: "account" },
    other: ["picture_id"],
    rules: [],
    kept: "with the submission",
  },
  {
    table: "submission_reviews",
    columns: { reviewer_id: "account", reason: "staff text", field_reasons: "staff text" },
    other: ["kind"],
    rules: [],
    kept: "with the submission; the record of who decided and why",
  },
  {
    table: "submission_notes",
    columns: { author_id: "account", text: "staff text" },
    other: [],
    rules: [],
    kept: "with the submission",
  },
  {
    table: "change_requests",
    columns: {
      ...{ requested_by: "account", reason: "account", use_of_money: "account" },
      ...{ decided_by: "account", decision_reason: "staff text" },
    },
    other: ["campaign_id", "language", "status"],
    rules: [],
    kept: "the record of changes to a campaign, of who asked for them and of who decided",
  },
  {
    table: "zakat_rulings",
    columns: { recorded_by: "account", withdrawn_by: "account", withdrawal_reason: "staff text" },
    other: ["campaign_id", "reviewer_name", "reasons"],
    rules: [],
    kept: "the record of who ruled that a campaign may receive Zakat; visitors read the name and the reasons",
  },
  {
    table: "organizer_suspensions",
    columns: {
      ...{ user_id: "account", reason: "staff text", suspended_by: "account", lifted_by: "account" },
    },
    other: [],
    rules: [],
    kept: "the record of suspended organizers",
  },
  {
    table: "picture_uploads",
    columns: { uploader_id: "account" },
    other: ["picture_id"],
    rules: [],
    kept: "as long as the picture",
  },
  {
    table: "sessions",
    columns: {
      ...{ id: "technical", token: "secret", ip_address: "account", user_agent: "account" },
      ...{ user_id: "account", impersonated_by: "account" },
    },
    other: [],
    rules: [{ until: "30 days after its end", due: (now) => sql`expires_at < ${ago(now, { days: 30 })}` }],
  },
  {
    table: "verifications",
    columns: { identifier: "account", value: "secret" },
    other: ["id"],
    rules: [{ until: "30 days after its end", due: (now) => sql`expires_at < ${ago(now, { days: 30 })}` }],
  },
  {
    table: "account_links",
    columns: { hash: "secret", user_id: "account", email: "account", made_by: "account" },
    other: ["kind", "role", "language"],
    rules: [{ until: "30 days after its end", due: (now) => sql`expires_at < ${ago(now, { days: 30 })}` }],
  },
  {
    table: "known_devices",
    columns: { hash: "technical", user_id: "account" },
    other: [],
    rules: [
      { until: "a year after it was last used", due: (now) => sql`used_at < ${ago(now, { years: 1 })}` },
    ],
  },
  {
    table: "security_events",
    columns: { account_id: "account", client: "technical", path: "technical", request_id: "technical" },
    other: ["kind"],
    rules: [
      {
        until: "30 days",
        // The database refuses to delete newer rows, by its own clock.
        due: (now) => sql`at < least(${ago(now, { days: 30 })}, now() - interval '30 days')`,
      },
    ],
  },
  {
    table: "users",
    columns: {
      ...{
        id: "account",
        name: "account",
        username: "account",
        display_username: "account",
        email: "account",
      },
      ...{ image: "account", ban_reason: "staff text" },
    },
    other: ["role"],
    rules: [
      {
        until:
          "a sign-up that was never confirmed or used: 90 days, because strangers can type any address; others as long as the account is needed to say who did what",
        masks: {
          needed: sql`email not like '%@deleted.invalid'`,
          set: sql`name = 'deleted', email = id || '@deleted.invalid'`,
        },
        due: (now) => sql`role = 'organizer' and not email_verified and username is null
          and created_at < ${ago(now, { days: 90 })}
          and not exists (select from submissions s where s.owner_id = users.id)
          and not exists (select from campaigns c where c.owner_id = users.id)
          and not exists (select from sessions s where s.user_id = users.id and s.expires_at > ${now}::timestamptz)`,
      },
    ],
  },
  {
    table: "credentials",
    columns: {
      ...{ id: "technical", user_id: "account", account_id: "account", password: "secret" },
      ...{ access_token: "secret", refresh_token: "secret", id_token: "secret" },
    },
    other: ["provider_id", "scope"],
    rules: [],
    kept: "as long as the account",
  },
  {
    table: "two_factors",
    columns: {
      id: "technical",
      codes_set: "technical",
      user_id: "account",
      secret: "secret",
      backup_codes: "secret",
    },
    other: [],
    rules: [],
    kept: "as long as two-step sign-in is on",
  },
  {
    table: "role_grants",
    columns: { user_id: "account", given_by: "account", done_by: "account" },
    other: ["role"],
    rules: [],
    kept: "the record of who gave a role and when; the waiting time of new admins follows from it",
  },
  {
    table: "access_confirmations",
    columns: { confirmed_by: "account" },
    other: [],
    rules: [],
    kept: "the record of confirmed access",
  },
  {
    table: "go_live_confirmations",
    columns: { checked_by: "staff text", decided_by: "account" },
    other: ["point", "kind", "fingerprint"],
    rules: [],
    kept: "the record of who confirmed a text before real donations",
  },
  {
    table: "passkeys",
    columns: { id: "technical", user_id: "account", name: "account", public_key: "technical" },
    other: [],
    rules: [],
    kept: "until the person removes it, or an operator resets the account",
  },
  {
    table: "secrets",
    columns: { value: "secret" },
    other: ["name"],
    rules: [],
    kept: "as long as the installation; contains no personal data",
  },
  {
    table: "retired_keys",
    columns: {},
    other: ["id"],
    rules: [],
    kept: "as long as the installation; contains no personal data",
  },
  {
    table: "audit_log",
    columns: {
      ...{ actor_id: "account", before: "account", after: "account", reason: "staff text" },
      ...{ previous_hash: "technical", hash: "technical" },
    },
    other: ["action", "subject"],
    rules: [],
    kept: "the record of staff actions; it never changes and holds no donor's name, email or phone",
  },
  {
    table: "record_drafts",
    columns: { saved_by: "account", scheduled_by: "account" },
    other: ["subject", "value", "fingerprint", "opened", "failure"],
    rules: [],
    kept: "until staff publish or discard the draft",
  },
  {
    table: "record_versions",
    columns: { author_id: "account" },
    other: ["subject", "value", "fingerprint"],
    rules: [],
    kept: "earlier versions of published texts, with their authors",
  },
  {
    table: "job_runs",
    columns: { failure: "technical" },
    other: ["job", "outcome"],
    rules: [],
    kept: "until the next run; the message has no values",
  },
];

/** Tables with published text, ledger text, or text of the software. */
export const impersonalTables: readonly (
  | keyof Tables
  | "daily_totals"
  | "installation"
  | "schema_migrations"
)[] = [
  ...(["pictures", "site_settings", "hero_section", "about_section", "vice_chancellor_message"] as const),
  ...(["team_members", "bank_details", "pages", "infrastructure_projects", "campaigns"] as const),
  // Written by organizers to be public.
  ...(["campaign_plans", "campaign_budget_lines", "campaign_pictures"] as const),
  ...(["campaign_updates", "campaign_totals", "fund_totals", "daily_totals", "journal", "postings"] as const),
  ...(["statements", "alarms", "installation", "audit_head", "schema_migrations", "backups"] as const),
  ...(["external_figures", "news_requests", "visitor_counts", "day_sums"] as const),
];

/** True if a column is not cleared yet. It must match the condition of the index, so that no row is read twice. */
export function notCleared(clears: Record<string, Cleared>): RawBuilder<boolean> {
  const each = Object.entries(clears).map(([column, value]) =>
    value === null ? sql`${sql.ref(column)} is not null` : sql`${sql.ref(column)} <> ${sql.lit(value)}`,
  );
  return sql`(${sql.join(each, sql` or `)})`;
}

export function clearing(clears: Record<string, Cleared>): RawBuilder<unknown> {
  return sql.join(
    Object.entries(clears).map(([column, value]) => sql`${sql.ref(column)} = ${sql.lit(value)}`),
  );
}
