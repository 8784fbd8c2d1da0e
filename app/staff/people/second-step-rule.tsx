import { Form } from "react-router";
import type { SecondFactor } from "#app/account/second-step/second-factor.server.ts";
import { ProvingFields, type ProofFault } from "#app/staff/password-and-code.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";

type Props = { isRequired: boolean; factor: SecondFactor; errors: ProofFault["errors"] };

export function SecondStepRule({ isRequired, factor, errors }: Props) {
  return (
    <section className="staff-card" id="two-step" aria-labelledby="second-step-rule">
      <h2 id="second-step-rule">Two-step sign-in</h2>
      <p>
        {isRequired
          ? "All staff sign in with a password and a code from their phone, or with a passkey. Anyone without it must set it up first."
          : "All staff can sign in with a password alone. This is less safe."}
      </p>
      {isRequired || factor.kind !== "none" ? (
        <details open={errors.length > 0}>
          <summary>{isRequired ? "Stop requiring it" : "Require it for all staff"}</summary>
          <Form className="form staff-form" method="post" noValidate>
            <ErrorSummary title="There is a problem" errors={errors} />
            <input type="hidden" name="required" value={isRequired ? "no" : "yes"} />
            <ProvingFields form="rule" factor={factor} errors={errors} />
            <button className="button quiet" type="submit">
              {isRequired ? "Stop requiring two-step sign-in" : "Require two-step sign-in"}
            </button>
          </Form>
        </details>
      ) : (
        <p>
          You can require it for all staff after you set it up yourself:{" "}
          <a href="/settings/two-step">set up your two-step sign-in</a>.
        </p>
      )}
    </section>
  );
}
