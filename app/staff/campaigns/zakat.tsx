import { data, Form, redirect } from "react-router";
import { z } from "zod";
import { findZakatCampaign, listReviewers, listRulings, type ZakatRuling } from "#database/campaigns/held.ts";
import { dayOf, formatDay } from "#domain/system/calendar.ts";
import { recordRuling, withdrawRuling } from "#operations/campaigns/zakat-rulings.ts";
import { databaseContext, publishChangeContext, visitorContext } from "#app/http/context.server.ts";
import { readForm, type Entered, type FormErrors } from "#app/http/form.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { readId } from "#app/staff/read-id.ts";
import { Status, type Tone } from "#app/staff/list/status.tsx";
import { Moment } from "#app/staff/values.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field, SelectField, TextAreaField } from "#app/ui/field.tsx";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/zakat";

export const handle = { policy: "staff" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const db = context.get(databaseContext);
  const campaign = await findZakatCampaign(db, params.id);
  if (!campaign) throw data(null, { status: 404 });
  const [rulings, reviewers] = await Promise.all([listRulings(db, params.id), listReviewers(db)]);
  return { campaign, rulings, reviewers, today: dayOf(new Date()) };
}

const dayOr = (message: string) => z.iso.date(message).refine((typed) => typed.startsWith("20"), message);
const form = z.discriminatedUnion("do", [
  z.object({
    do: z.literal("record"),
    reviewer: z
      .string("Choose a reviewer")
      .regex(/^\d{1,9}$/, "Choose a reviewer")
      .transform(Number),
    ruledOn: dayOr("Choose the day of the ruling"),
    expiresOn: z.literal("").or(dayOr("Choose the last day, or leave it empty")),
    reasons: z
      .string()
      .trim()
      .min(20, "Write the reasons in at least 20 characters")
      .max(2000, "Reasons must be 2,000 characters or fewer"),
  }),
  z.object({
    do: z.literal("withdraw"),
    ruling: z.string(),
    reason: z
      .string()
      .trim()
      .min(1, "Enter a reason for withdrawing")
      .max(2000, "Reason must be 2,000 characters or fewer"),
  }),
]);

export async function action({ request, params, context }: Route.ActionArgs) {
  const db = context.get(databaseContext);
  const person = context.get(visitorContext);
  if (!person || !(await findZakatCampaign(db, params.id))) throw data(null, { status: 404 });
  const read = await readForm(request, form);
  if (!read.ok) return data({ errors: atRuling(read), entered: read.entered }, { status: 400 });
  const { value } = read;
  const refuse = (field: string, message: string) =>
    data({ errors: [{ field, message }], entered: read.entered }, { status: 400 });
  const by = person.id;
  const publish = context.get(publishChangeContext);
  if (value.do === "withdraw") {
    const rulingId = readId(value.ruling);
    if (rulingId === null) throw data(null, { status: 404 });
    const withdrawal = { campaignId: params.id, rulingId, reason: value.reason, by };
    const outcome = await publish(() => withdrawRuling(db, withdrawal));
    if (outcome === "own")
      return refuse(`reason-${rulingId}`, "Another person must withdraw this for your own campaign");
    return back(params.id, "Withdrawn. Without another valid ruling the campaign takes no Zakat.");
  }
  const { reviewer: reviewerId, ruledOn, reasons } = value;
  const expiresOn = value.expiresOn === "" ? null : value.expiresOn;
  if (ruledOn > dayOf(new Date())) return refuse("ruledOn", "Enter today or an earlier day");
  if (expiresOn !== null && expiresOn < ruledOn)
    return refuse("expiresOn", "The last day must be on or after the day of the ruling");
  const ruling = { campaignId: params.id, reviewerId, ruledOn, reasons, expiresOn, by };
  const outcome = await publish(() => recordRuling(db, ruling));
  if (outcome === "unknown") return refuse("reviewer", "Choose a reviewer");
  if (outcome === "own") return refuse("reviewer", "Another person must record this for your own campaign");
  return back(params.id, "Recorded. Visitors see the ruling.");
}

/** Each ruling has its own form, so the field of a reason has the number of its ruling. */
function atRuling({ errors, entered }: { errors: FormErrors; entered: Entered }): FormErrors {
  return errors.map((error) =>
    error.field === "reason" ? { ...error, field: `reason-${entered["ruling"]}` } : error,
  );
}

function back(id: string, title: string) {
  const notice = noticeCookie({ tone: "success", title });
  return redirect(`/admin/campaigns/${id}/zakat`, { status: 303, headers: { "Set-Cookie": notice } });
}

export default function ZakatRulings({ loaderData, actionData }: Route.ComponentProps) {
  const { campaign, rulings, reviewers, today } = loaderData;
  const errors = actionData?.errors ?? [];
  const entered = actionData?.entered ?? {};
  const at = (field: string) => ({
    error: errors.find((each) => each.field === field)?.message,
    defaultValue: entered[field],
  });
  return (
    <>
      <PageHead
        title="Zakat rulings"
        heading={`Zakat rulings: ${campaign.title}`}
        back={{ to: `/admin/campaigns/${campaign.id}`, label: "Back to the campaign" }}
      />
      <p className="staff-lead">
        A campaign takes Zakat only while a ruling of the Advisory Body is valid. Visitors read the name of
        the reviewer and the reasons.
      </p>
      <ErrorSummary title="There is a problem" errors={errors} />
      {rulings.map((ruling) => (
        <RulingCard
          key={String(ruling.id)}
          {...{ ruling, today }}
          error={at(`reason-${ruling.id}`).error}
          entered={entered["ruling"] === String(ruling.id) ? entered["reason"] : undefined}
        />
      ))}
      <Form method="post" className="staff-card form staff-form" noValidate>
        <h2>Record a ruling</h2>
        <SelectField
          id="reviewer"
          label="Reviewer of the Advisory Body"
          {...at("reviewer")}
          options={[
            { value: "", label: "Choose" },
            ...reviewers.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <Field id="ruledOn" type="date" label="Day of the ruling" {...at("ruledOn")} max={today} />
        <Field
          id="expiresOn"
          type="date"
          label="Last day"
          hint="Leave empty if the ruling does not expire."
          {...at("expiresOn")}
        />
        <TextAreaField id="reasons" label="Reasons" {...at("reasons")} rows={5} maxLength={2000} />
        <p className="staff-actions">
          <button className="button" name="do" value="record">
            Record ruling
          </button>
        </p>
      </Form>
    </>
  );
}

type RulingProps = {
  ruling: ZakatRuling;
  today: string;
  error: string | undefined;
  entered: string | undefined;
};

function RulingCard({ ruling, today, error, entered }: RulingProps) {
  const { id, reviewer, ruledOn, reasons, withdrawn } = ruling;
  const state = stateOf(ruling, today);
  const [word, tone] = stateWords[state];
  return (
    <section className="staff-card">
      <h2>
        {reviewer}, {formatDay(ruledOn, "en")}
      </h2>
      <p>
        <Status tone={tone}>{word}</Status> {termOf(ruling, state)}
      </p>
      <p className="as-written">{reasons}</p>
      {withdrawn !== null ? (
        <p>
          Withdrawn, <Moment at={withdrawn.at} />: {withdrawn.reason}
        </p>
      ) : (
        state === "in-force" && (
          <Form method="post" className="form staff-form" noValidate>
            <input type="hidden" name="ruling" value={String(id)} />
            <Field
              id={`reason-${id}`}
              name="reason"
              label="Reason for withdrawing"
              error={error}
              defaultValue={entered}
              maxLength={2000}
            />
            <button className="button quiet small" name="do" value="withdraw">
              Withdraw ruling
            </button>
          </Form>
        )
      )}
    </section>
  );
}

type RulingState = "in-force" | "expired" | "withdrawn";

const stateWords: Record<RulingState, [string, Tone]> = {
  "in-force": ["In force", "good"],
  expired: ["Expired", "waiting"],
  withdrawn: ["Withdrawn", "bad"],
};

function stateOf({ expiresOn, withdrawn }: ZakatRuling, today: string): RulingState {
  if (withdrawn !== null) return "withdrawn";
  return expiresOn !== null && expiresOn < today ? "expired" : "in-force";
}

const termWords: Record<RulingState, string> = {
  "in-force": "Valid until",
  expired: "It was valid until",
  withdrawn: "It would have been valid until",
};

/** The last day of a ruling, in words that fit its state. */
function termOf({ expiresOn }: ZakatRuling, state: RulingState): string {
  if (expiresOn === null) return state === "withdrawn" ? "" : "Does not expire";
  return `${termWords[state]} ${formatDay(expiresOn, "en")}`;
}
