import type { Proof } from "#app/account/prove.server.ts";
import { Field } from "#app/ui/field.tsx";

type FieldError = { field: string; message: string };

type Props = {
  /** Tells apart the fields of several forms on one page. */
  form: string;
  hasSecondStep: boolean;
  errors: FieldError[];
  hint?: string;
};

/** The password, and a code if the person has the second step: asked again before sensitive changes. */
export function ProvingFields({ form, hasSecondStep, errors, hint }: Props) {
  const errorAt = (field: string) => errors.find((error) => error.field === field)?.message;
  return (
    <>
      <Field
        id={`${form}-password`}
        name="password"
        label="Your password"
        hint={hint}
        error={errorAt(`${form}-password`)}
        type="password"
        autoComplete="current-password"
        required
      />
      {hasSecondStep && (
        <Field
          id={`${form}-code`}
          name="code"
          label="Code from your app"
          error={errorAt(`${form}-code`)}
          autoComplete="one-time-code"
          autoCapitalize="none"
          maxLength={20}
          required
        />
      )}
    </>
  );
}

export type ProofFault = { form: string; errors: FieldError[] };

export function faultOfProof(
  form: string,
  proof: Exclude<Proof, { kind: "proven" }>,
): { fault: ProofFault; status: 403 | 429 } {
  const at = (field: string, message: string) => ({ form, errors: [{ field: `${form}-${field}`, message }] });
  switch (proof.kind) {
    case "wrong-password":
      return { fault: at("password", "Enter your current password"), status: 403 };
    case "wrong-code":
      return { fault: at("code", "Enter a code from your app that you have not used yet"), status: 403 };
    case "too-many":
      return {
        fault: at("password", `Too many attempts. Try again in ${proof.minutes} minutes.`),
        status: 429,
      };
  }
}
