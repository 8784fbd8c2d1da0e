import { data, Link, redirect } from "react-router";
import { listAllCampaigns } from "#database/campaigns/staff.ts";
import { findPersonByEmail } from "#database/accounts/people.ts";
import { findCase, type FoundCase } from "#database/cases/list.ts";
import type { CaseKind } from "#domain/cases/kinds.ts";
import type { ListedEmail } from "#database/mail/outbox.ts";
import { findLostPayments } from "#database/reconciliation/lost-payments.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Message } from "#domain/mail/messages.ts";
import { serves, type Person } from "#domain/accounts/roles.ts";
import {
  collectingContext,
  configContext,
  databaseContext,
  visitorContext,
} from "#app/http/context.server.ts";
import { signedInPerson } from "#app/account/signed-in-person.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { approversOfOwn } from "#app/staff/approvals/approvers-of-own.server.ts";
import { toCorrection } from "#app/staff/donations/correction.server.ts";
import { Status } from "#app/staff/list/status.tsx";
import { PageHead } from "#app/staff/page-head.tsx";
import { readId } from "#app/staff/read-id.ts";
import { Amount, Moment, Reference } from "#app/staff/values.tsx";
import { MailError } from "#app/staff/mail/mail-error.tsx";
import { nameOfEmail } from "#app/staff/mail/words.ts";
import { Fact } from "#app/ui/fact.tsx";
import { CaseDetails } from "./case-details.tsx";
import { ConcernDetails } from "./concern.tsx";
import { decide, decisionForm } from "./decide.server.ts";
import { Decide } from "./decision-form.tsx";
import { CaseClosing, Messages, OnStatements, PaymentOf } from "./facts.tsx";
import { caseWords, mayAdd, standingOf, subjectWords, textAbout, textWhenOpened, titleOf } from "./words.ts";
import type { Route } from "./+types/case";

export const handle = { policy: "staff" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const db = context.get(databaseContext);
  const id = readId(params.id);
  const found = id === null ? null : await findCase(db, id);
  if (found === null) throw data(null, { status: 404 });
  return {
    found,
    campaigns: mayAdd(found) ? await listAllCampaigns(db) : [],
    approvers: found.status === "open" && found.payment !== null ? await approversOfOwn(context) : null,
    personId: await findRecipient(db, found, signedInPerson(context)),
    lost: found.kind === "not-booked" && found.status === "open" ? await countLost(db, found.id) : 0,
  };
}

/** The account that an undelivered email went to, for those who may see it. */
const findRecipient = async (db: Reads, { email }: FoundCase, by: Person) =>
  email !== null && serves("admin", by) ? findPersonByEmail(db, email.recipient) : null;

/** Payments that staff added after a restore. 0 if this case is about another one. */
async function countLost(db: Reads, caseId: bigint): Promise<number> {
  const lost = await findLostPayments(db);
  return lost.some((each) => each.caseId === caseId) ? lost.length : 0;
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const db = context.get(databaseContext);
  const person = context.get(visitorContext);
  const id = readId(params.id);
  const found = id === null ? null : await findCase(db, id);
  if (found === null || person === null) throw data(null, { status: 404 });
  const read = await readForm(request, decisionForm);
  if (!read.ok) return data({ errors: read.errors, entered: read.entered }, { status: 400 });
  const askProvider = (reference: string) => context.get(collectingContext).readPaymentStatus(reference);
  const sendsMail = context.get(configContext).mail !== undefined;
  const decided = await decide(read.value, { db, found, by: person.id, askProvider, sendsMail });
  switch (decided.kind) {
    case "done":
      return redirect(`/admin/cases/${found.id}`, {
        status: 303,
        headers: { "Set-Cookie": noticeCookie(decided.notice) },
      });
    case "request":
      return toCorrection(context, decided.request);
    case "refused": {
      const { field, message, status } = decided;
      return data({ errors: [{ field, message }], entered: read.entered }, { status });
    }
  }
}

export default function CasePage({ loaderData, actionData }: Route.ComponentProps) {
  const { found, campaigns, approvers, personId, lost } = loaderData;
  return (
    <>
      <PageHead title={titleOf(found)} back={{ to: "/admin/cases", label: "All cases" }}>
        {found.status === "open" && (
          <a className="to-actions button quiet small" href="#decide">
            Decide
          </a>
        )}
      </PageHead>
      {found.status === "open" && <p className="staff-lead">{textAbout(found)}</p>}
      <div className="staff-columns acting">
        <div className="staff-stack">
          <AboutCase found={found} personId={personId} />
          <PaymentOf found={found} />
        </div>
        {found.status === "closed" && <CaseClosing found={found} />}
        <div className="staff-stack">
          <OnStatements lines={found.lines} />
          <Messages found={found} />
        </div>
        {found.status === "open" && (
          <Decide {...{ found, lost, campaigns, approvers }} wrong={actionData ?? null} />
        )}
      </div>
    </>
  );
}

function AboutCase({ found, personId }: { found: FoundCase; personId: string | null }) {
  const [standing, tone] = standingOf(found);
  // For an unrecognised payment, the statement line already shows all details.
  const isOnStatement = found.kind === "unknown-order" && found.lines.length > 0;
  const isUndelivered = found.kind === ("undelivered" satisfies CaseKind);
  return (
    <section className="staff-card" aria-labelledby="case">
      <h2 id="case">Case {String(found.id)}</h2>
      <dl className="staff-facts">
        <Fact name="Status">
          <Status tone={tone}>{standing}</Status>
        </Fact>
        <Fact name="Type">{found.donation !== null && caseWords(found.kind).name}</Fact>
        <Fact name="Opened">
          <Moment at={found.openedAt} />
        </Fact>
        <Fact name="About" isLong>
          {found.subject !== null &&
            !isOnStatement &&
            (found.email ? (
              <AboutEmail email={found.email} />
            ) : (
              <Reference of={subjectWords(found.subject) ?? ""} />
            ))}
        </Fact>
        <Fact name="Campaign" isLong>
          {found.email?.campaign}
        </Fact>
        <Fact name="Error" isLong>
          {found.email && found.email.lastError !== null && <MailError error={found.email.lastError} />}
        </Fact>
      </dl>
      {!isOnStatement && !isUndelivered && <DetailsOf found={found} />}
      {found.status === "open" && found.email !== null && (
        <EmailActions caseId={found.id} email={found.email} personId={personId} />
      )}
      {found.status !== "open" && (
        <details>
          <summary>What staff were told when it was opened</summary>
          <p>{textWhenOpened(found)}</p>
        </details>
      )}
    </section>
  );
}

/** The fragment opens the form of the donation, so the link loads the page. */
const EmailActions = ({
  caseId,
  email: { id, template, donationId },
  personId,
}: {
  caseId: bigint;
  email: ListedEmail;
  personId: string | null;
}) => (
  <p className="staff-actions">
    {template === ("receipt" satisfies Message["kind"]) && donationId !== null && (
      <a className="button small" href={`/admin/donations/${donationId}#address`}>
        Send to another address
      </a>
    )}
    {template === ("invitation" satisfies Message["kind"]) && personId === null && (
      <Link className="button small" to={`/admin/invitations?case=${caseId}`}>
        Invite again
      </Link>
    )}
    {personId !== null && (
      <Link className="button small" to={`/admin/people/${personId}`}>
        View this person
      </Link>
    )}
    <Link className="button quiet small" to={`/admin/mail/${id}`}>
      Send again
    </Link>
  </p>
);

const AboutEmail = ({ email }: { email: ListedEmail }) => (
  <>
    <Link to={`/admin/mail/${email.id}`}>
      {nameOfEmail(email)} to {email.recipient}
    </Link>
    {email.donation !== null && email.donationId !== null && (
      <>
        {" "}
        for{" "}
        <Link to={`/admin/donations/${email.donationId}`}>
          <Amount of={email.donation.amount} /> from {email.donation.donor}
        </Link>
      </>
    )}
  </>
);

const DetailsOf = ({ found }: { found: FoundCase }) =>
  found.kind === ("concern" satisfies CaseKind) ? (
    <ConcernDetails {...found} />
  ) : (
    <CaseDetails details={found.details} requested={found.payment?.requested ?? null} />
  );
