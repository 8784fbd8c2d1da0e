import { Form, useNavigation } from "react-router";
import type { LostRequest } from "#database/reconciliation/lost-payments.ts";
import type { Role } from "#domain/accounts/roles.ts";
import type { Approvers, MayDecide } from "#domain/cases/proposal.ts";
import type { SecondFactor } from "#app/account/second-step/second-factor.server.ts";
import { ProvingFields } from "#app/staff/password-and-code.tsx";
import { Moment } from "#app/staff/values.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field, TextAreaField } from "#app/ui/field.tsx";
import { approverWords } from "./words.ts";

type Wrong = { errors: { field: string; message: string }[]; reason: string };

type DecisionProps = {
  lost: LostRequest[];
  isOwn: boolean;
  may: MayDecide;
  role: Role;
  approvers: Approvers;
  factor: SecondFactor;
  wrong: Wrong | null;
};

export function Decision({ lost, isOwn, may, role, approvers, factor, wrong }: DecisionProps) {
  const busy = useNavigation().state !== "idle";
  const errors = wrong?.errors ?? [];
  const errorAt = (field: string) => errors.find((error) => error.field === field)?.message;
  const mayNow = may.kind === "yes" || may.kind === "with-password";
  return (
    <section className="staff-card" aria-labelledby="decision">
      <h2 id="decision">Decision</h2>
      <ErrorSummary title="There is a problem" errors={errors} />
      {!mayNow && <MissingRight may={may} role={role} approvers={approvers} />}
      {(mayNow || isOwn) && (
        <Form method="post" className="form staff-form" noValidate>
          <input type="hidden" name="count" value={lost.length} />
          <input type="hidden" name="last" value={String(lost.at(-1)?.proposalId ?? 0)} />
          <ReasonField mayNow={mayNow} error={errorAt("reason")} typed={wrong?.reason} />
          {may.kind === "with-password" && (
            <ProvingFields
              form="decision"
              factor={factor}
              errors={errors}
              hint="You are the only admin, so we ask for it again."
            />
          )}
          <p className="staff-actions">
            {mayNow && (
              <>
                <button className="button" name="decision" value="approve" disabled={busy}>
                  Approve
                </button>
                {lost.length > 0 && (
                  <button className="button quiet" name="decision" value="approve-all" disabled={busy}>
                    Approve all {lost.length} requests
                  </button>
                )}
                <button className="button quiet" name="decision" value="reject" disabled={busy}>
                  Reject
                </button>
              </>
            )}
            {isOwn && (
              <button className="button quiet" name="decision" value="withdraw" disabled={busy}>
                Withdraw
              </button>
            )}
          </p>
        </Form>
      )}
    </section>
  );
}

type ReasonProps = { mayNow: boolean; error: string | undefined; typed: string | undefined };

function ReasonField({ mayNow, error, typed }: ReasonProps) {
  const field = { id: "reason", error, defaultValue: typed, maxLength: 1000 };
  return mayNow ? (
    <TextAreaField {...field} label="Reason (needed to reject)" rows={3} />
  ) : (
    <Field
      {...field}
      label="Reason for withdrawing (optional)"
      hint="Withdrawing ends the request. Nothing changes, and it can be made again."
    />
  );
}

type MissingRightProps = Pick<DecisionProps, "may" | "role" | "approvers">;

function MissingRight({ may, role, approvers }: MissingRightProps) {
  const others = approverWords(approvers, role);
  // One sentence has every wait of the only admin.
  if (approvers.kind === "only-admin") return <p>{others}</p>;
  // The reader can approve it later, so no one else is needed.
  const orOthers = approvers.kind === "admin" && others;
  switch (may.kind) {
    case "admins-only":
    case "not-before":
    case "others-left":
      return <p>{others}</p>;
    case "another-person":
      return <p>You made this request. {others}</p>;
    case "unconfirmed":
      return <p>A second admin must confirm your access before you can approve requests. {others}</p>;
    case "tied":
      return (
        <p>You invited the person who made the request, or the same person invited you both. {others}</p>
      );
    case "brought-in-by-proposer":
      return (
        <p>
          The person who made this request invited or promoted you, or someone who did. So you cannot approve
          it. {others}
        </p>
      );
    case "new-admin":
      return (
        <p>
          You are a new admin. You can approve requests from <Moment at={may.moment} />. {orOthers}
        </p>
      );
    case "new-proposer":
      return (
        <p>
          You brought the person who made this request into the staff less than 72 hours ago. You can approve
          it from <Moment at={may.moment} />. {orOthers}
        </p>
      );
    case "yes":
    case "with-password":
      return null;
  }
}
