import { data, Form, Link, redirect } from "react-router";
import { z } from "zod";
import { findOfflineGift, hasColleagues, type OfflineGiftRecord } from "#database/offline-gifts.ts";
import { formatDay } from "#domain/calendar.ts";
import { formatPhone } from "#domain/phone.ts";
import { confirmOfflineGift, withdrawOfflineGift, type Decided } from "#operations/decide-offline-gift.ts";
import { everything, visitorContext } from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { methodWords } from "#app/staff/donations/words.ts";
import { Fact } from "#app/ui/fact.tsx";
import { Status } from "#app/staff/list/status.tsx";
import { readId } from "#app/staff/read-id.ts";
import { Amount, Moment } from "#app/staff/values.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field } from "#app/ui/field.tsx";
import { statusWords } from "./words.ts";
import type { Route } from "./+types/gift";

export const handle = { policy: "staff" };

export async function loader({ context, params }: Route.LoaderArgs) {
  const db = context.get(everything);
  const person = context.get(visitorContext);
  const id = readId(params.id);
  const gift = id === null ? null : await findOfflineGift(db, id);
  if (gift === null || person === null) throw data(null, { status: 404 });
  return { gift, role: await roleOf() };

  async function roleOf(): Promise<Role> {
    if (gift?.enteredBy.id !== person?.id) return "confirmer";
    return (await hasColleagues(db, person?.id ?? "")) ? "enterer" : "alone";
  }
}

/** What the person who looks at it may do about it. */
type Role = "confirmer" | "enterer" | "alone";

const form = z.object({
  intent: z.enum(["confirm", "withdraw"]),
  reason: z.string().default("").pipe(z.string().max(1000, "A reason has at most 1,000 characters")),
});

export async function action({ request, context, params, url }: Route.ActionArgs) {
  const person = context.get(visitorContext);
  const id = readId(params.id);
  const read = await readForm(request, form);
  if (id === null || person === null || !read.ok) throw data(null, { status: 400 });
  const { intent, reason } = read.value;
  const decide = intent === "confirm" ? confirmOfflineGift : withdrawOfflineGift;
  const decided = await decide(context.get(everything), { id, by: person.id, reason, now: new Date() });
  if (decided.kind === "unknown") throw data(null, { status: 404 });
  if (decided.kind !== "confirmed" && decided.kind !== "withdrawn") {
    const errors = [{ field: `${intent}-reason`, message: refusals[decided.kind] }];
    return data({ errors, entered: read.entered }, { status: 409 });
  }
  const title =
    decided.kind === "confirmed" ? "The gift is confirmed and counts now." : "The gift was withdrawn.";
  return redirect(url.pathname, {
    status: 303,
    headers: { "Set-Cookie": noticeCookie({ tone: "success", title }) },
  });
}

const refusals: Record<Exclude<Decided["kind"], "confirmed" | "withdrawn" | "unknown">, string> = {
  "decided-before": "Somebody has decided about this gift meanwhile",
  "needs-another-person": "You entered this gift: somebody else on staff confirms it",
  "reason-required": "Give a reason",
};

export default function OfflineGift({ loaderData, actionData }: Route.ComponentProps) {
  const { gift, role } = loaderData;
  const [word, tone] = statusWords[gift.status];
  return (
    <>
      <title>{`Offline gift ${gift.reference}`}</title>
      <meta name="robots" content="noindex" />
      <p className="staff-back">
        <Link to="/admin/offline-gifts">All offline gifts</Link>
      </p>
      <div className="staff-head">
        <h1>
          <Amount of={gift.amount} /> {gift.method === "bank" ? "by bank" : "in cash"}
        </h1>
        <Status tone={tone}>{word}</Status>
      </div>
      {actionData && <ErrorSummary title="This could not be done" errors={actionData.errors} />}
      <div className="staff-columns">
        <Facts gift={gift} />
        {gift.status === "entered" && <Decide role={role} errors={actionData?.errors ?? []} />}
      </div>
    </>
  );
}

function Facts({ gift }: { gift: OfflineGiftRecord }) {
  const { donor } = gift;
  return (
    <section className="staff-card" aria-labelledby="facts">
      <h2 id="facts">What was entered</h2>
      <dl className="staff-facts">
        <Fact name="Reference">{gift.reference}</Fact>
        <Fact name="Arrived on">
          <span suppressHydrationWarning>{formatDay(gift.receivedOn, "en")}</span>
        </Fact>
        <Fact name="How it came">{methodWords[gift.method]}</Fact>
        <Fact name="Campaign">{gift.campaign.title}</Fact>
        <Fact name="Donor">{donor.kind === "anonymous" ? "Anonymous" : donor.name}</Fact>
        <Fact name="E-mail">{donor.kind === "named" && donor.email}</Fact>
        <Fact name="Telephone">{gift.phone && formatPhone(gift.phone)}</Fact>
        <Fact name="Message">{gift.message}</Fact>
        <Fact name="Document">
          {gift.document && (
            <a href={`/admin/offline-gifts/${gift.id}/document`} download>
              Download the {gift.document.type === "application/pdf" ? "PDF" : "picture"}
            </a>
          )}
        </Fact>
        <Fact name="Entered by">
          {gift.enteredBy.name}, <Moment at={gift.enteredAt} />
        </Fact>
        <Fact name={gift.status === "withdrawn" ? "Withdrawn by" : "Confirmed by"}>
          {gift.decidedAt && (
            <>
              {gift.decidedBy}, <Moment at={gift.decidedAt} />
            </>
          )}
        </Fact>
        <Fact name="Reason">{gift.reason}</Fact>
        <Fact name="Donation">
          {gift.donationId !== null && (
            <Link to={`/admin/donations/${gift.donationId}`}>See the donation</Link>
          )}
        </Fact>
      </dl>
    </section>
  );
}

type Deciding = { role: Role; errors: { field: string; message: string }[] };

function Decide({ role, errors }: Deciding) {
  const errorAt = (field: string) => errors.find((each) => each.field === field)?.message;
  return (
    <aside className="staff-stack" aria-label="Confirm or withdraw">
      {role === "enterer" ? (
        <section className="staff-card">
          <h2>Confirm</h2>
          <p>
            You entered this gift. Somebody else on staff looks whether the money is there, and confirms it.
          </p>
        </section>
      ) : (
        <Form method="post" className="staff-card form" noValidate>
          <h2>Confirm</h2>
          <p>
            The money is there, in this amount and under this reference. The gift counts then, and its receipt
            goes out.
          </p>
          {role === "alone" && (
            <Field
              id="confirm-reason"
              name="reason"
              label="How you know"
              hint="You are alone on staff, so say where you have seen it"
              error={errorAt("confirm-reason")}
            />
          )}
          <button className="button" name="intent" value="confirm">
            Confirm the gift
          </button>
        </Form>
      )}
      <Form method="post" className="staff-card form" noValidate>
        <h2>Withdraw</h2>
        <p>
          It was a mistake, or the money never came. What was entered stays here; its reference is free again.
        </p>
        <Field id="withdraw-reason" name="reason" label="Reason" error={errorAt("withdraw-reason")} />
        <button className="button quiet small" name="intent" value="withdraw">
          Withdraw the gift
        </button>
      </Form>
    </aside>
  );
}
