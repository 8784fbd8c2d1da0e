import { z } from "zod";
import type { FoundCase } from "#database/cases/list.ts";
import type { Reads } from "#database/sql.server.ts";
import { dismissals } from "#domain/cases/kinds.ts";
import { likelyAmount, readTypedAmount, staffQuestion } from "#domain/donations/typed-amount.ts";
import { formatMoney, type Currency } from "#domain/money/money.ts";
import type { StatusCheck } from "#app/api/donations/collecting.server.ts";
import type { Notice } from "#app/http/notice.server.ts";
import { accessNotConfirmed, propose, type OpenProposal } from "#operations/cases/propose.ts";
import { resolveCase } from "#operations/cases/resolve.ts";
import type { ArrivedProblem } from "#operations/payments/record-received-amount.ts";
import { addLostDonation, type Added } from "#operations/reconciliation/add-lost-donation.ts";
import { addLostDonations, countLostDonations } from "#operations/reconciliation/add-lost-donations.ts";
import { requestLostPayments } from "#operations/reconciliation/record-lost-payments.ts";
import { requestedWords } from "./words.ts";

export const decisionForm = z
  .object({
    // The answer to the question about an amount names no decision.
    decision: z
      .enum([...dismissals, "fail", "credit", "ask", "add", "add-all", "credit-all"])
      .default("credit"),
    campaign: z.string().trim().max(200, "Choose a campaign").default(""),
    reason: z.string().trim().max(1000, "Reason must be 1,000 characters or fewer").default(""),
    arrived: z.string().trim().max(20, "Enter an amount, such as 1000").default(""),
    sure: z.literal("yes").optional(),
    statement: z.string().trim().max(200, "Must be 200 characters or fewer").default(""),
  })
  .superRefine(({ decision, reason, statement, campaign }, { addIssue }) => {
    if ((decision === "add" || decision === "add-all") && campaign === "")
      addIssue({ code: "custom", path: ["campaign"], message: "Choose a campaign" });
    if (decision !== "ask" && reason === "")
      addIssue({ code: "custom", path: ["reason"], message: "Enter a reason for your decision" });
    if ((decision === "credit" || decision === "credit-all") && statement === "")
      addIssue({
        code: "custom",
        path: ["statement"],
        message: "Enter where the payment is on the statement",
      });
  });

type Decision = z.output<typeof decisionForm>;

type Deciding = {
  db: Reads;
  found: FoundCase;
  /** The member of staff. */
  by: string;
  askProvider(reference: string): Promise<StatusCheck>;
  sendsMail: boolean;
};

export type Decided =
  | { kind: "done"; notice: Notice }
  | { kind: "request"; request: OpenProposal }
  /** 400 for an entry, 409 for a state that does not allow the decision. */
  | { kind: "refused"; field: string; message: string; status: 400 | 409 };

const done = (title: string): Decided => ({ kind: "done", notice: { tone: "success", title } });
const refuse = (message: string, field = "reason", status: 400 | 409 = 409): Decided => ({
  ...{ kind: "refused", field, message, status },
});

const closedBefore = "Someone else has already closed this case";
const requestWaits =
  "A request to record this payment needs approval. Reject or withdraw the request first, then close the case.";
const hasChanged = "The payment’s status has changed, so this is no longer possible. Reload the page.";

export async function decide(entered: Decision, deciding: Deciding): Promise<Decided> {
  const { db, found, by, askProvider } = deciding;
  const { decision, reason } = entered;
  switch (decision) {
    case "ask":
      return askAgain(found, askProvider);
    case "credit":
      return requestCredit(entered, deciding);
    case "add":
    case "add-all":
    case "credit-all":
      return decideOnLost(decision, entered, deciding);
    default: {
      const resolved = await resolveCase(db, { caseId: found.id, decision, reason, by, now: new Date() });
      if (resolved.kind === "resolved") return done("Case closed");
      if (resolved.kind === "request-waits") return refuse(requestWaits);
      return refuse(resolved.kind === "resolved-before" ? closedBefore : hasChanged);
    }
  }
}

async function askAgain(
  { payment, status }: FoundCase,
  askProvider: Deciding["askProvider"],
): Promise<Decided> {
  if (payment === null) return refuse("This case is not about a payment");
  if (status === "closed") return refuse(closedBefore);
  if (payment.provider === "offline" || payment.status === "reversed")
    return refuse("We have nothing to ask the provider about this payment");
  const asked = await askProvider(payment.reference);
  return { kind: "done", notice: askedWords(asked) };
}

function askedWords(asked: StatusCheck): Notice {
  switch (asked.kind) {
    case "heard":
      return asked.verdict === "unclear"
        ? noClearAnswer
        : { tone: "success", title: "The provider answered" };
    case "no-answer":
      return noClearAnswer;
    case "not-now":
      return {
        tone: "info",
        title: "The provider was not asked again",
        text: "We asked about this payment a few seconds ago. Wait, then try again.",
      };
    case "failed":
      return { tone: "error", title: "The check failed", text: "We recorded no answer. Try again." };
  }
}

const noClearAnswer: Notice = {
  tone: "error",
  title: "The provider gave no clear answer",
  text: "Nothing has changed.",
};

async function requestCredit(
  { arrived, statement, reason }: Decision,
  { db, found, by }: Deciding,
): Promise<Decided> {
  const currency = found.payment?.requested.currency ?? "TZS";
  const amount = readTypedAmount(arrived, currency)?.amount ?? null;
  const meant = likelyAmount(arrived, currency);
  if (arrived !== "" && amount === null) {
    const message = meant ? staffQuestion(meant) : "Enter the amount in digits, such as 10,000";
    return refuse(message, "arrived", 400);
  }
  const change = {
    kind: "credit",
    caseId: found.id,
    statementReference: statement,
    arrived: amount,
  } as const;
  const proposed = await propose(db, change, { by, reason });
  switch (proposed.kind) {
    case "proposed":
    case "proposed-before":
      return { kind: "request", request: proposed };
    case "wrong-amount":
      return refuse(arrivedWords(proposed.problem, currency), "arrived", 400);
    case "access-not-confirmed":
      return refuse(accessNotConfirmed);
    default:
      return refuse(hasChanged);
  }
}

function arrivedWords(problem: ArrivedProblem, currency: Currency): string {
  const written = (amount: bigint) => formatMoney({ amount, currency }, "en");
  switch (problem.kind) {
    case "above-limit":
      return `One payment can be at most ${written(problem.limit)}`;
    case "no-line":
      return "This is more than we requested. Import the statement that lists the payment first.";
    case "not-as-reported":
      return `Enter the amount that the provider reported: ${problem.reported.map(written).join(" or ")}`;
  }
}

/** About donations that a restore lost. */
async function decideOnLost(
  decision: "add" | "add-all" | "credit-all",
  { campaign, reason, statement, sure }: Decision,
  { db, found, by, askProvider, sendsMail }: Deciding,
): Promise<Decided> {
  const adding = { caseId: found.id, campaignId: campaign, reason, by, now: new Date() };
  switch (decision) {
    case "add": {
      const added = await addLostDonation(db, adding);
      if (added.kind !== "added") return refuseToAdd(added.kind);
      await askProvider(added.reference);
      return done("Donation added. The provider’s answer records it.");
    }
    case "add-all": {
      if (!sure) return refuse(await questionBeforeAll(db), "sure");
      const all = await addLostDonations(db, adding);
      return all.kind === "added" ? done(addedWords(all)) : refuseToAdd(all.kind);
    }
    case "credit-all": {
      const all = await requestLostPayments(db, { by, reason, statement });
      return all.kind === "requested" ? done(requestedWords(all, sendsMail)) : refuseToAdd(all.kind);
    }
  }
}

const refuseToAdd = (kind: NotAdded) =>
  refuse(notAddedWords[kind], kind === "no-campaign" ? "campaign" : "reason");

async function questionBeforeAll(db: Reads): Promise<string> {
  const count = await countLostDonations(db);
  const donations = count === 1 ? "1 donation" : `${count} donations`;
  return `This adds ${donations} and has no Undo. Tick the box to add all of them`;
}

function addedWords({ added, left }: { added: number; left: number }): string {
  const done = `${added} ${added === 1 ? "donation" : "donations"} added. Within minutes, the providers’ answers record them.`;
  return left === 0 ? done : `${done} Open cases that need their own decision: ${left}.`;
}

type NotAdded = Exclude<Added["kind"], "added">;

const notAddedWords: Record<NotAdded, string> = {
  unknown: "This case does not exist",
  "reason-required": "Enter a reason for your decision",
  "resolved-before": closedBefore,
  "access-not-confirmed": accessNotConfirmed,
  "not-possible": "No statement lists this as one paid payment with an amount",
  "no-campaign": "This campaign takes no donations in shillings now. Choose another one.",
};
