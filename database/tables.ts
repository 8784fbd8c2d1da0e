// `npm run schema` writes this file from the migrations and database/schema/column-types.ts. Do not edit it.
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { PublicStatus, SubType } from "#domain/campaigns/categories.ts";
import type { Draft } from "#domain/content/draft.ts";
import type { Currency } from "#domain/money/money.ts";
import type { Network, PhoneNumber } from "#domain/payments/phone.ts";
import type { LineState } from "#domain/reconciliation/statement.ts";
import type { Day } from "#domain/system/calendar.ts";
import type { PromiseName } from "#domain/system/ledger-checks.ts";
import type { SecurityEventKind } from "#domain/system/security-event.ts";

/** The tables and views as the migrations create them. */
export type Tables = {
  about_section: {
    id: Generated<number>;
    title: string;
    title_sw: string | null;
    description: string;
    description_sw: string | null;
    mission: string;
    mission_sw: string | null;
    vision: string;
    vision_sw: string | null;
    images: Generated<string[]>;
    highlights: ColumnType<string[], string | undefined, string>;
    highlights_sw: ColumnType<string[] | null, string | null, string | null>;
    accountability_items: ColumnType<{ title: string; description: string }[], string | undefined, string>;
    accountability_items_sw: ColumnType<
      { title: string; description: string }[] | null,
      string | null,
      string | null
    >;
    updated_at: Generated<Date>;
  };
  access_confirmations: {
    grant_id: bigint;
    confirmed_by: string;
    confirmed_at: Generated<Date>;
  };
  account_links: {
    hash: Buffer;
    kind: "password-reset" | "email-change" | "email-undo" | "email-confirm" | "invitation";
    user_id: string | null;
    email: string | null;
    role: "organizer" | "staff" | "admin" | null;
    made_by: string | null;
    language: Generated<"en" | "sw">;
    created_at: Generated<Date>;
    expires_at: Date;
    used_at: Date | null;
    was_confirmed: boolean | null;
    pressed_at: Date | null;
  };
  alarms: {
    id: Generated<bigint>;
    kind: string;
    subject: Generated<string>;
    details: ColumnType<Record<string, unknown>, string, string>;
    raised_at: Generated<Date>;
    seen_at: Generated<Date>;
    ended_at: Date | null;
  };
  audit_head: {
    only_one: Generated<boolean>;
    id: GeneratedAlways<bigint>;
    hash: GeneratedAlways<Buffer>;
  };
  audit_log: {
    id: ColumnType<bigint, bigint | undefined, never>;
    at: ColumnType<Date, Date | undefined, never>;
    actor_id: ColumnType<string | null, string | null, never>;
    action: ColumnType<string, string, never>;
    subject: ColumnType<string, string, never>;
    before: ColumnType<unknown, string | null, never>;
    after: ColumnType<unknown, string | null, never>;
    reason: ColumnType<string | null, string | null, never>;
    previous_hash: GeneratedAlways<Buffer>;
    hash: GeneratedAlways<Buffer>;
  };
  backups: {
    id: Generated<bigint>;
    made_at: Generated<Date>;
    file: string | null;
    bytes: bigint | null;
  };
  bank_details: {
    id: Generated<number>;
    bank_name: string;
    account_name: string;
    account_number: string;
    branch: string | null;
    swift_code: string | null;
    mobile_money_name: string | null;
    mobile_money_number: string | null;
    additional_info: string | null;
    additional_info_sw: string | null;
    image_url: string | null;
    updated_at: Generated<Date>;
  };
  campaign_budget_lines: {
    campaign_id: string;
    line: number;
    what: string;
    amount: bigint;
  };
  campaign_pictures: {
    campaign_id: string;
    place: number;
    picture_id: string;
  };
  campaign_plans: {
    campaign_id: string;
    language: "en" | "sw";
    beneficiaries: string;
    relation: string;
    surplus: "campaign" | "donors";
    surplus_campaign_id: string | null;
  };
  campaign_totals: {
    campaign_id: string;
    currency: "TZS" | "USD";
    goal_amount: bigint;
    raised: Generated<bigint>;
    donors: Generated<bigint>;
    share: GeneratedAlways<number | null>;
  };
  campaign_updates: {
    id: Generated<number>;
    campaign_id: string;
    title: string;
    title_sw: string | null;
    content: string;
    content_sw: string | null;
    author_id: string | null;
    published_at: Generated<Date>;
    archived_at: Date | null;
    image: string | null;
    image_alt: Generated<string>;
    image_alt_sw: string | null;
    edited_at: Date | null;
    is_automatic: Generated<boolean>;
  };
  campaigns: {
    id: string;
    title: string;
    title_sw: string | null;
    description: string;
    description_sw: string | null;
    story: string | null;
    story_sw: string | null;
    category: Generated<
      | "infrastructure"
      | "scholarship"
      | "research"
      | "alumni"
      | "zakat"
      | "registered-waqfu"
      | "events"
      | "n/a"
    >;
    sub_type: Generated<SubType>;
    priority: Generated<number>;
    goal_amount: bigint;
    currency: Generated<"TZS" | "USD">;
    image: string | null;
    organizer: Generated<string>;
    organizer_sw: string | null;
    location: Generated<string>;
    location_sw: string | null;
    is_zakat_eligible: Generated<boolean>;
    status: Generated<"pending" | "active" | "paused" | "completed" | "rejected">;
    start_date: Generated<Day>;
    end_date: Generated<Day>;
    event_day: Day | null;
    owner_id: string | null;
    archived_at: Date | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    suspended_at: Date | null;
    zakat_until: Day | null;
    small_amount_does: string | null;
    small_amount_does_sw: string | null;
    usual_amount_does: string | null;
    usual_amount_does_sw: string | null;
    large_amount_does: string | null;
    large_amount_does_sw: string | null;
    is_for_sadaqah: Generated<boolean>;
    paused_at: Date | null;
  };
  cases: {
    id: Generated<bigint>;
    kind: string;
    payment_id: bigint | null;
    message_id: bigint | null;
    statement_id: bigint | null;
    subject: string | null;
    details: ColumnType<Record<string, unknown>, string | undefined, string>;
    status: Generated<"open" | "closed">;
    decision: string | null;
    reason: string | null;
    closed_by: string | null;
    opened_at: Generated<Date>;
    closed_at: Date | null;
  };
  change_requests: {
    id: Generated<bigint>;
    campaign_id: string;
    requested_by: string;
    language: "en" | "sw";
    status: Generated<"pending" | "approved" | "rejected">;
    goal_was: bigint;
    end_date_was: Day;
    goal: bigint | null;
    end_date: Day | null;
    use_of_money: string | null;
    reason: string;
    requested_at: Generated<Date>;
    decided_by: string | null;
    decided_at: Date | null;
    decision_reason: Generated<string>;
  };
  changed_days: {
    id: GeneratedAlways<bigint>;
    day: Day;
  };
  credentials: {
    id: string;
    user_id: string;
    provider_id: string;
    account_id: string;
    password: string | null;
    access_token: string | null;
    refresh_token: string | null;
    id_token: string | null;
    access_token_expires_at: Date | null;
    refresh_token_expires_at: Date | null;
    scope: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  daily_totals: {
    day: Day;
    campaign_id: string;
    slot: number;
    raised: bigint;
    donors: bigint;
  };
  day_sums: {
    subject: string;
    day: Day;
    sums: ColumnType<unknown, string, string>;
  };
  donation_drafts: {
    key: string;
    campaign_id: string;
    entered: ColumnType<Record<string, string>, string, string>;
    created_at: Generated<Date>;
  };
  donation_notes: {
    id: ColumnType<bigint, bigint | undefined, never>;
    donation_id: ColumnType<bigint, bigint, never>;
    author_id: ColumnType<string, string, never>;
    text: ColumnType<string, string, never>;
    at: ColumnType<Date, Date | undefined, never>;
  };
  donations: {
    id: Generated<bigint>;
    campaign_id: string;
    chosen_campaign_id: string | null;
    amount: bigint;
    refunded: Generated<bigint>;
    currency: "TZS" | "USD";
    donor_name: Generated<string>;
    donor_email: string | null;
    is_anonymous: Generated<boolean>;
    message: string | null;
    status: Generated<"pending" | "completed" | "failed">;
    provider: "azampay" | "selcom" | "offline";
    external_id: string;
    transaction_id: string | null;
    is_alumni_donation: Generated<boolean>;
    graduation_year: string | null;
    language: Generated<"en" | "sw">;
    retry_of: bigint | null;
    receipt_number: bigint | null;
    receipt_key: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    completed_at: Date | null;
    reversed_at: Date | null;
    wants_updates: Generated<boolean>;
    is_shown: Generated<boolean>;
  };
  donor_links: {
    hash: Buffer;
    kind: "follow" | "own-page";
    email: string;
    campaign_id: string | null;
    language: Generated<"en" | "sw">;
    created_at: Generated<Date>;
    expires_at: Date;
    used_at: Date | null;
  };
  ended_rulings: {
    ruling_id: bigint;
    told_at: Generated<Date>;
  };
  expiring_rulings: {
    ruling_id: bigint;
    told_at: Generated<Date>;
  };
  external_figures: {
    subject: string;
    title: string;
    raised: bigint;
    donors: bigint;
    first_day: Day;
    last_day: Day;
    payments: "sandbox" | "live";
    fetched_at: Date;
    lower_raised: bigint | null;
    lower_donors: bigint | null;
    lower_at: Date | null;
  };
  followers: {
    id: Generated<bigint>;
    campaign_id: string;
    email: string;
    language: Generated<"en" | "sw">;
    agreed_at: Generated<Date>;
    ended_at: Date | null;
  };
  fund_totals: {
    currency: Currency;
    slot: number;
    raised: bigint;
    donors: bigint;
  };
  go_live_confirmations: {
    id: GeneratedAlways<bigint>;
    point: string;
    kind: "confirmed" | "undone";
    fingerprint: string | null;
    checked_by: string | null;
    decided_by: string;
    decided_at: Generated<Date>;
  };
  hero_section: {
    id: Generated<number>;
    title: string;
    title_sw: string | null;
    subtitle: string;
    subtitle_sw: string | null;
    button_text: string;
    button_text_sw: string | null;
    image: string | null;
    stats: ColumnType<{ label: string; value: string; figure?: string }[], string | undefined, string>;
    stats_sw: ColumnType<{ label: string }[] | null, string | null, string | null>;
    updated_at: Generated<Date>;
  };
  idempotency_keys: {
    address: string;
    key: string;
    body_hash: string;
    answer_status: number | null;
    answer: ColumnType<unknown, string | null, string | null>;
    donation_id: bigint | null;
    created_at: Generated<Date>;
  };
  infrastructure_projects: {
    slug: "conference-center" | "dormitories" | "ablution-block";
    order_index: number;
    campaign_id: string;
    title: string;
    title_sw: string | null;
    summary: string;
    summary_sw: string | null;
    description: string;
    description_sw: string | null;
    target_amount: bigint;
    timeline: string;
    timeline_sw: string | null;
    location: Generated<string>;
    location_sw: string | null;
    features: ColumnType<string[], string, string>;
    features_sw: ColumnType<string[] | null, string | null, string | null>;
    donate_title: string;
    donate_title_sw: string | null;
    donate_text: string;
    donate_text_sw: string | null;
    donate_button: string;
    donate_button_sw: string | null;
    presets: bigint[];
    default_preset: bigint;
    image: string | null;
    updated_at: Generated<Date>;
  };
  installation: {
    only_one: Generated<boolean>;
    payments: "sandbox" | "live";
    recorded_at: Generated<Date>;
    id: Generated<string>;
  };
  job_runs: {
    job: string;
    began_at: Date;
    ended_at: Date;
    outcome: ColumnType<Record<string, unknown> | null, string | null, string | null>;
    failure: string | null;
  };
  journal: {
    id: ColumnType<bigint, bigint | undefined, never>;
    kind: ColumnType<
      | "donation"
      | "fee"
      | "donation-reversal"
      | "fee-reversal"
      | "move"
      | "part-refund"
      | "settlement"
      | "payout"
      | "opening",
      | "donation"
      | "fee"
      | "donation-reversal"
      | "fee-reversal"
      | "move"
      | "part-refund"
      | "settlement"
      | "payout"
      | "opening",
      never
    >;
    payment_id: ColumnType<bigint | null, bigint | null, never>;
    reversed_of: ColumnType<bigint | null, bigint | null, never>;
    proposal_id: ColumnType<bigint | null, bigint | null, never>;
    beneficiary: ColumnType<
      "poor-student" | "needy-student" | "student-in-debt" | null,
      "poor-student" | "needy-student" | "student-in-debt" | null,
      never
    >;
    note: ColumnType<string | null, string | null, never>;
    entered_by: ColumnType<string | null, string | null, never>;
    occurred_at: ColumnType<Date, Date | undefined, never>;
    created_at: ColumnType<Date, Date | undefined, never>;
    written_in: GeneratedAlways<string>;
    opening_of: ColumnType<string | null, string | null, never>;
    opening_donors: ColumnType<bigint | null, bigint | null, never>;
    source_hash: ColumnType<string | null, string | null, never>;
  };
  known_devices: {
    hash: Buffer;
    user_id: string;
    used_at: Generated<Date>;
  };
  news_requests: {
    campaign_id: string;
    since: Date;
    asked_at: Generated<Date>;
    digest_id: number | null;
  };
  offline_donations: {
    id: Generated<bigint>;
    campaign_id: string;
    amount: bigint;
    currency: "TZS" | "USD";
    method: "bank" | "cash";
    received_on: Day;
    reference: string;
    donor: ColumnType<unknown, string, never>;
    phone: PhoneNumber | null;
    message: string | null;
    language: "en" | "sw";
    document_id: string | null;
    document_type: string | null;
    status: Generated<"entered" | "confirmed" | "withdrawn">;
    entered_by: string;
    entered_at: Generated<Date>;
    decided_by: string | null;
    decided_at: Date | null;
    reason: string | null;
    donation_id: bigint | null;
  };
  organizer_suspensions: {
    id: Generated<bigint>;
    user_id: string;
    reason: string;
    suspended_by: string;
    suspended_at: Generated<Date>;
    lifted_by: string | null;
    lifted_at: Date | null;
  };
  outbox: {
    id: Generated<bigint>;
    donation_id: bigint | null;
    template: string;
    recipient: string;
    language: Generated<"en" | "sw">;
    details: ColumnType<Record<string, unknown>, string | undefined, string>;
    attempts: Generated<number>;
    send_after: Generated<Date>;
    created_at: Generated<Date>;
    tried_at: Date | null;
    sent_at: Date | null;
    given_up_at: Date | null;
    kept_at: Date | null;
    last_error: string | null;
    asked_by: string | null;
    status: GeneratedAlways<"waiting" | "sent" | "given-up" | "kept">;
    update_id: number | null;
    follower_id: bigint | null;
  };
  overdue_submissions: {
    submission_id: bigint;
    version: number;
    told_at: Generated<Date>;
  };
  pages: {
    slug: "about" | "privacy" | "terms";
    title: string | null;
    title_sw: string | null;
    body: string;
    body_sw: string | null;
    updated_at: Generated<Date>;
  };
  passkeys: {
    id: string;
    user_id: string;
    name: string;
    public_key: Buffer;
    counter: bigint;
    created_at: Generated<Date>;
    used_at: Date | null;
  };
  payment_requests: {
    payment_id: bigint;
    client: string;
    sent_at: Date;
    paid_at: Date | null;
  };
  payments: {
    id: Generated<bigint>;
    donation_id: bigint;
    provider: "azampay" | "selcom" | "offline";
    method: "mobile" | "card" | "bank" | "cash";
    reference: string;
    provider_reference: string | null;
    operator_reference: string | null;
    status: Generated<
      "initiated" | "pending" | "unknown" | "review" | "succeeded" | "failed" | "cancelled" | "reversed"
    >;
    amount: bigint;
    fee: Generated<bigint>;
    asked_amount: bigint | null;
    currency: "TZS" | "USD";
    phone: PhoneNumber | null;
    network: Network | null;
    page_url: string | null;
    failure: string | null;
    checks: Generated<number>;
    next_check_at: Date | null;
    hint: "paid" | "declined" | "cancelled" | "pending" | "reversed" | "unknown" | null;
    hinted_at: Date | null;
    hints: Generated<number>;
    asked_at: Date | null;
    cancel_asked_at: Date | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    settled_at: Date | null;
    pay_number: string | null;
    pay_qr: string | null;
    kept_reason:
      | "cancelled"
      | "wrong-pin"
      | "no-balance"
      | "limit"
      | "expired"
      | "page-expired"
      | "no-wallet"
      | "unreachable"
      | "refused"
      | null;
  };
  picture_uploads: {
    picture_id: string;
    uploader_id: string;
  };
  pictures: {
    id: string;
    width: number;
    height: number;
    alt: string;
    alt_sw: string | null;
    focus_x: Generated<number>;
    focus_y: Generated<number>;
    created_at: Generated<Date>;
  };
  postings: {
    journal_id: ColumnType<bigint, bigint, never>;
    line: ColumnType<number, number, never>;
    account: ColumnType<string, string, never>;
    amount: ColumnType<bigint, bigint, never>;
    currency: ColumnType<"TZS" | "USD", "TZS" | "USD", never>;
    campaign_id: ColumnType<string | null, string | null, never>;
    is_zakat: GeneratedAlways<boolean | null>;
  };
  proposals: {
    id: Generated<bigint>;
    kind: "refund" | "part-refund" | "move" | "credit" | "bank-details";
    subject: string;
    details: ColumnType<unknown, string, never>;
    reason: string;
    proposed_by: string;
    proposed_at: Generated<Date>;
    status: Generated<"open" | "approved" | "rejected" | "withdrawn">;
    decided_by: string | null;
    decided_at: Date | null;
    decision_reason: string | null;
    proven_at: Date | null;
    decided_in: GeneratedAlways<string | null>;
  };
  provider_messages: {
    id: Generated<bigint>;
    provider: "azampay" | "selcom" | "offline";
    kind: "callback" | "answer" | "status" | "statement";
    dedupe_key: string | null;
    payment_id: bigint | null;
    headers: ColumnType<Record<string, string> | null, string | null, string | null>;
    body: string;
    verdict: string | null;
    received_at: Generated<Date>;
    judged_at: Date | null;
    written_in: GeneratedAlways<string | null>;
  };
  rate_limits: {
    subject: string;
    moments: Date[];
    last_at: Date;
  };
  record_drafts: {
    subject: string;
    value: ColumnType<Draft, string, string>;
    fingerprint: string;
    opened: string;
    saved_by: string;
    saved_at: Generated<Date>;
    publish_at: Date | null;
    scheduled_by: string | null;
    failure: "no-access" | "changed" | "invalid" | null;
  };
  record_versions: {
    subject: ColumnType<string, string, never>;
    version: ColumnType<number, number, never>;
    value: ColumnType<Draft, string, never>;
    fingerprint: ColumnType<string, string, never>;
    author_id: ColumnType<string | null, string | null, never>;
    restored_from: ColumnType<number | null, number | null, never>;
    at: ColumnType<Date, Date | undefined, never>;
  };
  retired_keys: {
    id: string;
    retired_at: Generated<Date>;
  };
  role_grants: {
    id: GeneratedAlways<bigint>;
    user_id: string;
    role: "staff" | "admin";
    given_by: string | null;
    given_at: Generated<Date>;
    ended_at: Date | null;
    is_first: Generated<boolean>;
    done_by: string | null;
    needs_confirmation: Generated<boolean>;
  };
  schema_migrations: {
    name: string;
    checksum: string;
    applied_at: Generated<Date>;
  };
  secrets: {
    name: string;
    value: string;
    created_at: Generated<Date>;
  };
  security_events: {
    id: Generated<bigint>;
    at: Generated<Date>;
    kind: SecurityEventKind;
    request_id: string;
    account_id: string | null;
    client: string;
    path: string;
    times: Generated<number>;
  };
  sessions: {
    id: string;
    user_id: string;
    token: string;
    expires_at: Date;
    ip_address: string | null;
    user_agent: string | null;
    impersonated_by: string | null;
    passkey_at: Date | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    sign_in_version: number | null;
  };
  site_settings: {
    key: string;
    value: ColumnType<unknown, string, string>;
    is_public: Generated<boolean>;
    updated_at: Generated<Date>;
  };
  statement_changes: {
    statement_id: bigint;
    line_id: bigint;
    before: ColumnType<unknown, string | null, never>;
  };
  statement_lines: {
    id: Generated<bigint>;
    statement_id: bigint;
    last_statement_id: bigint;
    line: number;
    provider: "azampay" | "selcom";
    key: string;
    part: GeneratedAlways<"payment" | "reversal">;
    reference: string | null;
    provider_reference: string | null;
    outcome: "paid" | "declined" | "cancelled" | "pending" | "reversed" | "unknown";
    said: string | null;
    amount: bigint | null;
    day: Day | null;
    payment_id: bigint | null;
    first_seen_at: Generated<Date>;
    ignored_at: Date | null;
    ignored_by: string | null;
    ignored_reason: string | null;
    failure: "declined" | "cancelled" | null;
  };
  statements: {
    id: Generated<bigint>;
    provider: "azampay" | "selcom";
    source: "file" | "list";
    name: string;
    hash: string;
    from_day: Day | null;
    to_day: Day | null;
    line_count: number;
    imported_by: string | null;
    imported_at: Generated<Date>;
    status: Generated<"preview" | "imported" | "undone">;
    preview: ColumnType<unknown, string | null, string | null>;
    row_count: Generated<number>;
    not_understood: ColumnType<unknown, string | undefined, string>;
    undone_at: Date | null;
    undone_by: string | null;
  };
  submission_budget_lines: {
    submission_id: bigint;
    version: number;
    line: number;
    what: string;
    amount: bigint;
  };
  submission_notes: {
    id: Generated<bigint>;
    submission_id: bigint;
    author_id: string;
    text: string;
    at: Generated<Date>;
  };
  submission_pictures: {
    submission_id: bigint;
    version: number;
    place: number;
    picture_id: string;
    alt: string;
  };
  submission_reviews: {
    id: Generated<bigint>;
    submission_id: bigint;
    version: number;
    kind: "changes-asked" | "approved" | "rejected";
    reviewer_id: string;
    reason: Generated<string>;
    field_reasons: ColumnType<Record<string, string>, string | undefined, string>;
    at: Generated<Date>;
  };
  submission_versions: {
    submission_id: bigint;
    version: number;
    title: string;
    category: "infrastructure" | "scholarship" | "research" | "alumni" | "zakat" | "registered-waqfu";
    sub_type: SubType;
    description: string;
    goal_amount: bigint;
    currency: "TZS" | "USD" | "GBP" | "EUR" | "CAD" | "AUD" | "JPY" | "CHF" | "SAR" | "AED";
    organizer: string;
    is_zakat_eligible: boolean;
    beneficiaries: string;
    relation: string;
    surplus: "campaign" | "donors";
    surplus_campaign_id: string | null;
    submitted_at: Generated<Date>;
  };
  submissions: {
    id: Generated<bigint>;
    owner_id: string;
    language: Generated<"en" | "sw">;
    status: Generated<"draft" | "submitted" | "changes-asked" | "approved" | "rejected">;
    entered: ColumnType<Record<string, string>, string | undefined, string>;
    version: Generated<number>;
    submitted_at: Date | null;
    answer_by: Day | null;
    decided_at: Date | null;
    campaign_id: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  support_messages: {
    donation_id: bigint;
    status: "approved" | "hidden";
    decided_by: string;
    decided_at: Generated<Date>;
  };
  team_members: {
    id: Generated<number>;
    name: string;
    role: string;
    role_sw: string | null;
    bio: string | null;
    bio_sw: string | null;
    photo_url: string | null;
    order_index: number;
    is_active: Generated<boolean>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  two_factors: {
    id: string;
    user_id: string;
    secret: string;
    backup_codes: string;
    verified: Generated<boolean>;
    failed_verification_count: Generated<number>;
    locked_until: Date | null;
    turned_on_at: GeneratedAlways<Date | null>;
    codes_saved_at: Date | null;
    codes_set: Generated<string>;
  };
  used_challenges: {
    name: string;
    used_at: Date;
  };
  users: {
    id: string;
    name: string;
    username: string | null;
    display_username: string | null;
    email: string;
    email_verified: Generated<boolean>;
    image: string | null;
    role: Generated<"organizer" | "staff" | "admin">;
    banned: Generated<boolean>;
    ban_reason: string | null;
    ban_expires: Date | null;
    two_factor_enabled: Generated<boolean>;
    has_passkey: GeneratedAlways<boolean>;
    must_change_password: Generated<boolean>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    sign_in_version: Generated<number>;
  };
  verifications: {
    id: string;
    identifier: string;
    value: string;
    expires_at: Date;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    sign_in_version: number | null;
  };
  vice_chancellor_message: {
    id: Generated<number>;
    title: string;
    title_sw: string | null;
    greeting: string;
    greeting_sw: string | null;
    content: string;
    content_sw: string | null;
    vice_chancellor_name: string;
    vice_chancellor_title: string;
    vice_chancellor_title_sw: string | null;
    vice_chancellor_photo_url: string | null;
    updated_at: Generated<Date>;
  };
  visitor_counts: {
    day: Day;
    kind:
      | "total"
      | "page"
      | "last-page"
      | "source"
      | "link"
      | "share"
      | "share-way"
      | "device"
      | "language"
      | "step";
    name: string;
    visitors: bigint;
    times: bigint;
    ends: bigint;
    seconds: bigint;
    depth: bigint;
  };
  visitor_events: {
    id: Generated<bigint>;
    at: Generated<Date>;
    day: GeneratedAlways<Day>;
    session_id: string;
    type: "session_start" | "page_view" | "page_view_end" | "event" | "consent" | "session_end";
    path: string | null;
    campaign_id: string | null;
    device: "phone" | "tablet" | "laptop" | null;
    language: string | null;
    source: string | null;
    link: string | null;
    action: string | null;
    seconds: number | null;
    depth: number | null;
  };
  zakat_rulings: {
    id: Generated<bigint>;
    campaign_id: string;
    reviewer_id: number;
    reviewer_name: string;
    ruled_on: Day;
    reasons: string;
    expires_on: Day | null;
    recorded_by: string | null;
    recorded_at: Generated<Date>;
    withdrawn_by: string | null;
    withdrawn_at: Date | null;
    withdrawal_reason: string | null;
  };
  audit_problems: {
    promise: GeneratedAlways<PromiseName>;
    problem: GeneratedAlways<string>;
    subject: GeneratedAlways<string>;
  };
  broken_promises: {
    promise: GeneratedAlways<PromiseName>;
    problem: GeneratedAlways<string>;
    subject: GeneratedAlways<string>;
  };
  campaigns_with_calculated_days: {
    id: GeneratedAlways<string>;
    title: GeneratedAlways<string>;
    title_sw: GeneratedAlways<string | null>;
    description: GeneratedAlways<string>;
    description_sw: GeneratedAlways<string | null>;
    story: GeneratedAlways<string | null>;
    story_sw: GeneratedAlways<string | null>;
    category: GeneratedAlways<
      | "infrastructure"
      | "scholarship"
      | "research"
      | "alumni"
      | "zakat"
      | "registered-waqfu"
      | "events"
      | "n/a"
    >;
    sub_type: GeneratedAlways<SubType>;
    priority: GeneratedAlways<number>;
    goal_amount: GeneratedAlways<bigint>;
    currency: GeneratedAlways<"TZS" | "USD">;
    image: GeneratedAlways<string | null>;
    organizer: GeneratedAlways<string>;
    location: GeneratedAlways<string>;
    is_zakat_eligible: GeneratedAlways<boolean>;
    status: GeneratedAlways<"pending" | "active" | "paused" | "completed" | "rejected">;
    start_date: GeneratedAlways<Day>;
    end_date: GeneratedAlways<Day>;
    owner_id: GeneratedAlways<string | null>;
    archived_at: GeneratedAlways<Date | null>;
    created_at: GeneratedAlways<Date>;
    updated_at: GeneratedAlways<Date>;
    campaign_image: GeneratedAlways<string | null>;
    days_left: GeneratedAlways<number>;
    amount_raised: GeneratedAlways<bigint>;
    donors_count: GeneratedAlways<bigint>;
    organizer_sw: GeneratedAlways<string | null>;
    location_sw: GeneratedAlways<string | null>;
    event_day: GeneratedAlways<Day | null>;
    suspended_at: GeneratedAlways<Date | null>;
    zakat_until: GeneratedAlways<Day | null>;
    small_amount_does: GeneratedAlways<string | null>;
    small_amount_does_sw: GeneratedAlways<string | null>;
    usual_amount_does: GeneratedAlways<string | null>;
    usual_amount_does_sw: GeneratedAlways<string | null>;
    large_amount_does: GeneratedAlways<string | null>;
    large_amount_does_sw: GeneratedAlways<string | null>;
    is_for_sadaqah: GeneratedAlways<boolean>;
    paused_at: GeneratedAlways<Date | null>;
  };
  last_news: {
    campaign_id: GeneratedAlways<string>;
    at: GeneratedAlways<Date>;
  };
  public_campaign_budget_lines: {
    campaign_id: GeneratedAlways<string>;
    line: GeneratedAlways<number>;
    what: GeneratedAlways<string>;
    amount: GeneratedAlways<bigint>;
  };
  public_campaign_pictures: {
    campaign_id: GeneratedAlways<string>;
    place: GeneratedAlways<number>;
    picture_id: GeneratedAlways<string>;
  };
  public_campaign_plans: {
    campaign_id: GeneratedAlways<string>;
    language: GeneratedAlways<"en" | "sw">;
    beneficiaries: GeneratedAlways<string>;
    relation: GeneratedAlways<string>;
    surplus: GeneratedAlways<"campaign" | "donors">;
    surplus_campaign_id: GeneratedAlways<string | null>;
  };
  public_campaign_updates: {
    id: GeneratedAlways<number>;
    campaign_id: GeneratedAlways<string>;
    title: GeneratedAlways<string>;
    title_sw: GeneratedAlways<string | null>;
    content: GeneratedAlways<string>;
    content_sw: GeneratedAlways<string | null>;
    published_at: GeneratedAlways<Date>;
    edited_at: GeneratedAlways<Date | null>;
    is_automatic: GeneratedAlways<boolean>;
    image: GeneratedAlways<string | null>;
    image_alt: GeneratedAlways<string>;
    image_alt_sw: GeneratedAlways<string | null>;
  };
  public_campaigns: {
    id: GeneratedAlways<string>;
    title: GeneratedAlways<string>;
    title_sw: GeneratedAlways<string | null>;
    description: GeneratedAlways<string>;
    description_sw: GeneratedAlways<string | null>;
    story: GeneratedAlways<string | null>;
    story_sw: GeneratedAlways<string | null>;
    category: GeneratedAlways<
      | "infrastructure"
      | "scholarship"
      | "research"
      | "alumni"
      | "zakat"
      | "registered-waqfu"
      | "events"
      | "n/a"
    >;
    sub_type: GeneratedAlways<SubType>;
    priority: GeneratedAlways<number>;
    goal_amount: GeneratedAlways<bigint>;
    currency: GeneratedAlways<"TZS" | "USD">;
    image: GeneratedAlways<string | null>;
    organizer: GeneratedAlways<string>;
    location: GeneratedAlways<string>;
    is_zakat_eligible: GeneratedAlways<boolean>;
    status: GeneratedAlways<PublicStatus>;
    start_date: GeneratedAlways<Day>;
    end_date: GeneratedAlways<Day>;
    days_left: GeneratedAlways<number>;
    amount_raised: GeneratedAlways<bigint>;
    donors_count: GeneratedAlways<bigint>;
    created_at: GeneratedAlways<Date>;
    updated_at: GeneratedAlways<Date>;
    organizer_sw: GeneratedAlways<string | null>;
    location_sw: GeneratedAlways<string | null>;
    event_day: GeneratedAlways<Day | null>;
    small_amount_does: GeneratedAlways<string | null>;
    small_amount_does_sw: GeneratedAlways<string | null>;
    usual_amount_does: GeneratedAlways<string | null>;
    usual_amount_does_sw: GeneratedAlways<string | null>;
    large_amount_does: GeneratedAlways<string | null>;
    large_amount_does_sw: GeneratedAlways<string | null>;
    is_for_sadaqah: GeneratedAlways<boolean>;
    paused_since: GeneratedAlways<Day | null>;
  };
  public_daily_totals: {
    day: GeneratedAlways<Day>;
    campaign_id: GeneratedAlways<string>;
    currency: GeneratedAlways<"TZS" | "USD">;
    raised: GeneratedAlways<bigint>;
    donors: GeneratedAlways<bigint>;
  };
  public_external_figures: {
    subject: GeneratedAlways<string>;
    raised: GeneratedAlways<bigint>;
    donors: GeneratedAlways<bigint>;
    first_day: GeneratedAlways<Day>;
    last_day: GeneratedAlways<Day>;
    fetched_at: GeneratedAlways<Date>;
  };
  public_latest_donations: {
    campaign_id: GeneratedAlways<string>;
    amount: GeneratedAlways<bigint>;
    currency: GeneratedAlways<"TZS" | "USD">;
    completed_at: GeneratedAlways<Date>;
    name: GeneratedAlways<string | null>;
  };
  public_recent_donations: {
    campaign_id: GeneratedAlways<string>;
    title: GeneratedAlways<string>;
    title_sw: GeneratedAlways<string | null>;
    amount: GeneratedAlways<bigint>;
    currency: GeneratedAlways<"TZS" | "USD">;
    day: GeneratedAlways<Day>;
  };
  public_settings: {
    key: GeneratedAlways<string>;
    value: GeneratedAlways<unknown>;
    updated_at: GeneratedAlways<Date>;
  };
  public_standings: {
    campaign_id: GeneratedAlways<string>;
    raised: GeneratedAlways<bigint>;
    currency: GeneratedAlways<"TZS" | "USD">;
    share: GeneratedAlways<number | null>;
  };
  public_support_messages: {
    id: GeneratedAlways<bigint>;
    campaign_id: GeneratedAlways<string>;
    message: GeneratedAlways<string>;
    completed_at: GeneratedAlways<Date>;
    name: GeneratedAlways<string | null>;
  };
  public_team: {
    id: GeneratedAlways<number>;
    name: GeneratedAlways<string>;
    role: GeneratedAlways<string>;
    role_sw: GeneratedAlways<string | null>;
    bio: GeneratedAlways<string | null>;
    bio_sw: GeneratedAlways<string | null>;
    photo_url: GeneratedAlways<string | null>;
    order_index: GeneratedAlways<number>;
  };
  public_totals: {
    currency: GeneratedAlways<Currency>;
    raised: GeneratedAlways<bigint>;
    donors: GeneratedAlways<bigint>;
  };
  public_use_changes: {
    id: GeneratedAlways<bigint>;
    campaign_id: GeneratedAlways<string>;
    language: GeneratedAlways<"en" | "sw">;
    use_of_money: GeneratedAlways<string>;
    since: GeneratedAlways<Day>;
  };
  public_zakat_rulings: {
    id: GeneratedAlways<bigint>;
    campaign_id: GeneratedAlways<string>;
    reviewer_name: GeneratedAlways<string>;
    ruled_on: GeneratedAlways<Day>;
    reasons: GeneratedAlways<string>;
    expires_on: GeneratedAlways<Day | null>;
  };
  statement_problems: {
    promise: GeneratedAlways<PromiseName>;
    problem: GeneratedAlways<string>;
    subject: GeneratedAlways<string>;
  };
  statement_standings: {
    id: GeneratedAlways<bigint>;
    statement_id: GeneratedAlways<bigint>;
    last_statement_id: GeneratedAlways<bigint>;
    line: GeneratedAlways<number>;
    provider: GeneratedAlways<"azampay" | "selcom">;
    key: GeneratedAlways<string>;
    part: GeneratedAlways<"payment" | "reversal">;
    reference: GeneratedAlways<string | null>;
    provider_reference: GeneratedAlways<string | null>;
    outcome: GeneratedAlways<"paid" | "declined" | "cancelled" | "pending" | "reversed" | "unknown">;
    said: GeneratedAlways<string | null>;
    amount: GeneratedAlways<bigint | null>;
    day: GeneratedAlways<Day | null>;
    payment_id: GeneratedAlways<bigint | null>;
    first_seen_at: GeneratedAlways<Date>;
    ignored_at: GeneratedAlways<Date | null>;
    ignored_by: GeneratedAlways<string | null>;
    ignored_reason: GeneratedAlways<string | null>;
    donation_id: GeneratedAlways<bigint | null>;
    payment_status: GeneratedAlways<
      | "initiated"
      | "pending"
      | "unknown"
      | "review"
      | "succeeded"
      | "failed"
      | "cancelled"
      | "reversed"
      | null
    >;
    asked: GeneratedAlways<bigint | null>;
    currency: GeneratedAlways<Currency>;
    state: GeneratedAlways<LineState>;
    failure: GeneratedAlways<"declined" | "cancelled" | null>;
  };
};
