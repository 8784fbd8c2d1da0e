import type { JobName } from "#domain/jobs.ts";

/** What each job does, and what is said of a run that found nothing to do. */
export const jobWords: Record<JobName, { name: string; nothing: string }> = {
  "send-mail": { name: "Send letters", nothing: "No letter waited" },
  "reconcile-payments": {
    name: "Ask the providers about open payments",
    nothing: "No payment had to be asked about",
  },
  "check-ledger": { name: "Check the ledger", nothing: "Nothing is wrong" },
  "compare-orders": { name: "Compare the ledger with Selcom’s list", nothing: "Both agree" },
  "forget-expired": { name: "Delete what is out of date", nothing: "Nothing was out of date" },
  "remove-unused-pictures": { name: "Remove pictures that nothing uses", nothing: "Every picture is used" },
  "raise-alarms": { name: "Watch for alarms", nothing: "No alarm began or ended" },
};

/** As they stand behind their number. */
const countWords: Record<string, string> = {
  sent: "sent",
  refused: "refused for good",
  later: "to be tried again",
  unreachable: "waiting, the mail server is away",
  withdrawn: "dropped, nothing was left to say",
  kept: "kept, no mail server is set",
  asked: "asked about",
  heard: "answered",
  count: "broken",
  toAsk: "to be asked about",
  unknown: "none of ours",
  unlisted: "not on their list",
  odd: "rows set aside",
  missed: "days without an answer",
  cards: "paid cards asked about",
  cancelled: "expired orders cancelled",
  attempts: "counters of attempts",
  rate_limits: "counters of limits",
  payment_requests: "counted payment requests",
  used_challenges: "used proofs of work",
  idempotency_keys: "keys of programs",
  gift_drafts: "gifts that were never sent off",
  sessions: "ended sessions",
  verifications: "old confirmations",
  provider_messages: "messages of providers emptied",
  donations: "donations without a name now",
  payments: "payments without a phone now",
  offline_gifts: "offline donations cleared",
  outbox: "old emails cleared",
  donation_notes: "notes cleared",
  cases: "reasons of cases cleared",
  proposals: "reasons of proposals cleared",
  statement_lines: "reasons of statement lines cleared",
  visits: "old visits",
  security_events: "old security events",
  account_links: "old links",
  known_devices: "old devices",
  documents: "documents deleted",
  removed: "removed",
  raised: "begun",
  ended: "over",
};

/** Of a run only what came of it: `{ sent: 2, later: 0 }` is "2 sent". */
export function outcomeWords(job: JobName, outcome: Record<string, unknown>): string {
  if (outcome["kind"] === "no-answer") return "Selcom did not give its list";
  const counts = Object.entries(outcome)
    .filter(([, count]) => typeof count === "number" && count > 0)
    .map(([name, count]) => `${String(count)} ${countWords[name] ?? name}`);
  return counts.join(", ") || jobWords[job].nothing;
}
