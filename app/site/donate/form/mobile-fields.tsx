import type { ReactNode } from "react";
import { networks } from "#domain/payments/phone.ts";
import type { Entered, FormErrors } from "#app/http/form.server.ts";
import { useText } from "#app/messages/translator.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { networkOfNumber } from "./network-of-number.ts";

type Props = { entered: Entered; errors: FormErrors };

export function NetworkAndPhone(props: Props) {
  return (
    <>
      <PhoneField entered={props.entered} error={errorOf(props.errors, "phone")} inDialog />
      <NetworkField {...props} />
    </>
  );
}

/** The network is folded, because the number names it. */
export function PhoneAndNetworkLine(props: Props) {
  const { entered, errors } = props;
  return (
    <div className="if-phone">
      <PhoneField entered={entered} error={errorOf(errors, "phone")} inDialog />
      <NetworkLine entered={entered} isWrong={errorOf(errors, "network") !== undefined}>
        <NetworkField {...props} />
      </NetworkLine>
    </div>
  );
}

function NetworkField({ entered, errors }: Props) {
  const t = useText();
  return (
    <SelectField
      id="network"
      label={t("giving.dialog.network")}
      error={errorOf(errors, "network")}
      defaultValue={entered["network"] ?? ""}
      options={[
        { value: "", label: t("giving.dialog.chooseNetwork") },
        ...networks.map((value) => ({ value, label: t(`giving.networks.${value}`) })),
      ]}
    />
  );
}

type LineProps = { entered: Entered; isWrong: boolean; children: ReactNode };

/** The chosen network, or the number's. Unfolded, it can be changed. */
export function NetworkLine({ entered, isWrong, children }: LineProps) {
  const t = useText();
  const chosen = networks.find((each) => each === entered["network"]);
  const network = chosen ?? networkOfNumber(entered["phone"] ?? "");
  const name = network === null ? t("giving.networkByNumber") : t(`giving.networks.${network}`);
  return (
    <details className="donation-more network-line if-push" open={isWrong || undefined}>
      <summary>
        <span data-network="">{name}</span> · <u>{t("giving.networkChange")}</u>
      </summary>
      {children}
    </details>
  );
}

export const errorOf = (errors: FormErrors, field: string) =>
  errors.find((each) => each.field === field)?.message;

type PhoneProps = { entered: Entered; error: string | undefined; inDialog?: boolean };

export function PhoneField({ entered, error, inDialog = false }: PhoneProps) {
  const t = useText();
  return (
    <Field
      id="phone"
      label={t("giving.phone")}
      hint={t(inDialog ? "giving.dialog.phoneHint" : "giving.phoneHint")}
      error={error}
      defaultValue={entered["phone"]}
      autoFocus={entered["otherPhone"] === "yes"}
      placeholder={inDialog ? "255XXXXXXXXX" : undefined}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
    />
  );
}
