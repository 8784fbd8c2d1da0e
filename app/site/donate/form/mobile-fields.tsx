import { formatMoney, type Money } from "#domain/money/money.ts";
import { networks } from "#domain/payments/phone.ts";
import type { Language } from "#domain/content/language.ts";
import type { Entered, FormErrors } from "#app/http/form.server.ts";
import { useText } from "#app/messages/translator.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";

type Props = { entered: Entered; errors: FormErrors };

export function CampaignField({ campaign }: { campaign: string }) {
  const t = useText();
  return (
    <div className="field">
      <label htmlFor="campaign">{t("giving.dialog.campaign")}</label>
      <input id="campaign" value={campaign} readOnly />
    </div>
  );
}

export function NetworkAndPhone({ entered, errors }: Props) {
  const t = useText();
  const errorOf = (field: string) => errors.find((each) => each.field === field)?.message;
  return (
    <>
      <SelectField
        id="network"
        label={t("giving.dialog.network")}
        error={errorOf("network")}
        defaultValue={entered["network"] ?? ""}
        options={[
          { value: "", label: t("giving.dialog.chooseNetwork") },
          ...networks.map((value) => ({ value, label: t(`giving.networks.${value}`) })),
        ]}
      />
      <PhoneField entered={entered} error={errorOf("phone")} />
    </>
  );
}

export function PhoneField({ entered, error }: { entered: Entered; error: string | undefined }) {
  const t = useText();
  return (
    <Field
      id="phone"
      label={t("giving.phone")}
      hint={t("giving.phoneHint")}
      error={error}
      defaultValue={entered["phone"]}
      autoFocus={entered["otherPhone"] === "yes"}
      placeholder="255XXXXXXXXX"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
    />
  );
}

/** The dialog shows the currency as its code: TZS 10,000. */
export const withCode = (money: Money, language: Language) =>
  `${money.currency}\u00a0${formatMoney(money, language).replace(/^\D+/, "")}`;
