import { data, Form, Link, redirect } from "react-router";
import { z } from "zod";
import {
  findDonorContact,
  findDonorRecords,
  type DonorContact,
  type DonorRecord,
} from "#database/donations/donor-data.ts";
import { contactsOf } from "#domain/donations/donor-contacts.ts";
import { findLastErasure, type Erasure } from "#database/system/audit-log.ts";
import { readAccessHindrance } from "#database/accounts/role-grants.ts";
import { donorSubject } from "#domain/donations/donor-subject.ts";
import { formatMoment } from "#domain/system/calendar.ts";
import { eraseDonor, type Erased } from "#operations/donations/erase-donor.ts";
import { prove } from "#app/account/second-step/prove.server.ts";
import { secondFactorOf, type SecondFactor } from "#app/account/second-step/second-factor.server.ts";
import { signedInPerson } from "#app/account/signed-in-person.server.ts";
import { databaseContext, documentsContext, securityContext } from "#app/http/context.server.ts";
import { readForm, type FormErrors } from "#app/http/form.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { substituteIfStoreFails } from "#app/http/substitute-if-store-fails.server.ts";
import { stateWords } from "#app/staff/donations/words.ts";
import { ListTable, type Column } from "#app/staff/list/list-table.tsx";
import { Status } from "#app/staff/list/status.tsx";
import { statusWords } from "#app/staff/offline-donations/words.ts";
import { hindranceText } from "#app/staff/people/words.ts";
import { faultOfProof, ProvingFields } from "#app/staff/password-and-code.tsx";
import { Amount, Moment } from "#app/staff/values.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field, TextAreaField } from "#app/ui/field.tsx";
import { confirmedForm, donorAccess, readDonorKey } from "./read-donor.server.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/donor-data";

export const handle = { policy: "admin" };

/** A donation page links here with its reference, which is not personal. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(databaseContext);
  const person = signedInPerson(context);
  const hindrance = await readAccessHindrance(db, person.id);
  return {
    erased: url.searchParams.has("erased") ? await findLastErasure(db, person.id) : null,
    order: url.searchParams.get("order") ?? "",
    factor: secondFactorOf(context),
    refusal: hindrance && hindranceText(hindrance, donorAccess),
  };
}

const passwordMissing = "Enter your current password";
const posted = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("find"), who: z.string().default("") }),
  confirmedForm.extend({
    intent: z.literal("erase"),
    password: z.string(passwordMissing).min(1, passwordMissing),
    sure: z.literal("yes", "Tick the box. Erased data cannot be restored."),
    seen: z.string().max(200).optional(),
  }),
]);

export async function action({ request, context }: Route.ActionArgs) {
  const db = context.get(databaseContext);
  const person = signedInPerson(context);
  const read = await readForm(request, posted);
  const who = read.entered["who"] ?? "";
  const donor = readDonorKey(who);
  const [records, contact] =
    donor === null
      ? [[], null]
      : await Promise.all([findDonorRecords(db, donor), findDonorContact(db, donor)]);
  const answer = (errors: FormErrors, status: number) =>
    data({ who, records, contact, reason: read.entered["reason"] ?? "", errors }, { status });
  if (!read.ok) return answer(read.errors.map(atItsField), 400);
  if (donor === null)
    return answer([{ field: "who", message: "Enter an email address, phone number or reference" }], 400);
  if (read.value.intent === "find") return answer([], 200);

  const { reason } = read.value;
  const proof = await prove({ request, context, person }, read.value);
  if (proof.kind !== "proven") {
    const { fault, status } = faultOfProof("erase", proof);
    return answer(fault.errors, status);
  }
  const requester = { by: person.id, reason, now: new Date(), seen: read.value.seen ?? null };
  let leftDocuments = 0;
  const erased = await eraseDonor(db, donor, requester, async (id) => {
    const removing = context.get(documentsContext).remove(id);
    if ((await substituteIfStoreFails(context, removing, "unavailable")) === "unavailable") leftDocuments++;
  });
  if (erased.kind === "erased-before") return erasedBefore(erased);
  if (erased.kind !== "erased") return answer([{ field: "who", message: refusalOf(erased) }], 409);
  context.get(securityContext)("erasure");
  const headers = {
    "Set-Cookie": noticeCookie({
      tone: "success",
      title: erasedNotice(erased),
      ...(leftDocuments > 0 && { text: leftNotice(leftDocuments) }),
    }),
  };
  return redirect("/admin/donor-data?erased", { status: 303, headers });
}

/** The page has several forms with a password. */
const atItsField = ({ field, message }: FormErrors[number]) => ({
  field: field === "password" ? "erase-password" : field,
  message,
});

function erasedBefore({ by, at }: Extract<Erased, { kind: "erased-before" }>) {
  const notice = noticeCookie({
    tone: "info",
    title: "This donor’s data was erased already",
    text: `By ${by ?? "a deleted account"} on ${formatMoment(at, "en")}. Nothing was left to erase.`,
  });
  return redirect("/admin/donor-data", { status: 303, headers: { "Set-Cookie": notice } });
}

function refusalOf(refused: Exclude<Erased, { kind: "erased" | "erased-before" }>): string {
  switch (refused.kind) {
    case "nothing-found":
      return "We hold no data about this donor";
    case "all-open":
      return "Nothing was erased. First settle or decide every open record.";
    default:
      return hindranceText(refused, donorAccess);
  }
}

function erasedNotice({ records, contacts, open }: Extract<Erased, { kind: "erased" }>): string {
  const about = contacts === 0 ? "" : `, and ${contactWords(contacts)}`;
  const done = `Erased from ${records} ${records === 1 ? "record" : "records"}${about}.`;
  return open === 0 ? done : `${done} ${open} ${open === 1 ? "is" : "are"} still open and kept.`;
}

const contactWords = (count: number) => `${count} followed campaigns, links and concerns`;

/** The nightly job removes documents that no record names. */
const leftNotice = (count: number) =>
  `The file store does not work now. ${count === 1 ? "One document" : `${count} documents`} will be deleted by the nightly job.`;

export default function DonorData({ loaderData, actionData }: Route.ComponentProps) {
  const errors = actionData?.errors ?? [];
  const errorAt = (field: string) => errors.find((error) => error.field === field)?.message;
  return (
    <>
      <PageHead title="Donor data" />
      {loaderData.erased && <ErasedBefore {...loaderData.erased} />}
      <section className="staff-card" aria-labelledby="find">
        <h2 id="find">Find</h2>
        <p>
          Donors can ask for a copy of their data or ask you to erase it. First make sure that the request
          comes from the donor. A reference finds one donation. An email address or phone number finds all
          donations. An email address also finds the campaigns that the person follows.
        </p>
        <ErrorSummary title="There is a problem" errors={errors} />
        <Form method="post" className="form staff-form">
          <input type="hidden" name="intent" value="find" />
          <Field
            // An erased phone number or address does not stay in the field.
            key={loaderData.erased?.at.getTime()}
            id="who"
            label="Email, phone or reference"
            error={errorAt("who")}
            defaultValue={actionData?.who ?? loaderData.order}
            maxLength={200}
            autoComplete="off"
          />
          <p className="staff-actions">
            <button className="button">Find</button>
          </p>
        </Form>
      </section>
      {actionData !== undefined && errorAt("who") === undefined && (
        <Found {...actionData} factor={loaderData.factor} refusal={loaderData.refusal} />
      )}
    </>
  );
}

function ErasedBefore({ at, donations, contacts }: Erasure) {
  const erased = [
    ...(donations > 0 ? [donations === 1 ? "1 donation" : `${donations} donations`] : []),
    ...(contacts > 0 ? [contactWords(contacts)] : []),
  ];
  return (
    <section className="staff-card" aria-labelledby="erased">
      <h2 id="erased">Erased</h2>
      <p>
        Personal data of {erased.join(" and ")} was erased on <Moment at={at} />.
      </p>
      <p>Amounts, campaigns, times and references stay in the accounts.</p>
    </section>
  );
}

type Shown = {
  who: string;
  reason: string;
  records: DonorRecord[];
  contact: DonorContact | null;
  errors: FormErrors;
  factor: SecondFactor;
  /** The reason why this person cannot export or erase. */
  refusal: string | null;
};

function Found({ who, reason, records, contact, errors, factor, refusal }: Shown) {
  const hasContact = contact !== null && contactsOf(contact) > 0;
  if (records.length === 0 && !hasContact)
    return (
      <section className="staff-card">
        <p>No data found. Names are deleted 7 years after a donation, phone numbers after 90 days.</p>
      </section>
    );
  return (
    <>
      {records.length > 0 && (
        <section className="staff-card" aria-labelledby="found">
          <h2 id="found">Found: {records.length}</h2>
          <ListTable
            caption="Records found"
            columns={columns}
            rows={records}
            keyOf={({ kind, id }) => `${kind}-${id}`}
            isBrief
          />
        </section>
      )}
      {hasContact && <Followings {...contact} />}
      {refusal === null ? (
        <section className="staff-card action-rows" aria-labelledby="requests">
          <h2 id="requests">What the donor asks for</h2>
          <ExportForm who={who} factor={factor} />
          <EraseForm
            who={who}
            reason={reason}
            errors={errors}
            factor={factor}
            closed={records.filter(({ isOpen }) => !isOpen)}
          />
        </section>
      ) : (
        <p className="staff-card">{refusal}</p>
      )}
    </>
  );
}

/** A person can follow campaigns and report concerns without a donation. */
function Followings({ followings, links, concerns }: DonorContact) {
  return (
    <section className="staff-card" aria-labelledby="followings">
      <h2 id="followings">What they follow, links and concerns</h2>
      <ul>
        {followings.map(({ id, title, isOn }) => (
          <li key={String(id)}>
            {title.en} ({isOn ? "gets the updates" : "unsubscribed"})
          </li>
        ))}
      </ul>
      <p>Links sent to this address: {links}</p>
      <p>Concerns reported with this address: {concerns}</p>
    </section>
  );
}

function ExportForm({ who, factor }: Pick<Shown, "who" | "factor">) {
  return (
    <details>
      <summary>Export the data</summary>
      <form method="post" action="/admin/donor-data/export.json" className="form staff-form">
        <p>One file with all data we hold: donations, payments, messages, emails, notes and documents.</p>
        <input type="hidden" name="who" value={who} />
        <TextAreaField
          id="export-reason"
          name="reason"
          label="Reason"
          hint={noNames}
          rows={2}
          maxLength={500}
        />
        <ProvingFields form="export" factor={factor} errors={[]} />
        <p className="staff-actions">
          <button className="button">Export</button>
        </p>
      </form>
    </details>
  );
}

type EraseProps = Omit<Shown, "records" | "contact" | "refusal"> & {
  /** Records whose data can be erased now. */
  closed: DonorRecord[];
};

function EraseForm({ who, reason, errors, factor, closed }: EraseProps) {
  const [seen] = closed;
  const count = closed.length;
  const errorAt = (field: string) => errors.find((error) => error.field === field)?.message;
  const donations = count === 1 ? "1 donation" : `${count} donations`;
  return (
    <details open={errors.length > 0}>
      <summary>Erase the data permanently</summary>
      <Form method="post" className="form staff-form" noValidate>
        <p>
          Name, email, phone, message, what they follow, concerns, notes and documents are deleted
          permanently. Amount, campaign, time and references stay in the accounts. Open records are kept until
          they are settled.
        </p>
        <input type="hidden" name="intent" value="erase" />
        <input type="hidden" name="who" value={who} />
        {seen && <input type="hidden" name="seen" value={donorSubject(seen)} />}
        <TextAreaField
          id="reason"
          label="Reason"
          hint={noNames}
          error={errorAt("reason")}
          defaultValue={reason}
          rows={2}
          maxLength={500}
        />
        <ProvingFields form="erase" factor={factor} errors={errors} />
        <SureTick error={errorAt("sure")} />
        <p className="staff-actions">
          <button className="button quiet erases">
            {count === 0 ? "Erase" : `Erase the personal data of ${donations}`}
          </button>
        </p>
      </Form>
    </details>
  );
}

function SureTick({ error }: { error: string | undefined }) {
  return (
    <div className="field" data-wrong={error === undefined ? undefined : ""}>
      {error !== undefined && (
        <p className="field-error" id="sure-error">
          {error}
        </p>
      )}
      <label className="check">
        <input
          id="sure"
          type="checkbox"
          name="sure"
          value="yes"
          required
          aria-describedby={error === undefined ? undefined : "sure-error"}
        />
        <span>Yes, erase it. I know that this has no Undo.</span>
      </label>
    </div>
  );
}

const noNames = "The reason stays in the audit log. Do not write a name, email or phone number.";

const columns: Column<DonorRecord>[] = [
  {
    head: "Donor",
    cell: ({ kind, id, orderId, name }) =>
      kind === "donation" ? (
        <>
          <Link to={`/admin/donations/${id}`}>{name}</Link>
          <small>{orderId}</small>
        </>
      ) : (
        <>
          <Link to={`/admin/offline-donations/${id}`}>{name}</Link>
          <small>Offline donation</small>
        </>
      ),
  },
  { head: "Amount", figure: true, cell: ({ amount }) => <Amount of={amount} /> },
  { head: "Campaign", whenBrief: "rest", cell: ({ campaign }) => campaign },
  {
    head: "Status",
    cell: (record) => {
      const [word, tone] = record.kind === "donation" ? stateWords[record.state] : statusWords[record.state];
      return (
        <>
          <Status tone={tone}>{word}</Status>
          {record.isOpen && <small className="row-kept">Still open, so it cannot be erased</small>}
        </>
      );
    },
  },
  { head: "Time", cell: ({ at }) => <Moment at={at} /> },
];
