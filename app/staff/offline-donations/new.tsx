import { useRef, useState, type MouseEvent } from "react";
import { data, Form, Link, redirect, useNavigation, type ClientActionFunctionArgs } from "react-router";
import { listAllCampaigns } from "#database/campaigns/staff.ts";
import { readConfirmers } from "#database/cases/approvers.ts";
import type { Currency } from "#domain/money/money.ts";
import { dayOf } from "#domain/system/calendar.ts";
import { isSame, valueAt, type Draft } from "#domain/content/draft.ts";
import { longestMessage } from "#domain/donations/read-donor.ts";
import { enterOfflineDonation, type Entered as Told } from "#operations/donations/enter-offline.ts";
import { refusalOf, type Document } from "#storage/documents.ts";
import { signedInPerson } from "#app/account/signed-in-person.server.ts";
import { databaseContext, documentsContext, visitorContext } from "#app/http/context.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { substituteIfStoreFails } from "#app/http/substitute-if-store-fails.server.ts";
import { AskedAmount } from "#app/staff/asked-amount.tsx";
import { methodWords } from "#app/staff/donations/words.ts";
import { DraftOffer } from "#app/staff/editor/draft-offer.tsx";
import { sendCached, useDeviceDraft } from "#app/staff/editor/use-device-draft.ts";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field, SelectField, TextAreaField } from "#app/ui/field.tsx";
import { EnterSends } from "#app/ui/yes-meant.tsx";
import { readOfflineDonation } from "./read-offline-donation.ts";
import { receiveWithDocument } from "./receive.server.ts";
import { confirmersOfNewWords } from "./words.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/new";

export const handle = { policy: "staff" };

export async function loader({ context }: Route.LoaderArgs) {
  const db = context.get(databaseContext);
  const { id: person } = signedInPerson(context);
  const [campaigns, confirmers] = await Promise.all([
    listAllCampaigns(db),
    readConfirmers(db, { enteredBy: person, reader: person }),
  ]);
  return { campaigns, confirmers: confirmersOfNewWords(confirmers), today: dayOf(new Date()), person };
}

type Problem = { field: string; message: string };

export async function action({ request, context }: Route.ActionArgs) {
  const person = context.get(visitorContext);
  if (person === null) throw data(null, { status: 401 });
  const db = context.get(databaseContext);
  const { entered, file } = await receiveWithDocument(request);
  const back = (errors: Problem[], first: bigint | null = null) =>
    data({ errors, entered, first: first === null ? null : String(first) }, { status: 400 });

  const now = new Date();
  const read = readOfflineDonation(entered, await listAllCampaigns(db), dayOf(now));
  const refused = file === null ? null : refusalOf(file);
  const unread = refused === null ? [] : [{ field: "document", message: refusals[refused] }];
  if (!read.ok) return back([...read.errors, ...unread]);
  if (refused !== null) return back(unread);
  let document: Document | null = null;
  if (file !== null) {
    const unavailable = { refused: "unavailable" } as const;
    const kept = await substituteIfStoreFails(context, context.get(documentsContext).keep(file), unavailable);
    if ("refused" in kept) return back([{ field: "document", message: refusals[kept.refused] }]);
    document = kept;
  }
  const outcome = await enterOfflineDonation(db, { ...read.donation, document }, { by: person.id, now });
  if (outcome.kind !== "entered")
    return back([problems[outcome.kind]], outcome.kind === "entered-before" ? outcome.id : null);
  const notice = noticeCookie({
    tone: "success",
    title: "Donation added. It counts when it is confirmed.",
  });
  return redirect(`/admin/offline-donations/${outcome.id}`, {
    status: 303,
    headers: { "Set-Cookie": notice },
  });
}

const refusals = {
  "too-large": "File must be 5 MB or smaller",
  "not-a-document": "Choose a PDF, PNG, JPEG or WebP file",
  malware: "The scanner found malware in this file, so nothing was added",
  unscanned: "The malware scanner does not answer, so nothing was added. Try again in a few minutes",
  unavailable: "The file could not be stored now, and nothing was added. Try again in a few minutes",
};

const problems: Record<Exclude<Told["kind"], "entered">, Problem> = {
  "no-campaign": { field: "campaign", message: "Choose a campaign that accepts donations" },
  "other-currency": { field: "amount", message: "Enter the amount in the campaign’s currency" },
  "not-yet": { field: "receivedOn", message: "Date must be today or in the past" },
  "entered-before": { field: "reference", message: "A donation with this reference has already been added" },
};

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  sendCached(() => serverAction<typeof action>());

/** Donor details are not stored on the device, because other people may use it. */
const blank = { campaign: "", amount: "", method: "bank", receivedOn: "", reference: "", language: "en" };

function keptOf(form: HTMLFormElement): Draft {
  const typed = new FormData(form);
  return Object.fromEntries(Object.keys(blank).map((name) => [name, String(typed.get(name) ?? "")]));
}

function fill(form: HTMLFormElement, draft: Draft): void {
  for (const name of Object.keys(blank)) {
    const field = form.elements.namedItem(name);
    const value = valueAt(draft, name);
    const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
    if (isField && typeof value === "string") field.value = value;
  }
}

export default function NewOfflineDonation({ loaderData, actionData }: Route.ComponentProps) {
  const { campaigns, confirmers, today, person } = loaderData;
  const busy = useNavigation().state !== "idle";
  const kept = useDeviceDraft(`${person}:offline-donations/new`, blank);
  const form = useRef<HTMLFormElement>(null);
  const errorAt = (field: string) => actionData?.errors.find((each) => each.field === field)?.message;
  const typedBefore = (field: string, otherwise = "") => actionData?.entered[field] ?? otherwise;
  const [campaign, setCampaign] = useState(typedBefore("campaign"));
  const note = (draft: Draft) => {
    setCampaign(String(valueAt(draft, "campaign") ?? ""));
    if (isSame(draft, blank)) kept.drop();
    else kept.keep({ draft, opened: "", held: "" });
  };
  const at = (field: string, otherwise = "") => ({
    id: field,
    defaultValue: typedBefore(field, otherwise),
    error: errorAt(field),
  });
  return (
    <>
      <PageHead
        title="Add an offline donation"
        back={{ to: "/admin/offline-donations", label: "All offline donations" }}
      />
      {confirmers !== null && <p className="list-line">{confirmers}</p>}
      <DraftOffer
        kept={kept}
        take={({ draft }) => {
          if (form.current) fill(form.current, draft);
          note(draft);
        }}
        without="Donor details are not saved on this device."
      />
      <NotAdded answer={actionData} />
      <Form
        className="staff-form form"
        method="post"
        encType="multipart/form-data"
        noValidate
        data-keeps-entries
        ref={form}
        onInput={({ currentTarget }) => note(keptOf(currentTarget))}
      >
        <EnterSends />
        <PaymentFields at={at} campaigns={campaigns} chosen={campaign} today={today} />
        <DonorFields at={at} isAnonymous={typedBefore("anonymous") !== ""} />
        <DocumentField error={errorAt("document")} />
        <p>
          <button className="button" type="submit" aria-disabled={busy}>
            Add donation
          </button>
        </p>
      </Form>
    </>
  );
}

type At = (
  field: string,
  otherwise?: string,
) => {
  id: string;
  defaultValue: string;
  error: string | undefined;
};

type PaymentProps = Pick<Route.ComponentProps["loaderData"], "campaigns" | "today"> & {
  at: At;
  /** The id of a campaign, or empty. */
  chosen: string;
};

function PaymentFields({ at, campaigns, chosen, today }: PaymentProps) {
  return (
    <fieldset className="staff-card">
      <legend>Payment</legend>
      <div className="field-row">
        <SelectField
          {...at("campaign")}
          label="Campaign"
          options={[
            { value: "", label: "Choose" },
            ...campaigns.map((campaign) => ({ value: campaign.id, label: nameToChoose(campaign) })),
          ]}
        />
        <AmountField {...at("amount")} campaigns={campaigns} chosen={chosen} />
      </div>
      <div className="field-row">
        <SelectField
          {...at("method", "bank")}
          label="Payment method"
          options={(["bank", "cash"] as const).map((value) => ({ value, label: methodWords[value] }))}
        />
        <Field
          {...at("receivedOn")}
          label="Date received"
          type="date"
          max={today}
          after={
            <button
              className="button quiet small beside-label needs-script"
              type="button"
              onClick={(event) => fillToday(event, today)}
            >
              Today
            </button>
          }
        />
      </div>
      <Field
        {...at("reference")}
        label="Reference"
        hint="Copy it from the bank statement or cash book. Add each entry only once."
        autoComplete="off"
      />
    </fieldset>
  );
}

function fillToday({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>, today: string): void {
  const field = form?.elements.namedItem("receivedOn");
  if (!(field instanceof HTMLInputElement)) return;
  field.value = today;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

type AmountProps = ReturnType<At> & Pick<PaymentProps, "campaigns" | "chosen">;

function AmountField({ campaigns, chosen, ...field }: AmountProps) {
  const currencies = [...new Set(campaigns.map(({ currency }) => currency))];
  const known =
    campaigns.find(({ id }) => id === chosen)?.currency ??
    (currencies.length === 1 ? currencies[0] : undefined);
  const sign = known === undefined ? { hint: "In the campaign’s currency" } : { before: signs[known] };
  return (
    <Field
      {...field}
      {...sign}
      label="Amount"
      inputMode="decimal"
      after={
        <AskedAmount
          field="amount"
          error={field.error}
          typed={field.defaultValue}
          currency={known ?? "TZS"}
        />
      }
    />
  );
}

const signs: Record<Currency, string> = { TZS: "TSh", USD: "US$" };

/** A donation can arrive late, so a completed campaign is offered, and says so. */
function nameToChoose({ title, currency, status }: PaymentProps["campaigns"][number]): string {
  const marks = [...(currency === "TZS" ? [] : [currency]), ...(status === "completed" ? ["completed"] : [])];
  return marks.length === 0 ? title : `${title} (${marks.join(", ")})`;
}

function DonorFields({ at, isAnonymous }: { at: At; isAnonymous: boolean }) {
  return (
    <fieldset className="staff-card">
      <legend>Donor</legend>
      <label className="check">
        <input type="checkbox" name="anonymous" defaultChecked={isAnonymous} />
        <span>Anonymous: do not keep name or email</span>
      </label>
      <div className="field-row">
        <Field {...at("name")} label="Name" autoComplete="off" />
        <Field {...at("email")} label="Email for the receipt" type="email" autoComplete="off" />
      </div>
      <div className="field-row">
        <Field {...at("phone")} label="Phone (optional)" inputMode="tel" autoComplete="off" />
        <SelectField
          {...at("language", "en")}
          label="Receipt language"
          options={[
            { value: "en", label: "English" },
            { value: "sw", label: "Kiswahili" },
          ]}
        />
      </div>
      <TextAreaField {...at("message")} label="Message from the donor" rows={2} maxLength={longestMessage} />
    </fieldset>
  );
}

/** The answer is null when the connection was lost, and undefined before the form was sent. */
function NotAdded({ answer }: { answer: Route.ComponentProps["actionData"] }) {
  return (
    <>
      {answer === null && (
        <div className="error-summary" role="alert" tabIndex={-1}>
          <h2>The donation was not added</h2>
          <p>The connection was lost. Your entries are still here. Please try again.</p>
        </div>
      )}
      {answer && <ErrorSummary title="The donation was not added" errors={answer.errors} />}
      {answer?.first && (
        <p className="list-line">
          <Link to={`/admin/offline-donations/${answer.first}`}>View the donation with this reference</Link>
        </p>
      )}
    </>
  );
}

function DocumentField({ error }: { error: string | undefined }) {
  return (
    <fieldset className="staff-card">
      <legend>Document</legend>
      <Field
        id="document"
        label="Slip, statement or page of the cash book"
        hint="PDF, PNG, JPEG or WebP, up to 5 MB. Only staff can see it."
        type="file"
        accept=".pdf,image/png,image/jpeg,image/webp"
        error={error}
      />
    </fieldset>
  );
}
