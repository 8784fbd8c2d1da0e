import type { ReactNode } from "react";
import { Form, Link, useNavigation } from "react-router";
import type { ProposedDonation } from "#database/cases/proposals.ts";
import type { Entered, FormErrors } from "#app/http/form.server.ts";
import { DonationFacts } from "#app/staff/approvals/request-details.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { TextAreaField } from "#app/ui/field.tsx";
import { PageHead } from "#app/staff/page-head.tsx";

type Wrong = { errors: FormErrors; entered: Entered };

type Correction = {
  title: string;
  donation: ProposedDonation;
  open: bigint | null;
  hindrance: string | null;
  mayRequest: boolean;
  explanation: string;
  wrong: Wrong | null;
  fields: (
    field: (name: string) => { error: string | undefined; defaultValue: string | undefined },
  ) => ReactNode;
};

const accessMissing =
  "A second admin must confirm your access before you can request this. Other members of staff can request it.";

export function Correction({
  title,
  donation,
  open,
  hindrance,
  mayRequest,
  explanation,
  wrong,
  fields,
}: Correction) {
  const hindranceText = hindrance ?? (mayRequest ? null : accessMissing);
  const busy = useNavigation().state !== "idle";
  const errors = wrong?.errors ?? [];
  const field = (name: string) => ({
    error: errors.find((error) => error.field === name)?.message,
    defaultValue: wrong?.entered[name],
  });
  return (
    <>
      <PageHead
        title={title}
        back={{ to: `/admin/donations/${donation.donationId}`, label: "Back to the donation" }}
      />
      <section className="staff-card" aria-labelledby="donation">
        <h2 id="donation">The donation</h2>
        <DonationFacts donation={donation} />
      </section>
      {open !== null ? (
        <section className="staff-card">
          <p>
            This has already been requested. <Link to={`/admin/approvals/${open}`}>View request</Link>
          </p>
        </section>
      ) : hindranceText !== null ? (
        <p className="staff-card">{hindranceText}</p>
      ) : (
        <section className="staff-card" aria-labelledby="why">
          <h2 id="why">Request details</h2>
          <p>{explanation}</p>
          <ErrorSummary title="There is a problem" errors={errors} />
          <Form method="post" className="form staff-form">
            <TextAreaField id="reason" label="Reason" {...field("reason")} rows={3} maxLength={1000} />
            {fields(field)}
            <p className="staff-actions">
              <button className="button" disabled={busy}>
                {" "}
                Request approval{" "}
              </button>
            </p>
          </Form>
        </section>
      )}
    </>
  );
}
