/**
 * Types that SQL cannot express, by table and column. All other types follow from the schema: a CHECK with a list of
 * texts becomes a union, and a foreign key has the type of its target. `null` is added to columns that may be null.
 */
export const columnTypes: Record<string, string> = {
  "about_section.accountability_items": "{ title: string; description: string }[]",
  "about_section.accountability_items_sw": "{ title: string; description: string }[]",
  "about_section.highlights": "string[]",
  "about_section.highlights_sw": "string[]",
  "alarms.details": "Record<string, unknown>",
  "cases.details": "Record<string, unknown>",
  "campaigns.sub_type": "SubType",
  "donation_drafts.entered": "Record<string, string>",
  "fund_totals.currency": "Currency",
  "hero_section.stats": "{ label: string; value: string; figure?: string }[]",
  "hero_section.stats_sw": "{ label: string }[]",
  "infrastructure_projects.features": "string[]",
  "infrastructure_projects.features_sw": "string[]",
  "job_runs.outcome": "Record<string, unknown>",
  "offline_donations.phone": "PhoneNumber",
  "outbox.details": "Record<string, unknown>",
  "outbox.status": '"waiting" | "sent" | "given-up" | "kept"',
  "payments.network": "Network",
  "payments.phone": "PhoneNumber",
  "provider_messages.headers": "Record<string, string>",
  "record_drafts.value": "Draft",
  "record_versions.value": "Draft",
  "security_events.kind": "SecurityEventKind",
  "submission_reviews.field_reasons": "Record<string, string>",
  "submission_versions.sub_type": "SubType",
  "submissions.entered": "Record<string, string>",
  "statement_lines.part": '"payment" | "reversal"',
};

/** Types of calculated or narrowed columns of views. The schema does not say whether these may be null. */
export const viewTypes: Record<string, string> = {
  "audit_problems.problem": "string",
  "audit_problems.promise": "PromiseName",
  "audit_problems.subject": "string",
  "broken_promises.problem": "string",
  "broken_promises.promise": "PromiseName",
  "broken_promises.subject": "string",
  "campaigns_with_calculated_days.amount_raised": "bigint",
  "campaigns_with_calculated_days.days_left": "number",
  "campaigns_with_calculated_days.donors_count": "bigint",
  "last_news.at": "Date",
  "public_campaigns.amount_raised": "bigint",
  "public_campaigns.donors_count": "bigint",
  "public_campaigns.is_zakat_eligible": "boolean",
  "public_campaigns.status": "PublicStatus",
  "public_daily_totals.donors": "bigint",
  "public_daily_totals.raised": "bigint",
  "public_latest_donations.amount": "bigint",
  "public_latest_donations.completed_at": "Date",
  "public_support_messages.completed_at": "Date",
  "public_support_messages.message": "string",
  "public_recent_donations.amount": "bigint",
  "public_recent_donations.day": "Day",
  "public_totals.donors": "bigint",
  "public_totals.raised": "bigint",
  "public_use_changes.since": "Day",
  "public_use_changes.use_of_money": "string",
  "statement_problems.problem": "string",
  "statement_problems.promise": "PromiseName",
  "statement_problems.subject": "string",
  "statement_standings.currency": "Currency",
  "statement_standings.state": "LineState",
};

/** Triggers and defaults write these columns. The code only reads them. */
export const writtenByDatabase = [
  "audit_head.hash",
  "audit_head.id",
  "audit_log.hash",
  "audit_log.previous_hash",
  "journal.written_in",
  "proposals.decided_in",
  "provider_messages.written_in",
  "two_factors.turned_on_at",
  "users.has_passkey",
];

/** The code inserts these columns and never updates them. */
export const insertedOnly = ["offline_donations.donor", "proposals.details", "statement_changes.before"];

/** Names in the types above, by the file that defines them. */
export const namedTypes: Record<string, string[]> = {
  "#domain/campaigns/categories.ts": ["PublicStatus", "SubType"],
  "#domain/content/draft.ts": ["Draft"],
  "#domain/money/money.ts": ["Currency"],
  "#domain/payments/phone.ts": ["Network", "PhoneNumber"],
  "#domain/reconciliation/statement.ts": ["LineState"],
  "#domain/system/calendar.ts": ["Day"],
  "#domain/system/ledger-checks.ts": ["PromiseName"],
  "#domain/system/security-event.ts": ["SecurityEventKind"],
};
