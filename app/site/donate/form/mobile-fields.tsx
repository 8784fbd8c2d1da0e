import { networks } from "#domain/payments/phone.ts";
import type { Entered, FormErrors } from "#app/http/form.server.ts";
import { useText } from "#app/messages/translator.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";

type Props = { entered: Entered; errors: FormErrors };

export function CampaignField({ campaign }: { campaign: string }) {
  const t = useText();
  return (
    <dl className="donation-lines">
      <div>
        <dt>{t("giving.dialog.campaign")}</dt>
        <dd>{campaign}</dd>
      </div>
    </dl>
  );
}

export function NetworkAndPhone({ entered, errors }: Props) {
  const t = useText();
  const errorOf = (field: string) => errors.find((each) => each.field === field)?.message;
  return (
    <>
      <PhoneField entered={entered} error={errorOf("phone")} />
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
