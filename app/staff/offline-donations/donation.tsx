import { data, Form, Link, redirect } from "react-router";
import { z } from "zod";
import { readConfirmerHindrance } from "#database/accounts/role-grants.ts";
import { readConfirmers } from "#database/cases/approvers.ts";
import {
  findOfflineDonation,
  hasColleagues,
  type OfflineDonationRecord,
} from "#database/donations/offline.ts";
import { formatDay } from "#domain/system/calendar.ts";
import type { Hindrance } from "#domain/cases/proposal.ts";
import { formatPhone } from "#domain/payments/phone.ts";
import {
  confirmOfflineDonation,
  withdrawOfflineDonation,
  type Decided,
} from "#operations/donations/decide-offline.ts";
import { configContext, databaseContext, visitorContext } from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { methodWords } from "#app/staff/donations/words.ts";
import { Fact } from "#app/ui/fact.tsx";
import { Status } from "#app/staff/list/status.tsx";
import { readId } from "#app/staff/read-id.ts";
import { Amount, EmailAddress, Moment, momentWords } from "#app/staff/values.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field } from "#app/ui/field.tsx";
import { confirmerWords, letColleagueAdd, statusWords } from "./words.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/donation";

export const handle = { policy: "staff" };

export async function loader({ context, params }: Route.LoaderArgs) {
  const db = context.get(databaseContext);
  const person = context.get(visitorContext);
  const id = readId(params.id);
  const donation = id === null ? null : await findOfflineDonation(db, id);
  if (donation === null || person === null) throw data(null, { status: 404 });
  const isOwn = donation.enteredBy.id === person.id;
  const isAlone = isOwn && !(await hasColleagues(db, person.id));
  const sendsMail = context.get(configContext).mail !== undefined;
  const shown = { donation, isAlone, noReceipt: noReceiptBecause(donation, sendsMail) };
  const hindrance = await readConfirmerHindrance(db, person.id, donation.enteredBy.id);
  const cause = isOwn && !isAlone ? refusals["needs-another-person"] : hindrance && hindranceWords(hindrance);
  if (cause === null) return { ...shown, refusal: null };
  const confirmers = await readConfirmers(db, { enteredBy: donation.enteredBy.id, reader: person.id });
  const advice = isOwn && confirmers.kind === "none" ? ` ${letColleagueAdd}` : "";
  return { ...shown, refusal: `${cause}. ${confirmerWords(confirmers)}${advice}` };
}

/** Null if the donor gets a receipt now. */
function noReceiptBecause({ donor }: OfflineDonationRecord, sendsMail: boolean): string | null {
  if (donor.kind === "anonymous" || donor.email === null)
    return "No receipt is sent, because we have no email address.";
  return sendsMail ? null : "The receipt is saved, and can be sent when a mail server is set up.";
}

const form = z.object({
  intent: z.enum(["confirm", "withdraw"]),
  reason: z.string().default("").pipe(z.string().max(1000, "Reason must be 1,000 characters or fewer")),
});

export async function action({ request, context, params, url }: Route.ActionArgs) {
  const person = context.get(visitorContext);
  const id = readId(params.id);
  const read = await readForm(request, form);
  if (id === null || person === null || !read.ok) throw data(null, { status: 400 });
  const { intent, reason } = read.value;
  const decide = intent === "confirm" ? confirmOfflineDonation : withdrawOfflineDonation;
  const decided = await decide(context.get(databaseContext), { id, by: person.id, reason, now: new Date() });
  if (decided.kind === "unknown") throw data(null, { status: 404 });
  if (decided.kind !== "confirmed" && decided.kind !== "withdrawn") {
    const message = decided.kind === "hindered" ? hindranceWords(decided.hindrance) : refusals[decided.kind];
    const isUnchecked = decided.kind === "reason-required" && intent === "confirm";
    const errors = [
      { field: `${intent}-reason`, message: isUnchecked ? "Say where you saw the payment" : message },
    ];
    return data({ errors, entered: read.entered }, { status: 409 });
  }
  const title =
    decided.kind === "confirmed"
      ? "Donation confirmed. It now counts towards the campaign."
      : "Donation withdrawn.";
  return redirect(url.pathname, {
    status: 303,
    headers: { "Set-Cookie": noticeCookie({ tone: "success", title }) },
  });
}

function hindranceWords(hindrance: Hindrance): string {
  switch (hindrance.kind) {
    case "unconfirmed":
      return "You cannot confirm this until a second admin confirms your access";
    case "new-admin":
      return `You cannot confirm this until ${momentWords(hindrance.moment)}, because you are new on the staff`;
    case "brought-in-by-proposer":
      return "You cannot confirm this, because the person who added it brought you into the staff";
    case "tied":
      return "You cannot confirm this, because an invitation links you and the person who added it";
    case "new-proposer":
      return `You cannot confirm this until ${momentWords(hindrance.moment)}, because you brought the person who added it into the staff`;
    case "others-left":
      return `You cannot confirm this until ${momentWords(hindrance.moment)}, because you have only just become the only member of staff`;
  }
}

const refusals: Record<
  Exclude<Decided["kind"], "confirmed" | "withdrawn" | "unknown" | "hindered">,
  string
> = {
  "decided-before": "Someone else has already confirmed or withdrawn this donation",
  "needs-another-person": "You cannot confirm this, because you added it",
  "reason-required": "Enter a reason",
};

export default function OfflineDonation({ loaderData, actionData }: Route.ComponentProps) {
  const { donation, isAlone, noReceipt, refusal } = loaderData;
  const [word, tone] = statusWords[donation.status];
  return (
    <>
      <PageHead
        title={`Offline donation ${donation.reference}`}
        heading={
          <>
            <Amount of={donation.amount} /> {donation.method === "bank" ? "by bank" : "in cash"}
          </>
        }
        back={{ to: "/admin/offline-donations", label: "All offline donations" }}
      >
        <Status tone={tone}>{word}</Status>
      </PageHead>
      {actionData && <ErrorSummary title="There is a problem" errors={actionData.errors} />}
      <div className="staff-columns">
        <Facts donation={donation} />
        {donation.status === "entered" && (
          <Decide
            isAlone={isAlone}
            noReceipt={noReceipt}
            refusal={refusal}
            errors={actionData?.errors ?? []}
          />
        )}
      </div>
    </>
  );
}

function Facts({ donation }: { donation: OfflineDonationRecord }) {
  const { donor } = donation;
  return (
    <section className="staff-card" aria-labelledby="facts">
      <h2 id="facts">Details</h2>
      <dl className="staff-facts">
        <Fact name="Reference">{donation.reference}</Fact>
        <Fact name="Date received">
          <span suppressHydrationWarning>{formatDay(donation.receivedOn, "en")}</span>
        </Fact>
        <Fact name="Payment method">{methodWords[donation.method]}</Fact>
        <Fact name="Campaign" isLong>
          {donation.campaign.title}
          {donation.campaign.status === "completed" && " (completed)"}
        </Fact>
        <Fact name="Donor">{donor.kind === "anonymous" ? "Anonymous" : donor.name}</Fact>
        <Fact name="Email" isLong>
          {donor.kind === "named" && donor.email && <EmailAddress of={donor.email} />}
        </Fact>
        <Fact name="Phone">{donation.phone && formatPhone(donation.phone)}</Fact>
        <Fact name="Message">{donation.message}</Fact>
        <Fact name="Document" isLong={donation.document !== null}>
          {donation.document ? <Slip id={donation.id} type={donation.document.type} /> : "No document"}
        </Fact>
        <Fact name="Added by" isLong>
          {donation.enteredBy.name}, <Moment at={donation.enteredAt} />
        </Fact>
        <Fact name={donation.status === "withdrawn" ? "Withdrawn by" : "Confirmed by"} isLong>
          {donation.decidedAt && (
            <>
              {donation.decidedBy}, <Moment at={donation.decidedAt} />
            </>
          )}
        </Fact>
        <Fact name={donation.status === "confirmed" ? "How it was checked" : "Reason"}>
          {donation.reason}
        </Fact>
        <Fact name="Donation">
          {donation.donationId !== null && (
            <Link to={`/admin/donations/${donation.donationId}`}>View donation</Link>
          )}
        </Fact>
      </dl>
    </section>
  );
}

function Slip({ id, type }: { id: bigint; type: string }) {
  const file = `/admin/offline-donations/${id}/document`;
  const isPdf = type === "application/pdf";
  return (
    <>
      {!isPdf && <img className="staff-slip" src={file} alt="The bank slip or other document" />}
      <a className="staff-download" href={file} download>
        Download the {isPdf ? "PDF" : "picture"}
      </a>
    </>
  );
}

type Deciding = {
  isAlone: boolean;
  noReceipt: string | null;
  /** The reason why this person cannot confirm the donation, until when, and whether others can. */
  refusal: string | null;
  errors: { field: string; message: string }[];
};

function Decide({ isAlone, noReceipt, refusal, errors }: Deciding) {
  const errorAt = (field: string) => errors.find((each) => each.field === field)?.message;
  return (
    <aside className="staff-stack" aria-label="Confirm or withdraw">
      {refusal !== null ? (
        <section className="staff-card">
          <h2>Confirm</h2>
          <p>{refusal}</p>
        </section>
      ) : (
        <Form method="post" className="staff-card form" noValidate>
          <h2>Confirm</h2>
          <p>
            Confirm that the money arrived, with this amount and reference. The donation will be counted
            {noReceipt === null ? " and the receipt sent." : `. ${noReceipt}`}
          </p>
          {isAlone && (
            <Field
              id="confirm-reason"
              name="reason"
              label="How did you check?"
              hint="You are the only member of staff. Say where you saw the payment."
              error={errorAt("confirm-reason")}
            />
          )}
          <button className="button" name="intent" value="confirm">
            Confirm donation
          </button>
        </Form>
      )}
      <Form method="post" className="staff-card form" noValidate>
        <h2>Withdraw</h2>
        <p>
          Use this if it was a mistake or the money never arrived. The details stay here, and the reference
          can be used again.
        </p>
        <Field id="withdraw-reason" name="reason" label="Reason" error={errorAt("withdraw-reason")} />
        <button className="button quiet small" name="intent" value="withdraw">
          Withdraw donation
        </button>
      </Form>
    </aside>
  );
}
