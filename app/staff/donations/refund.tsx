import { data, Form, Link, redirect, useNavigation } from "react-router";
import { z } from "zod";
import { findGiftToGiveBack, findOpenProposal } from "#database/proposals.ts";
import { formatMoney, minorUnits } from "#domain/money.ts";
import { propose, type Wish } from "#operations/propose.ts";
import { everything, visitorContext } from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { GiftFacts } from "#app/staff/proposals/what.tsx";
import { readId } from "#app/staff/read-id.ts";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field, TextAreaField } from "#app/ui/field.tsx";
import type { Route } from "./+types/refund";

export const handle = { policy: "staff" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const db = context.get(everything);
  const id = readId(params.id);
  const gift = id === null ? null : await findGiftToGiveBack(db, id);
  if (gift === null) throw data(null, { status: 404 });
  const subject = `donation:${gift.externalId}`;
  const open =
    (await findOpenProposal(db, "refund", subject)) ?? (await findOpenProposal(db, "part-refund", subject));
  return { gift, open };
}

const form = z.object({
  amount: z.string().trim().max(20, "Enter an amount, such as 1000").default(""),
  reason: z
    .string("Say why the gift is given back")
    .trim()
    .min(1, "Say why the gift is given back")
    .max(1000, "A reason may have 1,000 characters"),
  reference: z
    .string("Give the reference of the refund")
    .trim()
    .min(1, "Give the reference of the refund")
    .max(100, "A reference may have 100 characters"),
});

export async function action({ request, params, context }: Route.ActionArgs) {
  const db = context.get(everything);
  const person = context.get(visitorContext);
  const id = readId(params.id);
  const gift = id === null ? null : await findGiftToGiveBack(db, id);
  if (gift === null || person === null) throw data(null, { status: 404 });
  const read = await readForm(request, form);
  if (!read.ok) return data({ errors: read.errors, entered: read.entered }, { status: 400 });
  const { reason, reference, amount } = read.value;
  const part = amount === "" ? gift.left.amount : minorUnits(amount, gift.left.currency);
  if (part === null || part <= 0n || part > gift.left.amount) {
    const message = `Enter the amount in digits, up to ${formatMoney(gift.left, "en")}`;
    return data({ errors: [{ field: "amount", message }], entered: read.entered }, { status: 400 });
  }
  const about = { externalId: gift.externalId, refundReference: reference };
  const wish: Wish =
    part === gift.left.amount
      ? { kind: "refund", ...about }
      : { kind: "part-refund", ...about, amount: part };
  const proposed = await propose(db, wish, { by: person.id, reason });
  if (proposed.kind !== "proposed" && proposed.kind !== "proposed-before") {
    const errors = [{ field: "reason", message: "Only a gift that was paid can be given back" }];
    return data({ errors, entered: read.entered }, { status: 409 });
  }
  const title =
    proposed.kind === "proposed" ? "Proposed. Everybody on staff is told." : "This was proposed before";
  const notice = noticeCookie({ tone: proposed.kind === "proposed" ? "success" : "info", title });
  return redirect(`/admin/proposals/${proposed.id}`, { status: 303, headers: { "Set-Cookie": notice } });
}

export default function Refund({ loaderData, actionData }: Route.ComponentProps) {
  const { gift, open } = loaderData;
  const busy = useNavigation().state !== "idle";
  const errors = actionData?.errors ?? [];
  const errorAt = (field: string) => errors.find((error) => error.field === field)?.message;
  return (
    <>
      <title>Give a gift back</title>
      <meta name="robots" content="noindex" />
      <div className="staff-head">
        <h1>Give a gift back</h1>
        <Link className="button quiet small" to={`/admin/donations/${gift.donationId}`}>
          Back to the donation
        </Link>
      </div>
      <section className="staff-card" aria-labelledby="gift">
        <h2 id="gift">The gift</h2>
        <GiftFacts gift={gift} />
      </section>
      {open !== null ? (
        <section className="staff-card">
          <p>
            This is proposed already. <Link to={`/admin/proposals/${open}`}>See the proposal</Link>
          </p>
        </section>
      ) : gift.isPaid ? (
        <section className="staff-card" aria-labelledby="why">
          <h2 id="why">Propose it</h2>
          <p>
            Send the money back by the provider or the bank first: nothing here moves it. When an admin other
            than you approves, the gift leaves the ledger, and what the campaign raised falls.
          </p>
          <ErrorSummary title="This was not proposed" errors={errors} />
          <Form method="post" className="form staff-form">
            <TextAreaField
              id="reason"
              label="Reason"
              error={errorAt("reason")}
              defaultValue={actionData?.entered["reason"]}
              rows={3}
              maxLength={1000}
            />
            <Field
              id="amount"
              label="Amount (optional)"
              hint={`Leave it empty to refund all: ${formatMoney(gift.left, "en")} and any fee. With a part, the fee stays.`}
              error={errorAt("amount")}
              defaultValue={actionData?.entered["amount"]}
              inputMode="decimal"
              maxLength={20}
            />
            <Field
              id="reference"
              label="Reference of the refund"
              hint="What the provider or the bank calls it"
              error={errorAt("reference")}
              defaultValue={actionData?.entered["reference"]}
              maxLength={100}
            />
            <p className="staff-actions">
              <button className="button" disabled={busy}>
                Propose
              </button>
            </p>
          </Form>
        </section>
      ) : (
        <section className="staff-card">
          <p>Only a gift that was paid, and not given back yet, can be given back.</p>
        </section>
      )}
    </>
  );
}
