import { data } from "react-router";
import { z } from "zod";
import { findOpenProposal } from "#database/cases/proposals.ts";
import { likelyAmount, readTypedAmount, staffQuestion } from "#domain/donations/typed-amount.ts";
import { formatMoney } from "#domain/money/money.ts";
import { accessNotConfirmed, propose, type ProposedChange } from "#operations/cases/propose.ts";
import { databaseContext, visitorContext } from "#app/http/context.server.ts";
import { approversOfOwn } from "#app/staff/approvals/approvers-of-own.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { AskedAmount } from "#app/staff/asked-amount.tsx";
import { Field } from "#app/ui/field.tsx";
import { EnterSends } from "#app/ui/yes-meant.tsx";
import { mayRequest, requireDonation, toCorrection } from "./correction.server.ts";
import { Correction } from "./correction.tsx";
import type { Route } from "./+types/refund";

export const handle = { policy: "staff" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const db = context.get(databaseContext);
  const donation = await requireDonation(context, params.id);
  const subject = `donation:${donation.externalId}`;
  const open =
    (await findOpenProposal(db, "refund", subject)) ?? (await findOpenProposal(db, "part-refund", subject));
  return {
    ...{ donation, open },
    mayRequest: await mayRequest(context),
    approvers: await approversOfOwn(context),
  };
}

const form = z.object({
  amount: z.string().trim().max(20, "Enter an amount, such as 1000").default(""),
  reason: z
    .string("Enter the reason for the refund")
    .trim()
    .min(1, "Enter the reason for the refund")
    .max(1000, "Reason must be 1,000 characters or fewer"),
  reference: z
    .string("Enter the refund reference")
    .trim()
    .min(1, "Enter the refund reference")
    .max(100, "Reference must be 100 characters or fewer"),
});

export async function action({ request, params, context }: Route.ActionArgs) {
  const donation = await requireDonation(context, params.id);
  const person = context.get(visitorContext);
  if (person === null) throw data(null, { status: 404 });
  const read = await readForm(request, form);
  if (!read.ok) return data({ errors: read.errors, entered: read.entered }, { status: 400 });
  const { reason, reference, amount } = read.value;
  const part =
    amount === "" ? donation.left.amount : (readTypedAmount(amount, donation.left.currency)?.amount ?? null);
  if (part === null || part > donation.left.amount) {
    const meant = likelyAmount(amount, donation.left.currency);
    const message =
      meant && meant.amount <= donation.left.amount
        ? staffQuestion(meant)
        : `Enter the amount in digits, up to ${formatMoney(donation.left, "en")}`;
    return data({ errors: [{ field: "amount", message }], entered: read.entered }, { status: 400 });
  }
  const about = { externalId: donation.externalId, refundReference: reference };
  const change: ProposedChange =
    part === donation.left.amount
      ? { kind: "refund", ...about }
      : { kind: "part-refund", ...about, amount: part };
  const proposed = await propose(context.get(databaseContext), change, { by: person.id, reason });
  if (proposed.kind !== "proposed" && proposed.kind !== "proposed-before") {
    const errors = [
      {
        field: "reason",
        message:
          proposed.kind === "access-not-confirmed"
            ? accessNotConfirmed
            : "You can only refund a donation that has been paid",
      },
    ];
    return data({ errors, entered: read.entered }, { status: 409 });
  }
  return toCorrection(context, proposed);
}

export default function Refund({ loaderData, actionData }: Route.ComponentProps) {
  const { donation, open, mayRequest, approvers } = loaderData;
  const left = formatMoney(donation.left, "en");
  return (
    <Correction
      title="Request a refund"
      donation={donation}
      open={open}
      mayRequest={mayRequest}
      hindrance={
        donation.isPaid ? null : "You can only refund a donation that has been paid and not already refunded."
      }
      explanation={`First send the money back through the provider or the bank: this page does not move any money. After approval, the donation is reversed in the ledger and the campaign total goes down. ${approvers}`}
      wrong={actionData ?? null}
      fields={(field) => (
        <>
          <EnterSends />
          <Field
            id="amount"
            label="Amount (optional)"
            hint={`Leave it empty to refund all: ${left} and any fee. With a part, the fee stays.`}
            {...field("amount")}
            before={donation.left.currency === "TZS" ? "TSh" : "US$"}
            inputMode="decimal"
            maxLength={20}
            after={
              <AskedAmount
                field="amount"
                error={field("amount").error}
                typed={actionData?.entered["amount"]}
                currency={donation.left.currency}
                most={donation.left}
              />
            }
          />
          <Field
            id="reference"
            label="Refund reference"
            hint="The provider’s or bank’s reference for the refund"
            {...field("reference")}
            maxLength={100}
          />
        </>
      )}
    />
  );
}
