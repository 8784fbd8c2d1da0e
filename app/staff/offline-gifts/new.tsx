import { join } from "node:path";
import { useRef } from "react";
import { data, Form, Link, redirect, useNavigation, type ClientActionFunctionArgs } from "react-router";
import { listAllCampaigns } from "#database/staff-campaigns.ts";
import { dayOf } from "#domain/calendar.ts";
import { isSame, valueAt, type Draft } from "#domain/draft.ts";
import { longestMessage } from "#domain/donation.ts";
import { enterOfflineGift, type Entered as Told } from "#operations/enter-offline-gift.ts";
import { openDocuments, refusalOf, type Document } from "#storage/documents.ts";
import { signedInPerson } from "#app/account/signed-in-person.server.ts";
import { configContext, everything, visitorContext } from "#app/http/context.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { methodWords } from "#app/staff/donations/words.ts";
import { KeptOffer } from "#app/staff/editor/kept-offer.tsx";
import { sendKept, useKeptDraft } from "#app/staff/editor/use-kept-draft.ts";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field, SelectField, TextAreaField } from "#app/ui/field.tsx";
import { readOfflineGift } from "./read-offline-gift.ts";
import { receiveWithDocument } from "./receive.server.ts";
import type { Route } from "./+types/new";

export const handle = { policy: "staff" };

export async function loader({ context }: Route.LoaderArgs) {
  const campaigns = await listAllCampaigns(context.get(everything));
  return { campaigns, today: dayOf(new Date()), person: signedInPerson(context).id };
}

type Problem = { field: string; message: string };

export async function action({ request, context }: Route.ActionArgs) {
  const person = context.get(visitorContext);
  if (person === null) throw data(null, { status: 401 });
  const db = context.get(everything);
  const { entered, file } = await receiveWithDocument(request);
  const back = (errors: Problem[], first: bigint | null = null) =>
    data({ errors, entered, first: first === null ? null : String(first) }, { status: 400 });

  const now = new Date();
  const read = readOfflineGift(entered, await listAllCampaigns(db), dayOf(now));
  const refused = file === null ? null : refusalOf(file);
  const unread = refused === null ? [] : [{ field: "document", message: refusals[refused] }];
  if (!read.ok) return back([...read.errors, ...unread]);
  if (refused !== null) return back(unread);
  let document: Document | null = null;
  if (file !== null) {
    const kept = await openDocuments(join(context.get(configContext).dataDir, "documents")).keep(file);
    if ("refused" in kept) return back([{ field: "document", message: refusals[kept.refused] }]);
    document = kept;
  }
  const told = await enterOfflineGift(db, { ...read.gift, document }, { by: person.id, now });
  if (told.kind !== "entered")
    return back([problems[told.kind]], told.kind === "entered-before" ? told.id : null);
  const notice = noticeCookie({
    tone: "success",
    title: "The gift was entered. Somebody else confirms it now.",
  });
  return redirect(`/admin/offline-gifts/${told.id}`, { status: 303, headers: { "Set-Cookie": notice } });
}

const refusals = {
  "too-large": "Choose a file of at most 5 MB",
  "not-a-document": "Choose a PDF, or a picture as PNG, JPEG or WebP",
};

const problems: Record<Exclude<Told["kind"], "entered">, Problem> = {
  "no-campaign": { field: "campaign", message: "Choose a campaign that takes gifts" },
  "other-currency": { field: "amount", message: "Enter the amount in the campaign’s currency" },
  "not-yet": { field: "receivedOn", message: "Enter a day that has come" },
  "entered-before": { field: "reference", message: "A gift with this reference was entered before" },
};

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  sendKept(() => serverAction<typeof action>());

/** Who gave, and what they wrote, stays off the device: others may sit before it. */
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

export default function NewOfflineGift({ loaderData, actionData }: Route.ComponentProps) {
  const { campaigns, today, person } = loaderData;
  const busy = useNavigation().state !== "idle";
  const kept = useKeptDraft(`${person}:offline-gifts/new`, blank);
  const form = useRef<HTMLFormElement>(null);
  const errorAt = (field: string) => actionData?.errors.find((each) => each.field === field)?.message;
  const given = (field: string, otherwise = "") => actionData?.entered[field] ?? otherwise;
  const note = (draft: Draft) => {
    if (isSame(draft, blank)) kept.drop();
    else kept.keep({ draft, opened: "" });
  };
  const at = (field: string, otherwise = "") => ({
    id: field,
    defaultValue: given(field, otherwise),
    error: errorAt(field),
  });
  return (
    <>
      <title>Enter an offline gift</title>
      <meta name="robots" content="noindex" />
      <p className="staff-back">
        <Link to="/admin/offline-gifts">All offline gifts</Link>
      </p>
      <div className="staff-head">
        <h1>Enter an offline gift</h1>
      </div>
      <KeptOffer
        kept={kept}
        take={({ draft }) => {
          if (form.current) fill(form.current, draft);
          note(draft);
        }}
        without="Of the donor, nothing is kept on this device."
      />
      {actionData === null && (
        <div className="error-summary" role="alert" tabIndex={-1}>
          <h2>The gift was not entered</h2>
          <p>The line broke, and what you typed is still here. Please try again.</p>
        </div>
      )}
      {actionData && <ErrorSummary title="The gift was not entered" errors={actionData.errors} />}
      {actionData?.first && (
        <p className="list-line">
          <Link to={`/admin/offline-gifts/${actionData.first}`}>See the gift with this reference</Link>
        </p>
      )}
      <Form
        className="staff-form form"
        method="post"
        encType="multipart/form-data"
        noValidate
        ref={form}
        onInput={({ currentTarget }) => note(keptOf(currentTarget))}
      >
        <fieldset className="staff-card">
          <legend>The money</legend>
          <div className="field-row">
            <SelectField
              {...at("campaign")}
              label="Campaign"
              options={[
                { value: "", label: "Choose" },
                ...campaigns.map(({ id, title, currency }) => ({
                  value: id,
                  label: currency === "TZS" ? title : `${title} (${currency})`,
                })),
              ]}
            />
            <Field {...at("amount")} label="Amount" hint="In the campaign’s currency" inputMode="decimal" />
          </div>
          <div className="field-row">
            <SelectField
              {...at("method", "bank")}
              label="How it came"
              options={(["bank", "cash"] as const).map((value) => ({ value, label: methodWords[value] }))}
            />
            <Field {...at("receivedOn")} label="Day on which it arrived" type="date" max={today} />
          </div>
          <Field
            {...at("reference")}
            label="Reference"
            hint="As the bank’s statement or the cash book has it: one entry there is one gift here"
            autoComplete="off"
          />
        </fieldset>
        <fieldset className="staff-card">
          <legend>The donor</legend>
          <label className="check">
            <input type="checkbox" name="anonymous" defaultChecked={given("anonymous") !== ""} />
            <span>Anonymous: neither name nor address is kept</span>
          </label>
          <div className="field-row">
            <Field {...at("name")} label="Name" autoComplete="off" />
            <Field
              {...at("email")}
              label="E-mail"
              hint="For the receipt, if there is one"
              type="email"
              autoComplete="off"
            />
          </div>
          <div className="field-row">
            <Field
              {...at("phone")}
              label="Telephone"
              hint="If it is known"
              inputMode="tel"
              autoComplete="off"
            />
            <SelectField
              {...at("language", "en")}
              label="Language of the receipt"
              options={[
                { value: "en", label: "English" },
                { value: "sw", label: "Kiswahili" },
              ]}
            />
          </div>
          <TextAreaField
            {...at("message")}
            label="Message"
            hint="What the donor wrote with it"
            rows={2}
            maxLength={longestMessage}
          />
        </fieldset>
        <fieldset className="staff-card">
          <legend>The document</legend>
          <Field
            id="document"
            label="Slip, statement or page of the cash book"
            hint="PDF, PNG, JPEG or WebP, up to 5 MB. Only staff can see it."
            type="file"
            accept=".pdf,image/png,image/jpeg,image/webp"
            error={errorAt("document")}
          />
        </fieldset>
        <p>
          <button className="button" type="submit" aria-disabled={busy}>
            Enter the gift
          </button>
        </p>
      </Form>
    </>
  );
}
