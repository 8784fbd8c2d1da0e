import { data, redirect } from "react-router";
import { z } from "zod";
import type { Reads } from "#database/sql.server.ts";
import { findProposal, readDecider, type FoundProposal } from "#database/cases/proposals.ts";
import { findLostRequests } from "#database/reconciliation/lost-payments.ts";
import { valueAt, type Draft } from "#domain/content/draft.ts";
import { formatMoney } from "#domain/money/money.ts";
import { mayDecide } from "#domain/cases/proposal.ts";
import type { Proposal } from "#domain/cases/proposal-shape.ts";
import { readApprovers } from "#database/cases/approvers.ts";
import { decideProposal, type Decided } from "#operations/cases/decide-proposal.ts";
import {
  approveLostPayments,
  type ApprovedLostPayments,
} from "#operations/reconciliation/record-lost-payments.ts";
import { prove } from "#app/account/second-step/prove.server.ts";
import { secondFactorOf } from "#app/account/second-step/second-factor.server.ts";
import { databaseContext, publishChangeContext, visitorContext } from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { faultOfProof } from "#app/staff/password-and-code.tsx";
import { Status } from "#app/staff/list/status.tsx";
import { readId } from "#app/staff/read-id.ts";
import { Moment } from "#app/staff/values.tsx";
import { bankDetailsEditor } from "#app/staff/editor/editors/bank-details.ts";
import { labelOf } from "#app/staff/editor/fields.ts";
import { Decision } from "./decision.tsx";
import { LostRequests } from "./lost-requests.tsx";
import { RequestDetails, type Compared } from "./request-details.tsx";
import { kindWords, statusWords } from "./words.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/proposal";

export const handle = { policy: "staff" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const db = context.get(databaseContext);
  const person = context.get(visitorContext);
  const id = readId(params.id);
  const found = id === null ? null : await findProposal(db, id);
  if (found === null || person === null) throw data(null, { status: 404 });
  const lost = found.kind === "credit" ? await findLostRequests(db, found.proposedBy) : [];
  return {
    found,
    lost: lost.length > 1 && lost.some(({ proposalId }) => proposalId === found.id) ? lost : [],
    compared: found.proposal.kind === "bank-details" ? comparedParts(found.proposal) : [],
    isOwn: found.proposedBy === person.id,
    may: mayDecide(found, await readDecider(db, person.id, found.proposedBy), new Date()),
    role: person.role,
    approvers:
      found.status === "open"
        ? await readApprovers(db, {
            proposer: found.proposedBy,
            proposedAt: found.proposedAt,
            reader: person.id,
          })
        : null,
    factor: secondFactorOf(context),
  };
}

function comparedParts({ was, becomes }: Extract<Proposal, { kind: "bank-details" }>): Compared[] {
  const { fields } = bankDetailsEditor.view;
  const part = (record: Draft | null, path: string) => (record && valueAt(record, path)) ?? "";
  return fields
    .flatMap((field) => {
      if (field.kind === "group" || field.name === "reason") return [];
      return field.kind === "written" ? [`${field.name}.en`, `${field.name}.sw`] : [field.name];
    })
    .map((path) => ({ label: labelOf(fields, path), was: part(was, path), becomes: part(becomes, path) }));
}

const form = z.object({
  decision: z.enum(["approve", "approve-all", "reject", "withdraw"]),
  /** The number of requests that the page listed, and the last one's. */
  count: z.coerce.number().int().min(0).default(0),
  last: z
    .string()
    .regex(/^\d{1,18}$/)
    .default("0"),
  reason: z.string().trim().max(1000, "Reason must be 1,000 characters or fewer").default(""),
  password: z.string().default(""),
  code: z.string().default(""),
});

export async function action({ request, params, context }: Route.ActionArgs) {
  const db = context.get(databaseContext);
  const person = context.get(visitorContext);
  const proposalId = readId(params.id);
  if (proposalId === null || person === null) throw data(null, { status: 404 });
  const read = await readForm(request, form);
  if (!read.ok) return data({ errors: read.errors, reason: read.entered["reason"] ?? "" }, { status: 400 });
  const { decision, reason, password, code, count, last } = read.value;
  const wrong = (field: string, message: string, status = 409) =>
    data({ errors: [{ field, message }], reason }, { status });
  if (decision === "reject" && reason === "") return wrong("reason", "Enter a reason for rejecting", 400);

  let provenAt: Date | null = null;
  if (password !== "") {
    const proof = await prove({ request, context, person }, { password, code });
    if (proof.kind !== "proven") {
      const { fault, status } = faultOfProof("decision", proof);
      return data({ errors: fault.errors, reason }, { status });
    }
    provenAt = new Date();
  }
  const deciding = { reason, provenAt, by: person.id, now: new Date() };
  const publishChange = context.get(publishChangeContext);
  const decided =
    decision === "approve-all"
      ? await publishChange(() =>
          approveAll(db, proposalId, { ...deciding, seen: { count, last: BigInt(last) } }),
        )
      : await publishChange(() => decideProposal(db, { ...deciding, proposalId, decision }));
  if (decided.kind === "unknown") throw data(null, { status: 404 });
  if (decided.kind === "approved") return toApproval(proposalId, approvedWords(decided));
  if (decided.kind !== "decided") {
    const field = decided.kind === "with-password" ? "decision-password" : "decision";
    return wrong(field, refusals[decided.kind], decided.kind === "with-password" ? 400 : 409);
  }
  const found = await findProposal(db, proposalId);
  const isBank = decision === "approve" && found?.kind === "bank-details";
  return toApproval(proposalId, isBank ? "Bank details updated successfully" : done[decision]);
}

function toApproval(proposalId: bigint, title: string): Response {
  const notice = noticeCookie({ tone: "success", title });
  return redirect(`/admin/approvals/${proposalId}`, { status: 303, headers: { "Set-Cookie": notice } });
}

type ApprovingAll = Omit<Parameters<typeof approveLostPayments>[1], "proposedBy">;

async function approveAll(
  db: Reads,
  proposalId: bigint,
  approving: ApprovingAll,
): Promise<ApprovedLostPayments> {
  const found = await findProposal(db, proposalId);
  if (found === null) return { kind: "unknown" };
  return approveLostPayments(db, { ...approving, proposedBy: found.proposedBy });
}

function approvedWords({ approved, left }: { approved: number; left: number }): string {
  const made = `Approved requests: ${approved}. The donations are recorded.`;
  return left === 0 ? made : `${made} Requests that need their own decision: ${left}.`;
}

const done = {
  approve: "Approved. The change has been made.",
  "approve-all": "Approved. The changes have been made.",
  reject: "Rejected. Nothing has changed.",
  withdraw: "Withdrawn. Nothing has changed.",
};

const refusals: Record<Exclude<Decided["kind"] | "others", "decided" | "unknown">, string> = {
  others: "The list of requests has changed. Read it again.",
  "decided-before": "Someone else has already decided this",
  "not-possible": "This has changed since the request was made. You can only reject or withdraw it.",
  "not-yours": "Only the person who made the request can withdraw it",
  "with-password": "Enter your password, because you are the only admin",
  "not-before": "You are the only admin, so you must wait 24 hours before you can approve this",
  "another-person": "Another admin must approve this",
  "admins-only": "Only an admin can approve this",
  unconfirmed: "A second admin must confirm your access before you can approve requests",
  tied: "You and the person who made the request are linked by an invitation, so another admin must approve it",
  "new-admin": "A new admin cannot approve requests for 72 hours",
  "brought-in-by-proposer":
    "The person who made the request brought you into the staff, so another admin must approve it",
  "new-proposer": "You brought the person who made the request into the staff less than 72 hours ago",
  "others-left": "You have been the only admin for less than 72 hours",
};

export default function ProposalPage({ loaderData, actionData }: Route.ComponentProps) {
  const { found, lost, compared, isOwn, may, role, approvers, factor } = loaderData;
  const [word, tone] = statusWords[found.status];
  return (
    <>
      <PageHead title={titleOf(found)} back={{ to: "/admin/approvals", label: "All requests" }} />
      <section className="staff-card" aria-labelledby="proposal">
        <h2 id="proposal">Request</h2>
        <dl className="staff-facts">
          <div>
            <dt>Status</dt>
            <dd>
              <Status tone={tone}>{word}</Status>
            </dd>
          </div>
          <div>
            <dt>Requested by</dt>
            <dd>
              {found.proposer}, <Moment at={found.proposedAt} />
            </dd>
          </div>
          <div>
            <dt>Reason</dt>
            <dd>{found.reason}</dd>
          </div>
        </dl>
        <RequestDetails found={found} compared={compared} />
      </section>
      {lost.length > 0 && <LostRequests lost={lost} proposer={found.proposer} />}
      {approvers !== null ? (
        <Decision {...{ lost, isOwn, may, role, approvers, factor }} wrong={actionData ?? null} />
      ) : (
        <Outcome found={found} />
      )}
    </>
  );
}

/** With the amount, as in the list: two requests of one kind differ by it. */
function titleOf({ proposal, donation, kind }: FoundProposal): string {
  if (donation === null) return kindWords[kind];
  const { amount, currency } = donation.amount;
  const own =
    proposal.kind === "part-refund"
      ? proposal.amount
      : proposal.kind === "credit"
        ? proposal.arrived
        : undefined;
  return `${kindWords[kind]}: ${formatMoney({ amount: own === undefined ? amount : BigInt(own), currency }, "en")}`;
}

function Outcome({ found }: { found: FoundProposal }) {
  return (
    <section className="staff-card" aria-labelledby="outcome">
      <h2 id="outcome">Decision</h2>
      <p>
        {statusWords[found.status][0]} by {found.decider}
        {found.decidedAt && (
          <>
            , <Moment at={found.decidedAt} />
          </>
        )}
      </p>
      {found.decisionReason && <p>{found.decisionReason}</p>}
    </section>
  );
}
