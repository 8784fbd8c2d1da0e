import type { SecurityEventKind } from "#domain/system/security-event.ts";
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from "kysely";
import type { LinkKind, Role } from "#domain/accounts/roles.ts";
import type { Category, CampaignStatus, PublicStatus, SubType } from "#domain/campaigns/categories.ts";
import type { Day } from "#domain/system/calendar.ts";
import type { Draft } from "#domain/content/draft.ts";
import type { ProjectSlug } from "#domain/campaigns/building-projects.ts";
import type { Language } from "#domain/content/language.ts";
import type { Currency } from "#domain/money/money.ts";
import type { PageSlug } from "#domain/content/pages.ts";
import type { PaymentsMode, PaymentStatus } from "#domain/payments/status.ts";
import type { PromiseName } from "#domain/system/ledger-checks.ts";
import type { ProposalKind, ProposalStatus } from "#domain/cases/proposal.ts";
import type { Outcome } from "#domain/payments/provider.ts";
import type { LineState } from "#domain/reconciliation/statement.ts";
import type { PhoneNumber, Network } from "#domain/payments/phone.ts";

/** The tables and views as the migrations create them. Columns keep the specification's names. */
export type Tables = {
  pictures: Pictures;
  site_settings: SiteSettings;
  hero_section: HeroSection;
  about_section: AboutSection;
  vice_chancellor_message: ViceChancellorMessages;
  team_members: TeamMembers;
  bank_details: BankDetailsTable;
  pages: Pages;
  infrastructure_projects: InfrastructureProjects;
  campaigns: Campaigns;
  campaign_updates: CampaignUpdates;
  campaign_totals: CampaignTotals;
  fund_totals: { currency: Currency; slot: number; raised: bigint; donors: bigint };
  donations: Donations;
  payments: Payments;
  provider_messages: ProviderMessages;
  cases: Cases;
  proposals: Proposals;
  job_runs: JobRuns;
  alarms: Alarms;
  backups: { id: Generated<bigint>; made_at: Generated<Date> };
  security_events: SecurityEvents;
  donation_notes: DonationNotes;
  statements: Statements;
  statement_lines: StatementLines;
  statement_changes: StatementChanges;
  offline_donations: OfflineDonations;
  outbox: Outbox;
  idempotency_keys: IdempotencyKeys;
  donation_drafts: DonationDrafts;
  rate_limits: RateLimits;
  payment_requests: { payment_id: bigint; client: string; sent_at: Date; paid_at: Date | null };
  used_challenges: { name: string; used_at: Date };
  audit_head: { id: bigint; hash: Buffer };
  installation: { payments: PaymentsMode; recorded_at: Generated<Date> };
  journal: Journal;
  postings: Postings;
  audit_log: AuditLog;
  record_versions: RecordVersions;
  users: Users;
  credentials: Credentials;
  sessions: Sessions;
  verifications: { identifier: string; value: string; expires_at: Date };
  account_links: AccountLinks;
  known_devices: { hash: Buffer; user_id: string; used_at: Generated<Date> };
  passkeys: Passkeys;
  two_factors: { user_id: string; verified: Generated<boolean>; backup_codes: string };
  role_grants: {
    id: Generated<bigint>;
    user_id: string;
    role: "staff" | "admin";
    given_by: string | null;
    given_at: Generated<Date>;
    ended_at: Date | null;
    is_first: Generated<boolean>;
    done_by: string | null;
    needs_confirmation: Generated<boolean>;
  };
  access_confirmations: { grant_id: bigint; confirmed_by: string; confirmed_at: Generated<Date> };
  secrets: { name: string; value: string; created_at: Generated<Date> };
  schema_migrations: { name: string; checksum: string; applied_at: Generated<Date> };

  campaigns_with_calculated_days: View<CampaignView>;
  public_campaigns: View<PublicCampaignView>;
  public_campaign_updates: View<Omit<CampaignUpdateColumns, "author_id" | "archived_at">>;
  public_daily_totals: View<{
    day: Day;
    campaign_id: string;
    currency: Currency;
    raised: bigint;
    donors: bigint;
  }>;
  public_standings: View<{
    campaign_id: string;
    raised: bigint;
    currency: Currency;
    share: number | null;
  }>;
  public_totals: View<{ currency: Currency; raised: bigint; donors: bigint }>;
  public_settings: View<{ key: string; value: unknown; updated_at: Date }>;
  public_team: View<Omit<TeamMemberColumns, "is_active">>;
  broken_promises: View<{ promise: PromiseName; problem: string; subject: string }>;
  audit_problems: View<{ promise: PromiseName; problem: string; subject: string }>;
  statement_problems: View<{ promise: PromiseName; problem: string; subject: string }>;
  statement_standings: View<StatementStandings>;
};

type View<Columns> = { [Name in keyof Columns]: ColumnType<Columns[Name], never, never> };

type Json<Value extends object | null> = JSONColumnType<Value, string, string>;

type Pictures = {
  id: string;
  width: number;
  height: number;
  alt: string;
  alt_sw: string | null;
  focus_x: Generated<number>;
  focus_y: Generated<number>;
  created_at: Generated<Date>;
};

type SiteSettings = {
  key: string;
  value: ColumnType<unknown, string, string>;
  is_public: Generated<boolean>;
  updated_at: Generated<Date>;
};

type HeroSection = {
  id: Generated<number>;
  title: string;
  title_sw: string | null;
  subtitle: string;
  subtitle_sw: string | null;
  button_text: string;
  button_text_sw: string | null;
  image: string | null;
  stats: Json<{ label: string; value: string }[]>;
  stats_sw: ColumnType<{ label: string }[] | null, string | null, string | null>;
  updated_at: Generated<Date>;
};

type AboutSection = {
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
  highlights: Json<string[]>;
  highlights_sw: ColumnType<string[] | null, string | null, string | null>;
  accountability_items: Json<AccountabilityItem[]>;
  accountability_items_sw: ColumnType<AccountabilityItem[] | null, string | null, string | null>;
  updated_at: Generated<Date>;
};

type AccountabilityItem = { title: string; description: string };

type ViceChancellorMessages = {
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

type TeamMemberColumns = {
  id: number;
  name: string;
  role: string;
  role_sw: string | null;
  bio: string | null;
  bio_sw: string | null;
  photo_url: string | null;
  order_index: number;
  is_active: boolean;
};

type TeamMembers = Omit<TeamMemberColumns, "id" | "is_active"> & {
  id: Generated<number>;
  is_active: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

type BankDetailsTable = {
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

type Pages = {
  slug: PageSlug;
  /** Only the About page has no table of its own. */
  title: string | null;
  title_sw: string | null;
  body: string;
  body_sw: string | null;
  updated_at: Generated<Date>;
};

type InfrastructureProjects = {
  slug: ProjectSlug;
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
  features: Json<string[]>;
  features_sw: ColumnType<string[] | null, string | null, string | null>;
  donate_title: string;
  donate_title_sw: string | null;
  donate_text: string;
  donate_text_sw: string | null;
  donate_button: string;
  donate_button_sw: string | null;
  /** The driver reads bigints in an array as text. */
  presets: ColumnType<string[], bigint[], bigint[]>;
  default_preset: bigint;
  image: string | null;
  updated_at: Generated<Date>;
};

type Campaigns = {
  id: string;
  title: string;
  title_sw: string | null;
  description: string;
  description_sw: string | null;
  story: string | null;
  story_sw: string | null;
  category: Generated<Category>;
  sub_type: Generated<SubType>;
  priority: Generated<number>;
  goal_amount: bigint;
  currency: Generated<Currency>;
  image: string | null;
  organizer: Generated<string>;
  organizer_sw: string | null;
  location: Generated<string>;
  location_sw: string | null;
  is_zakat_eligible: Generated<boolean>;
  status: Generated<CampaignStatus>;
  start_date: Generated<Day>;
  end_date: Generated<Day>;
  event_day: Day | null;
  owner_id: string | null;
  archived_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

type CampaignTotals = {
  campaign_id: string;
  currency: Currency;
  goal_amount: bigint;
  raised: Generated<bigint>;
  donors: Generated<bigint>;
  /** Share of the goal. Null if there is no goal. */
  share: GeneratedAlways<number | null>;
};

type PublicCampaignView = {
  id: string;
  title: string;
  title_sw: string | null;
  description: string;
  description_sw: string | null;
  story: string | null;
  story_sw: string | null;
  category: Category;
  sub_type: SubType;
  priority: number;
  goal_amount: bigint;
  currency: Currency;
  image: string | null;
  organizer: string;
  organizer_sw: string | null;
  location: string;
  location_sw: string | null;
  is_zakat_eligible: boolean;
  status: PublicStatus;
  start_date: Day;
  end_date: Day;
  event_day: Day | null;
  days_left: number;
  amount_raised: bigint;
  donors_count: bigint;
  created_at: Date;
  updated_at: Date;
};

type CampaignView = Omit<PublicCampaignView, "status"> & {
  status: CampaignStatus;
  campaign_image: string | null;
  owner_id: string | null;
  archived_at: Date | null;
};

type CampaignUpdateColumns = {
  id: number;
  campaign_id: string;
  title: string;
  title_sw: string | null;
  content: string;
  content_sw: string | null;
  author_id: string | null;
  published_at: Date;
  archived_at: Date | null;
};

type CampaignUpdates = Omit<CampaignUpdateColumns, "id" | "published_at"> & {
  id: Generated<number>;
  published_at: Generated<Date>;
};

/** The payment provider. */
export type Collector = Exclude<ProviderName, "offline">;

export type ProviderName = "azampay" | "selcom" | "offline";

type Donations = {
  id: Generated<bigint>;
  /** The campaign that has the money now. */
  campaign_id: string;
  /** The donor's choice, if the donation was moved. */
  chosen_campaign_id: string | null;
  amount: bigint;
  /** The amount refunded in parts. */
  refunded: Generated<bigint>;
  currency: Currency;
  donor_name: Generated<string>;
  donor_email: string | null;
  is_anonymous: Generated<boolean>;
  message: string | null;
  status: Generated<"pending" | "completed" | "failed">;
  provider: ProviderName;
  external_id: string;
  transaction_id: string | null;
  is_alumni_donation: Generated<boolean>;
  graduation_year: string | null;
  language: Generated<Language>;
  retry_of: bigint | null;
  receipt_number: bigint | null;
  receipt_key: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  completed_at: Date | null;
  reversed_at: Date | null;
};

type Payments = {
  id: Generated<bigint>;
  donation_id: bigint;
  provider: ProviderName;
  method: "mobile" | "card" | "bank" | "cash";
  reference: string;
  provider_reference: string | null;
  operator_reference: string | null;
  status: Generated<PaymentStatus>;
  amount: bigint;
  fee: Generated<bigint>;
  asked_amount: bigint | null;
  currency: Currency;
  phone: PhoneNumber | null;
  network: Network | null;
  page_url: string | null;
  failure: string | null;
  checks: Generated<number>;
  next_check_at: Date | null;
  hint: Outcome | null;
  hinted_at: Date | null;
  hints: Generated<number>;
  asked_at: Date | null;
  cancel_asked_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  settled_at: Date | null;
};

type ProviderMessages = {
  id: Generated<bigint>;
  provider: ProviderName;
  kind: "callback" | "answer" | "status" | "statement";
  dedupe_key: string | null;
  payment_id: bigint | null;
  headers: ColumnType<Record<string, string> | null, string | null, string | null>;
  body: string;
  verdict: string | null;
  received_at: Generated<Date>;
  judged_at: Date | null;
};

type Cases = {
  id: Generated<bigint>;
  kind: string;
  payment_id: bigint | null;
  message_id: bigint | null;
  subject: string | null;
  details: ColumnType<Record<string, unknown>, string | undefined, string>;
  status: Generated<"open" | "closed">;
  decision: string | null;
  reason: string | null;
  closed_by: string | null;
  opened_at: Generated<Date>;
  closed_at: Date | null;
  statement_id: bigint | null;
};

type Proposals = {
  id: Generated<bigint>;
  kind: ProposalKind;
  subject: string;
  details: ColumnType<unknown, string, never>;
  reason: string;
  proposed_by: string;
  proposed_at: Generated<Date>;
  status: Generated<ProposalStatus>;
  decided_by: string | null;
  decided_at: Date | null;
  decision_reason: string | null;
  proven_at: Date | null;
  decided_in: GeneratedAlways<string | null>;
};

type DonationNotes = {
  id: Generated<bigint>;
  donation_id: bigint;
  author_id: string;
  text: string;
  at: Generated<Date>;
};

type Statements = {
  id: Generated<bigint>;
  provider: Collector;
  source: "file" | "list";
  name: string;
  hash: string;
  from_day: Day | null;
  to_day: Day | null;
  line_count: number;
  imported_by: string | null;
  imported_at: Generated<Date>;
  status: Generated<"preview" | "imported" | "undone">;
  preview: ColumnType<unknown, string | undefined, string | null>;
  row_count: Generated<number>;
  not_understood: ColumnType<unknown, string | undefined, string>;
  undone_at: Date | null;
  undone_by: string | null;
};

type StatementChanges = {
  statement_id: bigint;
  line_id: bigint;
  before: ColumnType<unknown, string | null, never>;
};

type StatementLineColumns = {
  id: bigint;
  statement_id: bigint;
  line: number;
  provider: Collector;
  key: string;
  reference: string | null;
  provider_reference: string | null;
  outcome: Outcome;
  said: string | null;
  part: "payment" | "reversal";
  last_statement_id: bigint;
  amount: bigint | null;
  day: Day | null;
  payment_id: bigint | null;
  first_seen_at: Date;
  ignored_at: Date | null;
  ignored_by: string | null;
  ignored_reason: string | null;
};

type StatementLines = Omit<StatementLineColumns, "id" | "first_seen_at" | "part"> & {
  id: Generated<bigint>;
  part: ColumnType<StatementLineColumns["part"], never, never>;
  first_seen_at: Generated<Date>;
};

type StatementStandings = StatementLineColumns & {
  donation_id: bigint | null;
  payment_status: PaymentStatus | null;
  asked: bigint | null;
  currency: Currency;
  state: LineState;
};

type Alarms = {
  id: Generated<bigint>;
  kind: string;
  subject: Generated<string>;
  details: ColumnType<Record<string, unknown>, string, string>;
  raised_at: Generated<Date>;
  seen_at: Generated<Date>;
  ended_at: Date | null;
};

type SecurityEvents = {
  id: Generated<bigint>;
  at: Generated<Date>;
  kind: SecurityEventKind;
  request_id: string;
  account_id: string | null;
  client: string;
  path: string;
  times: Generated<number>;
};

type JobRuns = {
  job: string;
  began_at: Date;
  ended_at: Date;
  outcome: ColumnType<Record<string, unknown> | null, string | null, string | null>;
  failure: string | null;
};

type OfflineDonations = {
  id: Generated<bigint>;
  campaign_id: string;
  amount: bigint;
  currency: Currency;
  method: "bank" | "cash";
  received_on: Day;
  reference: string;
  donor: ColumnType<unknown, string, never>;
  phone: PhoneNumber | null;
  message: string | null;
  language: Language;
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

type Outbox = {
  id: Generated<bigint>;
  donation_id: bigint | null;
  template: string;
  recipient: string;
  language: Generated<Language>;
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
};

type IdempotencyKeys = {
  address: string;
  key: string;
  body_hash: string;
  answer_status: number | null;
  answer: ColumnType<unknown, string | null, string | null>;
  donation_id: bigint | null;
  created_at: Generated<Date>;
};

type DonationDrafts = {
  key: string;
  campaign_id: string;
  entered: Json<Record<string, string>>;
  created_at: Generated<Date>;
};

type RateLimits = { subject: string; moments: Date[]; last_at: Date };

type Journal = {
  id: Generated<bigint>;
  kind:
    | "donation"
    | "fee"
    | "donation-reversal"
    | "fee-reversal"
    | "move"
    | "part-refund"
    | "settlement"
    | "payout";
  payment_id: bigint | null;
  reversed_of: bigint | null;
  /** The approved request for a move or a partial refund. */
  proposal_id: bigint | null;
  beneficiary: "poor-student" | "needy-student" | "student-in-debt" | null;
  note: string | null;
  entered_by: string | null;
  occurred_at: Generated<Date>;
  created_at: Generated<Date>;
  written_in: GeneratedAlways<string>;
};

type Postings = {
  journal_id: bigint;
  line: number;
  account: string;
  /** A debit is positive, a credit negative. */
  amount: bigint;
  currency: Currency;
  campaign_id: string | null;
  is_zakat: GeneratedAlways<boolean | null>;
};

type AuditLog = {
  id: Generated<bigint>;
  at: Generated<Date>;
  actor_id: string | null;
  action: string;
  subject: string;
  before: ColumnType<unknown, string | null, never>;
  after: ColumnType<unknown, string | null, never>;
  reason: string | null;
};

type RecordVersions = {
  subject: string;
  version: number;
  value: ColumnType<Draft, string, never>;
  fingerprint: string;
  author_id: string | null;
  restored_from: number | null;
  at: Generated<Date>;
};

type Users = {
  id: string;
  name: string;
  username: string | null;
  display_username: string | null;
  email: string;
  email_verified: Generated<boolean>;
  image: string | null;
  role: Role;
  banned: Generated<boolean>;
  ban_reason: string | null;
  ban_expires: Date | null;
  two_factor_enabled: Generated<boolean>;
  /** A trigger on passkeys updates it. */
  has_passkey: ColumnType<boolean, never, never>;
  must_change_password: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

type Credentials = {
  id: string;
  user_id: string;
  provider_id: string;
  account_id: string;
  password: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

type Sessions = {
  id: string;
  passkey_at: Generated<Date | null>;
  user_id: string;
  token: string;
  expires_at: Date;
  ip_address: string | null;
  user_agent: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

type Passkeys = {
  id: string;
  user_id: string;
  name: string;
  public_key: Buffer;
  /** The driver reads bigints as bigint. */
  counter: bigint;
  created_at: Generated<Date>;
  used_at: Date | null;
};

type AccountLinks = {
  hash: Buffer;
  kind: LinkKind;
  user_id: string | null;
  email: string | null;
  role: Role | null;
  made_by: string | null;
  language: Generated<Language>;
  created_at: Generated<Date>;
  expires_at: Date;
  used_at: Date | null;
};
