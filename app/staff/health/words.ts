import type { JobName } from "#domain/system/jobs.ts";
import type { JobHealth } from "#database/system/health.ts";

type JobWords = { name: string; nothing: string; whileStopped: string };

export const jobWords: Record<JobName, JobWords> = {
  "send-mail": {
    name: "Send emails",
    nothing: "No emails waiting",
    whileStopped: "no email is sent, and donors get no receipts",
  },
  "reconcile-payments": {
    name: "Check unconfirmed payments with the providers",
    nothing: "No payments to check",
    whileStopped: "a payment without a callback stays unconfirmed, and its donor waits",
  },
  "check-ledger": {
    name: "Check the ledger",
    nothing: "No problems found",
    whileStopped: "an error in the ledger is not reported",
  },
  "compare-orders": {
    name: "Compare the ledger with Selcom’s list",
    nothing: "No differences found",
    whileStopped: "a payment that only Selcom knows is not found",
  },
  "forget-expired": {
    name: "Delete expired data",
    nothing: "Nothing to delete",
    whileStopped: "personal data is kept longer than we promise",
  },
  "remove-unused-pictures": {
    name: "Remove unused pictures",
    nothing: "No unused pictures",
    whileStopped: "unused pictures fill the disk",
  },
  "raise-alarms": {
    name: "Look for problems",
    nothing: "No alarm started or ended",
    whileStopped: "no alarm starts, and admins get no email about a problem",
  },
  "fetch-external-figures": {
    name: "Fetch the figures of the reporting service",
    nothing: "Nothing to fetch",
    whileStopped: "the figures of the reporting service stay as they are",
  },
  "watch-silence": {
    name: "Ask organizers for updates that are overdue",
    nothing: "No update is overdue",
    whileStopped: "organizers are not asked for overdue updates",
  },
  "watch-submissions": {
    name: "Remind staff of overdue submissions",
    nothing: "No submission is overdue",
    whileStopped: "staff are not reminded of overdue submissions",
  },
  "watch-rulings": {
    name: "Email about ending Zakat rulings",
    nothing: "No ruling ends soon or has ended",
    whileStopped: "staff get no warning before a Zakat ruling ends",
  },
  "publish-drafts": {
    name: "Publish scheduled changes",
    nothing: "No change is due",
    whileStopped: "scheduled changes are not published",
  },
  "back-up": {
    name: "Make and check the daily backup",
    nothing: "No backup is due",
    whileStopped: "there is no new backup, so a broken disk can lose all newer data",
  },
};

const countWords: Record<string, string> = {
  overdue: "overdue",
  expiring: "ending soon",
  published: "published",
  notPublished: "not published",
  fetched: "fetched",
  failed: "failed (the earlier figures stay)",
  sent: "sent",
  refused: "rejected permanently",
  later: "to try again",
  unreachable: "waiting (mail server not available)",
  withdrawn: "dropped (no longer needed)",
  kept: "saved (no mail server)",
  checked: "checked",
  answered: "answered",
  count: "failed",
  toAsk: "to check",
  unknown: "not recognised",
  unlisted: "missing from the list",
  odd: "unreadable rows",
  missed: "days without an answer",
  cards: "paid card payments checked",
  cancelled: "expired orders cancelled",
  rate_limits: "rate limit counters",
  payment_requests: "payment request counters",
  used_challenges: "used proofs of work",
  idempotency_keys: "idempotency keys",
  donation_drafts: "unfinished donation forms",
  sessions: "ended sessions",
  verifications: "old confirmations",
  provider_messages: "provider messages cleared",
  donations: "donations cleared of names",
  payments: "payments cleared of phone numbers",
  offline_donations: "offline donations cleared",
  outbox: "old emails cleared",
  donation_notes: "notes cleared",
  cases: "case reasons cleared",
  proposals: "request reasons cleared",
  statement_lines: "statement line reasons cleared",
  security_events: "old security events",
  account_links: "old links",
  donor_links: "old links to donors",
  followers: "ended followers",
  asked: "asked for news",
  posted: "automatic updates posted",
  known_devices: "old devices",
  documents: "documents deleted",
  removed: "removed",
  raised: "started",
  ended: "ended",
  megabytes: "MB, restored and checked",
};

/** The counts of a run that are not zero: `{ sent: 2, later: 0 }` is "2 sent". */
export function outcomeWords(job: JobName, outcome: Record<string, unknown>): string {
  if (outcome["kind"] === "no-answer") return "Selcom did not send its list";
  const counts = Object.entries(outcome)
    .filter(([, count]) => typeof count === "number" && count > 0)
    .map(([name, count]) => `${String(count)} ${countWords[name] ?? name}`);
  return counts.join(", ") || jobWords[job].nothing;
}

/** The result of a job's last run as a line of text. */
export function lastRunWords({ name, lastRun }: Pick<JobHealth, "name" | "lastRun">): string {
  if (lastRun === null) return "Not run yet";
  if (lastRun.failure !== null) return `Failed: ${lastRun.failure}`;
  return outcomeWords(name, lastRun.outcome);
}
