import type { ReactNode } from "react";
import type { ArrivedTry } from "#database/donations/earlier-try.ts";
import type { DescribedPicture } from "#domain/content/home.ts";
import { processingFee, withProcessingFee } from "#domain/payments/fees.ts";
import { formatMoney, type Money } from "#domain/money/money.ts";
import type { Entered, FormErrors } from "#app/http/form.server.ts";
import { Island } from "#app/islands/island.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { Proof } from "#app/site/donate/check/proof.tsx";
import { PayControls, usePayWords } from "#app/site/donate/pay/controls.tsx";
import { PayFor, PayLabel, WithSum } from "#app/site/donate/pay/pay-for.tsx";
import { WaitNote } from "#app/site/donate/pay/wait-note.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field } from "#app/ui/field.tsx";
import { BankInstead, isTooMuch } from "./bank-instead.tsx";
import { Choices } from "./choices.tsx";
import { useFormWords } from "./donation-form.tsx";
import { DidYouMean, isOnlyUnclear } from "./did-you-mean.tsx";
import { errorOf, PhoneAndNetworkLine } from "./mobile-fields.tsx";

export type WrongMobileForm = {
  title?: string;
  entered: Entered;
  errors: FormErrors;
  challenge: string | null;
  /** Nothing is wrong, but the button must be pressed again after a wait. */
  wait?: string;
  /** Nothing is wrong: money for the same donation arrived, or may have. */
  arrived?: ArrivedTry | null;
};

export type Amount =
  | { kind: "fixed"; money: Money }
  | { kind: "presets"; presets: Money[]; chosen: Money }
  | { kind: "typed" };

type Props = {
  title: string;
  campaignId: string;
  campaignName: string;
  picture: DescribedPicture | null;
  amount: Amount;
  fee: boolean;
  action: string;
  campaignPage: string;
  /** The form for another amount. Null where the amount was calculated. */
  changeAmount: string | null;
  otherWay: string;
  press: string;
  challenge: string | null;
  wrong: WrongMobileForm | null;
};

/** A script can show this form in a dialog. */
export function MobileForm(props: Props) {
  const { title, campaignId, campaignName, picture, amount, fee, action, campaignPage, otherWay, wrong } =
    props;
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
      data-island="donation"
      data-plain=""
      data-props={useFormWords("TZS")}
      data-pay={usePayWords()}
      data-title={title}
    >
      <Problem title={wrong?.title} entered={entered} errors={errors} />
      <PayFor picture={picture} campaign={campaignName}>
        <Sentence amount={amount} fee={fee} />
        {amount.kind === "fixed" && props.changeAmount !== null && (
          <a href={props.changeAmount} data-pay-control="">
            {t("giving.dialog.changeAmount")}
          </a>
        )}
      </PayFor>
      {amount.kind === "fixed" && fee && <ZakatApart zakat={amount.money} />}
      <AmountFields amount={amount} entered={entered} errors={errors} />
      {amountError && isTooMuch(entered["otherAmount"] ?? "", "TZS") && (
        <BankInstead campaignId={campaignId} />
      )}
      <input type="hidden" name="key" value={props.press} />
      {props.challenge !== null && (
        <Island name="proof" of={Proof} props={{ challenge: props.challenge }} plain now />
      )}
      {entered["retry"] && <input type="hidden" name="retry" value={entered["retry"]} />}
      <PhoneAndNetworkLine entered={entered} errors={errors} />
      {fee && <Fee money={amount.kind === "fixed" ? amount.money : null} entered={entered} />}
      <WaitNote text={wrong?.wait} />
      <PayControls label={<PayLabels amount={amount} fee={fee} />} cancel={campaignPage} slide />
      <p className="field-hint">
        {t("giving.pin")}{" "}
        <a href={otherWay} data-pay-control="">
          {t("giving.result.otherWay")}
        </a>
      </p>
    </form>
  );
}

type ProblemProps = { title: string | undefined; entered: Entered; errors: FormErrors };

function Problem({ title, entered, errors }: ProblemProps) {
  const t = useText();
  const isQuestion = isOnlyUnclear(errors, entered["otherAmount"], "TZS");
  const otherwise = title ?? t("giving.problem");
  return (
    <ErrorSummary
      title={isQuestion ? t("giving.question") : otherwise}
      errors={errors}
      isQuestion={isQuestion}
    />
  );
}

type SumProps = { amount: Amount; fee: boolean };

function Sentence({ amount, fee }: SumProps) {
  const t = useText();
  return (
    <p id={amount.kind === "fixed" ? "otherAmount" : undefined} tabIndex={-1}>
      <span className="no-sum">{t("giving.dialog.textOpen")}</span>
      <OfEachSum
        amount={amount}
        fee={fee}
        say={(sum) => <WithSum sum={sum} text={t("giving.dialog.text", { amount: sum })} />}
      />
    </p>
  );
}

/** Zakat and fee apart, because the sentence names their sum. Shown while the fee is ticked. */
function ZakatApart({ zakat }: { zakat: Money }) {
  const t = useText();
  const language = useLanguage();
  const apart = {
    due: formatMoney(zakat, language),
    fee: formatMoney(processingFee(zakat), language),
    total: formatMoney(withProcessingFee(zakat), language),
  };
  return <p className="pay-apart with-sum sum-with-fee">{t("giving.dialog.apart", apart)}</p>;
}

type AmountProps = { amount: Amount; entered: Entered; errors: FormErrors };

function AmountFields({ amount, entered, errors }: AmountProps) {
  const t = useText();
  const error = errorOf(errors, "otherAmount");
  return (
    <>
      {amount.kind === "fixed" && error && <p className="field-error">{error}</p>}
      {amount.kind === "presets" ? (
        <PresetAmounts {...amount} entered={entered} errors={errors} />
      ) : (
        <input type="hidden" name="amount" value="other" />
      )}
      {amount.kind === "fixed" && (
        <input type="hidden" name="otherAmount" value={String(amount.money.amount)} />
      )}
      {amount.kind === "typed" && <TypedField label={t("giving.amount")} entered={entered} errors={errors} />}
    </>
  );
}

/** The amount that will be charged, in the sentence and on the button. The styles show the one that is chosen. */
function OfEachSum({ amount, fee, say }: SumProps & { say: (sum: string) => ReactNode }) {
  const language = useLanguage();
  return sumsOf(amount, fee).map(([name, sum]) => (
    <span key={name} className={`with-sum ${name}`}>
      {say(formatMoney(sum, language))}
    </span>
  ));
}

function sumsOf(amount: Amount, fee: boolean): [string, Money][] {
  switch (amount.kind) {
    case "fixed":
      return fee
        ? [
            ["sum-plain", amount.money],
            ["sum-with-fee", withProcessingFee(amount.money)],
          ]
        : [["sum-plain", amount.money]];
    case "presets":
      return amount.presets.map((preset, at) => [`sum-of-${at + 1}`, preset]);
    case "typed":
      return [];
  }
}

function PayLabels({ amount, fee }: SumProps) {
  const t = useText();
  return (
    <>
      <span className="no-sum">
        <PayLabel pay={t("giving.dialog.pay")} sum={null} />
      </span>
      <OfEachSum
        amount={amount}
        fee={fee}
        say={(sum) => <PayLabel pay={t("giving.check.payPush", { amount: sum })} sum={sum} />}
      />
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
        {money === null
          ? t("giving.fee")
          : t("giving.dialog.fee", { fee: formatMoney(processingFee(money), language) })}
      </label>
      <p className="field-hint">{t("giving.feeHint")}</p>
    </div>
  );
}

type PresetProps = { presets: Money[]; chosen: Money; entered: Entered; errors: FormErrors };

function PresetAmounts({ presets, chosen, entered, errors }: PresetProps) {
  const t = useText();
  const language = useLanguage();
  return (
    <>
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
