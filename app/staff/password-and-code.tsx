import { useEffect, useRef } from "react";
import { PasskeyButton, type UsedPasskeyProps } from "#app/account/second-step/passkey-button.tsx";
import { offerPasskey } from "#app/account/second-step/offer-passkey.ts";
import type { Proof } from "#app/account/second-step/prove.server.ts";
import type { SecondFactor } from "#app/account/second-step/second-factor.server.ts";
import { Field } from "#app/ui/field.tsx";

type FieldError = { field: string; message: string };

type Props = {
  /** Distinguishes the fields of several forms on one page. */
  form: string;
  factor: SecondFactor;
  errors: FieldError[];
  hint?: string;
};

/** The input of `prove`, requested before sensitive changes. */
export function ProvingFields({ form, factor, errors, hint }: Props) {
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
      {factor.kind === "code" && (
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
      {factor.kind === "passkey" && (
        <div id={`${form}-factor`} tabIndex={-1}>
          <PasskeyConfirmation site={factor.site} />
        </div>
      )}
    </>
  );
}

function PasskeyConfirmation({ site }: { site: string }) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (place.current) offerPasskey(place.current);
  }, []);
  const props: UsedPasskeyProps = {
    site,
    address: "/settings/passkeys/confirm",
    done: "Confirmed with your passkey. Now send the form.",
    words: {
      button: "Confirm with your passkey",
      busy: "Confirming...",
      failed: "The passkey was not used. Please try again.",
    },
  };
  return (
    <span ref={place} data-props={JSON.stringify(props)}>
      <PasskeyButton {...props} />
    </span>
  );
}

export type ProofFault = { form: string; errors: FieldError[] };

export function faultOfProof(
  form: string,
  proof: Exclude<Proof, { kind: "proven" }>,
): { fault: ProofFault; status: 400 | 403 | 429 } {
  const at = (field: string, message: string) => ({ form, errors: [{ field: `${form}-${field}`, message }] });
  switch (proof.kind) {
    case "no-password":
      return { fault: at("password", "Enter your current password"), status: 400 };
    case "no-code":
      return { fault: at("code", "Enter a code from your app"), status: 400 };
    case "wrong-password":
      return { fault: at("password", "Enter your current password"), status: 403 };
    case "wrong-code":
      return { fault: at("code", "Enter a code from your app that you have not used yet"), status: 403 };
    case "no-passkey":
      return {
        fault: at("factor", "Confirm with your passkey first, then send the form again"),
        status: 403,
      };
    case "too-many":
      return {
        fault: at("password", `Too many attempts. Try again in ${proof.minutes} minutes.`),
        status: 429,
      };
  }
}
