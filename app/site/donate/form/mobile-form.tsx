import { processingFee, withProcessingFee } from "#domain/payments/fees.ts";
import { formatMoney, type Money } from "#domain/money/money.ts";
import type { Entered, FormErrors } from "#app/http/form.server.ts";
import { Island } from "#app/islands/island.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { Proof } from "#app/site/donate/check/proof.tsx";
import { PayControls, usePayWords } from "#app/site/donate/pay/controls.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field } from "#app/ui/field.tsx";
import { BankInstead, isTooMuch } from "./bank-instead.tsx";
import { Choices } from "./choices.tsx";
import { DidYouMean } from "./did-you-mean.tsx";
import { CampaignField, NetworkAndPhone, withCode } from "./mobile-fields.tsx";

export type Wrong = { title?: string; entered: Entered; errors: FormErrors; challenge: string | null };

export type Amount =
  { kind: "fixed"; money: Money } | { kind: "presets"; presets: Money[]; chosen: Money } | { kind: "typed" };

type Props = {
  title: string;
  campaignId: string;
  campaignName: string;
  amount: Amount;
  fee: boolean;
  action: string;
  campaignPage: string;
  otherWay: string;
  press: string;
  challenge: string | null;
  wrong: Wrong | null;
};

/** A script can show this form in a dialog. */
export function MobileForm(props: Props) {
  const { title, campaignId, campaignName, amount, fee, action, campaignPage, otherWay, wrong } = props;
  const t = useText();
  const entered = wrong?.entered ?? {};
  const errors = wrong?.errors ?? [];
  const amountError = errorOf(errors, "otherAmount");
  return (
    <form
      className="panel form mobile-form"
      id="donation"
      tabIndex={-1}
      method="post"
      action={action}
      noValidate
      data-pay={usePayWords()}
      data-title={title}
    >
      <ErrorSummary title={wrong?.title ?? t("giving.problem")} errors={errors} />
      <AmountFields amount={amount} entered={entered} errors={errors} />
      {amountError && isTooMuch(entered["otherAmount"] ?? "", "TZS") && (
        <BankInstead campaignId={campaignId} />
      )}
      <input type="hidden" name="key" value={props.press} />
      {props.challenge !== null && (
        <Island name="proof" of={Proof} props={{ challenge: props.challenge }} plain now />
      )}
      {entered["retry"] && <input type="hidden" name="retry" value={entered["retry"]} />}
      {fee && <Fee money={amount.kind === "fixed" ? amount.money : null} entered={entered} />}
      <CampaignField campaign={campaignName} />
      <NetworkAndPhone entered={entered} errors={errors} />
      <PayControls label={t("giving.dialog.pay")} cancel={campaignPage} />
      <p className="field-hint">
        {t("giving.pin")}{" "}
        <a href={otherWay} data-pay-control="">
          {t("giving.result.otherWay")}
        </a>
      </p>
    </form>
  );
}

type AmountProps = { amount: Amount; entered: Entered; errors: FormErrors };

function AmountFields({ amount, entered, errors }: AmountProps) {
  switch (amount.kind) {
    case "fixed":
      return <FixedAmount money={amount.money} error={errorOf(errors, "otherAmount")} />;
    case "presets":
      return <PresetAmounts {...amount} entered={entered} errors={errors} />;
    case "typed":
      return <TypedAmount entered={entered} errors={errors} />;
  }
}

type FixedProps = { money: Money; error: string | undefined };

function FixedAmount({ money, error }: FixedProps) {
  const t = useText();
  const language = useLanguage();
  return (
    <>
      <p id="otherAmount" tabIndex={-1}>
        {t("giving.dialog.text", { amount: withCode(money, language) })}
      </p>
      {error && <p className="field-error">{error}</p>}
      <input type="hidden" name="amount" value="other" />
      <input type="hidden" name="otherAmount" value={String(money.amount)} />
    </>
  );
}

type FeeProps = { money: Money | null; entered: Entered };

/** Ticked at first. A form that comes back with errors keeps the donor's choice. */
function Fee({ money, entered }: FeeProps) {
  const t = useText();
  const language = useLanguage();
  const isFirst = entered["key"] === undefined;
  return (
    <div className="field">
      <label className="check">
        <input type="checkbox" name="fee" value="yes" defaultChecked={isFirst || entered["fee"] === "yes"} />
        {t("giving.fee")}
      </label>
      <p className="field-hint">
        {money &&
          t("giving.dialog.fee", {
            fee: formatMoney(processingFee(money), language),
            total: formatMoney(withProcessingFee(money), language),
          })}{" "}
        {t("giving.feeHint")}
      </p>
    </div>
  );
}

type PresetProps = { presets: Money[]; chosen: Money; entered: Entered; errors: FormErrors };

/** The styles show the sentence of the chosen amount. A typed amount counts instead. */
function PresetAmounts({ presets, chosen, entered, errors }: PresetProps) {
  const t = useText();
  const language = useLanguage();
  return (
    <>
      <p tabIndex={-1} className="preset-sentences">
        <span>{t("giving.dialog.textOpen")}</span>
        {presets.map((preset) => (
          <span key={String(preset.amount)} className="with-sum">
            {t("giving.dialog.text", { amount: withCode(preset, language) })}
          </span>
        ))}
      </p>
      <Choices
        legend={t("giving.amount")}
        name="amount"
        look="in-three"
        error={errorOf(errors, "amount")}
        chosen={entered["amount"] ?? String(chosen.amount)}
        options={presets.map((preset) => ({
          value: String(preset.amount),
          label: formatMoney(preset, language),
        }))}
      />
      <TypedField label={t("giving.otherAmount")} entered={entered} errors={errors} />
    </>
  );
}

function TypedAmount({ entered, errors }: { entered: Entered; errors: FormErrors }) {
  const t = useText();
  return (
    <>
      <p tabIndex={-1}>{t("giving.dialog.textOpen")}</p>
      <input type="hidden" name="amount" value="other" />
      <TypedField label={t("giving.amount")} entered={entered} errors={errors} />
    </>
  );
}

function TypedField({ label, entered, errors }: { label: string; entered: Entered; errors: FormErrors }) {
  const t = useText();
  const error = errorOf(errors, "otherAmount");
  return (
    <>
      <Field
        id="otherAmount"
        label={label}
        error={error}
        defaultValue={entered["otherAmount"]}
        before="TSh"
        inputMode="numeric"
        autoComplete="off"
        placeholder={t("giving.otherHint")}
      />
      {error && <DidYouMean typed={entered["otherAmount"] ?? ""} currency="TZS" />}
    </>
  );
}

const errorOf = (errors: FormErrors, field: string) => errors.find((each) => each.field === field)?.message;
