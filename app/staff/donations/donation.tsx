import type { ReactNode } from "react";
import { data, Form, Link, redirect } from "react-router";
import { z } from "zod";
import { findDonationRecord, type DonationRecord, type PaymentRecord } from "#database/donations/history.ts";
import { findOpenCorrections, type OpenCorrection } from "#database/cases/proposals.ts";
import { donorReference } from "#domain/payments/donor-reference.ts";
import { formatPhone } from "#domain/payments/phone.ts";
import type { Person } from "#domain/accounts/roles.ts";
import { addNote, longestNote } from "#operations/donations/add-note.ts";
import { checkPayment } from "#operations/payments/check-status.ts";
import { sendReceiptAgain } from "#operations/donations/send-receipt-again.ts";
import { collectingContext, databaseContext, visitorContext } from "#app/http/context.server.ts";
import { readForm, type Entered, type FormErrors } from "#app/http/form.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { Fact } from "#app/ui/fact.tsx";
import { Status } from "#app/staff/list/status.tsx";
import { readId } from "#app/staff/read-id.ts";
import { Amount, EmailAddress, Moment } from "#app/staff/values.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field, TextAreaField } from "#app/ui/field.tsx";
import { DonationTime } from "./donation-time.tsx";
import { Trail } from "./history.tsx";
import {
  failureWords,
  methodWords,
  networkWords,
  paymentWords,
  providerWords,
  requestedWords,
  stateWords,
  verdictWords,
} from "./words.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/donation";

export const handle = { policy: "staff" };

export async function loader({ context, params }: Route.LoaderArgs) {
  const id = readId(params.id);
  const db = context.get(databaseContext);
  const donation = id === null ? null : await findDonationRecord(db, id);
  if (donation === null) throw data(null, { status: 404 });
  const openRequests = await findOpenCorrections(db, donation.orderId);
  return { ...donation, openRequests, isForAdmin: context.get(visitorContext)?.role === "admin" };
}

const form = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("ask"), reference: z.string().max(60) }),
  z.object({ intent: z.literal("note"), note: z.string().default("") }),
  z.object({ intent: z.literal("send-receipt") }),
  z.object({
    intent: z.literal("send-receipt-elsewhere"),
    address: z.string().default(""),
    reason: z.string().default(""),
  }),
]);

type Did = { ok: true; notice: string } | { ok: false; errors: FormErrors };

export async function action({ request, context, params, url }: Route.ActionArgs) {
  const read = await readForm(request, form);
  const id = readId(params.id);
  const person = context.get(visitorContext);
  if (!read.ok || id === null || person === null) throw data(null, { status: 400 });
  const did = await act(context, { id, person, entered: read.value });
  if (!did.ok) return data({ errors: did.errors, entered: read.entered }, { status: 400 });
  const headers = { "Set-Cookie": noticeCookie({ tone: "success", title: did.notice }) };
  return redirect(url.pathname, { status: 303, headers });
}

type Acting = { id: bigint; person: Person; entered: z.output<typeof form> };

async function act(context: Route.ActionArgs["context"], { id, person, entered }: Acting): Promise<Did> {
  const db = context.get(databaseContext);
  switch (entered.intent) {
    case "ask":
      return checkMessage(
        await checkPayment(db, context.get(collectingContext), entered.reference, () => new Date()),
      );
    case "note": {
      const { kind } = await addNote(db, { donationId: id, text: entered.note, by: person.id });
      if (kind === "noted") return { ok: true, notice: "The note was added." };
      return failed(
        "note",
        kind === "too-long" ? `Note must be ${longestNote} characters or fewer` : "Enter a note",
      );
    }
    case "send-receipt":
      return resendMessage(await sendReceiptAgain(db, { donationId: id, instead: null, by: person.id }));
    case "send-receipt-elsewhere": {
      const { address, reason } = entered;
      return resendMessage(
        await sendReceiptAgain(db, { donationId: id, instead: { address, reason }, by: person.id }),
      );
    }
  }
}

const failed = (field: string, message: string): Did => ({ ok: false, errors: [{ field, message }] });

function checkMessage(checked: Awaited<ReturnType<typeof checkPayment>>): Did {
  switch (checked.kind) {
    case "heard":
      return { ok: true, notice: `The provider answered: ${verdictWords(checked.verdict)}.` };
    case "no-answer":
      return failed("ask", "The provider did not answer. We will check again automatically.");
    case "not-now":
      return failed("ask", "We checked a moment ago, or there is nothing to check. Try again in 10 seconds.");
  }
}

function resendMessage(resent: Awaited<ReturnType<typeof sendReceiptAgain>>): Did {
  switch (resent.kind) {
    case "queued":
      return { ok: true, notice: "The receipt is being sent." };
    case "no-receipt":
    case "unknown":
      return failed("send-receipt", "There is no receipt for this donation.");
    case "no-address":
      return failed("address", "Enter an email address: the donor did not give one");
    case "not-an-address":
      return failed("address", "Enter an email address in the right format, such as asha@example.org");
    case "reason-required":
      return failed("reason", "Enter a reason for sending the receipt to another address");
  }
}

export default function Donation({ loaderData: donation, actionData }: Route.ComponentProps) {
  const [word, tone] = stateWords[donation.state];
  return (
    <>
      <PageHead
        title={`Donation ${donation.orderId}`}
        heading={
          <>
            <Amount of={donation.amount} /> from{" "}
            {donation.donor.isErased ? "an erased donor" : donation.donor.name}
          </>
        }
        back={{ to: "/admin/donations", label: "All donations" }}
      >
        <Status tone={tone}>{word}</Status>
        {donation.openRequests.map(({ id, kind }) => (
          <Status key={String(id)} tone="waiting">
            {requestedWords[kind]}
          </Status>
        ))}
        <a className="to-actions" href="#actions">
          Actions
        </a>
      </PageHead>
      {actionData && <ErrorSummary title="There is a problem" errors={actionData.errors} />}
      <div className="staff-columns">
        <div className="staff-stack">
          <Facts donation={donation} />
          {donation.payments.map((payment) => (
            <Payment
              key={String(payment.id)}
              payment={payment}
              isLatest={payment === donation.payments.at(-1)}
            />
          ))}
          <section aria-labelledby="trail">
            <h2 id="trail">What happened</h2>
            <Trail entries={donation.trail} />
          </section>
        </div>
        <Actions donation={donation} failed={actionData ?? null} />
      </div>
    </>
  );
}

function Facts({ donation }: { donation: DonationRecord }) {
  const { donor } = donation;
  const latest = donation.payments.at(-1);
  return (
    <section className="staff-card" aria-labelledby="facts">
      <h2 id="facts">Donation</h2>
      <dl className="staff-facts">
        <Fact name="Donor’s reference">{latest && donorReference(latest)}</Fact>
        <Fact name="Our reference">{donation.orderId}</Fact>
        <Fact name="Date">
          <DonationTime {...donation} />
        </Fact>
        <Fact name="Campaign" isLong>
          <a href={`/campaigns/${donation.campaign.id}`}>{donation.campaign.title}</a>
        </Fact>
        <Fact name="Moved from" isLong>
          {donation.firstCampaign && (
            <a href={`/campaigns/${donation.firstCampaign.id}`}>{donation.firstCampaign.title}</a>
          )}
        </Fact>
        <Fact name="Refunded in part">
          {donation.refunded.amount > 0n && <Amount of={donation.refunded} />}
        </Fact>
        <Fact name="Receipt number">{donation.receiptNumber?.toString()}</Fact>
        <Fact name="Email" isLong>
          {donor.email && <EmailAddress of={donor.email} />}
        </Fact>
        <Fact name="Shown as">{donor.isAnonymous ? "Anonymous" : donor.name}</Fact>
        <Fact name="Graduation year">{donor.graduationYear}</Fact>
        <Fact name="Message">{donor.message}</Fact>
        <Fact name="Retry of">
          {donation.retryOf !== null && (
            <Link to={`/admin/donations/${donation.retryOf}`}>an earlier donation</Link>
          )}
        </Fact>
      </dl>
    </section>
  );
}

function Payment({ payment, isLatest }: { payment: PaymentRecord; isLatest: boolean }) {
  const [word, tone] = paymentWords[payment.status];
  // The first card already has the donor's reference of the latest payment.
  const unlessShown = (reference: string | null) =>
    isLatest && reference === donorReference(payment) ? null : reference;
  return (
    <section className="staff-card" aria-label={`Payment ${payment.reference}`}>
      <div className="staff-card-head">
        <h2>
          {methodWords[payment.method]} by {providerWords[payment.provider]}
        </h2>
        <Status tone={tone}>{word}</Status>
      </div>
      <dl className="staff-facts">
        <Fact name="Amount requested">
          <Amount of={payment.requested} />
        </Fact>
        <Fact name="Amount received">
          {payment.requested.amount !== payment.amount.amount && <Amount of={payment.amount} />}
        </Fact>
        <Fact name="Including fee">{payment.fee.amount > 0n && <Amount of={payment.fee} />}</Fact>
        <Fact name="Phone">{payment.phone && formatPhone(payment.phone)}</Fact>
        <Fact name="Network">{payment.network && networkWords[payment.network]}</Fact>
        <Fact name="Payment number">{payment.reference}</Fact>
        <Fact name="Provider’s reference">{unlessShown(payment.providerReference)}</Fact>
        <Fact name="Reference in SMS">{unlessShown(payment.operatorReference)}</Fact>
        <Fact name="Next check">{payment.nextCheckAt && <Moment at={payment.nextCheckAt} />}</Fact>
        <Fact name={payment.status === "failed" ? "Reason for failure" : "Last problem"}>
          {failureWords(payment.reason) ?? payment.failure}
        </Fact>
      </dl>
    </section>
  );
}

type Failed = { errors: FormErrors; entered: Entered } | null;

type Shown = DonationRecord & { openRequests: OpenCorrection[]; isForAdmin: boolean };

type ActionsProps = { donation: Shown; failed: Failed };

function Actions({ donation, failed }: ActionsProps) {
  const { state, payments, donor } = donation;
  const latest = payments.at(-1);
  return (
    <section className="staff-card action-rows" aria-labelledby="actions">
      <h2 id="actions" tabIndex={-1}>
        Actions
      </h2>
      {latest && latest.provider !== "offline" && latest.status !== "reversed" && (
        <ActionRow name="Check with the provider" isOpen={hasFailed(failed, "ask")} id="ask">
          <Form method="post">
            <p>We record the provider’s answer and update the donation.</p>
            <input type="hidden" name="reference" value={latest.reference} />
            <button className="button small" name="intent" value="ask">
              Check with {providerWords[latest.provider]} now
            </button>
          </Form>
        </ActionRow>
      )}
      {state === "completed" && <ReceiptRows donor={donor} failed={failed} />}
      <Corrections {...donation} />
      <NoteRow key={donation.trail.length} failed={failed} />
      {donation.isForAdmin && <DonorDataRow donation={donation} />}
    </section>
  );
}

type ActionRowProps = { name: string; id?: string; isOpen?: boolean; children: ReactNode };

function ActionRow({ name, id, isOpen = false, children }: ActionRowProps) {
  return (
    <details id={id} open={isOpen}>
      <summary>{name}</summary>
      {children}
    </details>
  );
}

function Corrections({ id, state, openRequests }: Pick<Shown, "id" | "state" | "openRequests">) {
  if (state !== "completed")
    return (
      <p>
        {state === "reversed"
          ? "This donation has been reversed, so it cannot be refunded or moved."
          : "You can request a refund or a move after the donation has been paid."}
      </p>
    );
  const refund = openRequests.find(({ kind }) => kind !== "move");
  const move = openRequests.find(({ kind }) => kind === "move");
  return (
    <>
      <ActionRow name="Refund">
        {refund ? (
          <OpenRequest request={refund} />
        ) : (
          <>
            <p>
              A refund needs a request and its approval by an admin. The form says who can approve it, and
              from when.
            </p>
            <Link className="button quiet small" to={`/admin/donations/${id}/refund`}>
              Request a refund
            </Link>
          </>
        )}
      </ActionRow>
      <ActionRow name="Move to another campaign">
        {move ? (
          <OpenRequest request={move} />
        ) : (
          <>
            <p>
              A move needs a request and its approval by an admin. The form says who can approve it, and from
              when.
            </p>
            <Link className="button quiet small" to={`/admin/donations/${id}/move`}>
              Request a move
            </Link>
          </>
        )}
      </ActionRow>
    </>
  );
}

function OpenRequest({ request: { id, kind } }: { request: OpenCorrection }) {
  return (
    <>
      <p>{requestedWords[kind]}. It needs approval.</p>
      <Link className="button quiet small" to={`/admin/approvals/${id}`}>
        View request
      </Link>
    </>
  );
}

function DonorDataRow({ donation: { id, orderId } }: Pick<ActionsProps, "donation">) {
  return (
    <ActionRow name="Donor data">
      <Form method="post" action={`/admin/donations/${id}/donor`}>
        <button className="button quiet small">Show all their donations</button>
      </Form>
      <p>When the donor asks, export or erase the data we hold about them.</p>
      <Link className="button quiet small" to={`/admin/donor-data?order=${orderId}`}>
        Export or erase
      </Link>
    </ActionRow>
  );
}

function ReceiptRows({ donor, failed }: { donor: DonationRecord["donor"]; failed: Failed }) {
  return (
    <>
      {donor.email !== null && (
        <ActionRow name="Resend the receipt" id="send-receipt" isOpen={hasFailed(failed, "send-receipt")}>
          <Form method="post">
            <p>It goes to {donor.email}.</p>
            <button className="button quiet small" name="intent" value="send-receipt">
              Resend to donor
            </button>
          </Form>
        </ActionRow>
      )}
      <ActionRow
        name="Send the receipt to another address"
        isOpen={hasFailed(failed, "send-receipt-elsewhere")}
      >
        <Form method="post" className="form" noValidate>
          <Field
            id="address"
            label="Email address"
            type="email"
            defaultValue={entered(failed, "address")}
            error={errorAt(failed, "address")}
            autoComplete="off"
          />
          <Field
            id="reason"
            label="Reason"
            defaultValue={entered(failed, "reason")}
            error={errorAt(failed, "reason")}
          />
          <button className="button quiet small" name="intent" value="send-receipt-elsewhere">
            Send the receipt
          </button>
        </Form>
      </ActionRow>
    </>
  );
}

function NoteRow({ failed }: { failed: Failed }) {
  return (
    <ActionRow name="Add a note" isOpen={hasFailed(failed, "note")}>
      <Form method="post" className="form" noValidate>
        <TextAreaField
          id="note"
          label="Note"
          hint="Notes stay in the history and cannot be changed."
          rows={3}
          maxLength={longestNote}
          defaultValue={entered(failed, "note")}
          error={errorAt(failed, "note")}
        />
        <button className="button quiet small" name="intent" value="note">
          Add note
        </button>
      </Form>
    </ActionRow>
  );
}

const hasFailed = (failed: Failed, intent: string) => failed?.entered["intent"] === intent;

const errorAt = (failed: Failed, field: string) =>
  failed?.errors.find((each) => each.field === field)?.message;

const entered = (failed: Failed, field: string) => failed?.entered[field] ?? "";
