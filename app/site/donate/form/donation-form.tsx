import type { ReactNode } from "react";
import { graduationYears, longestMessage, stillStudying } from "#domain/donations/read-donor.ts";
import { formatMoney } from "#domain/money/money.ts";
import { readTypedAmount } from "#domain/donations/typed-amount.ts";
import { networks } from "#domain/payments/phone.ts";
import { mobileMoneyLimit } from "#domain/zakat/calculate.ts";
import { methodsFor, type Method } from "#app/giving/methods.ts";
import type { Entered, FormErrors } from "#app/http/form.server.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { localAddress } from "#app/site/address.ts";
import { useSite } from "#app/site/fund.ts";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field, SelectField, TextAreaField } from "#app/ui/field.tsx";
import { BankInstead, isTooMuch } from "./bank-instead.tsx";
import { donors, quickAmounts, usualAmount, type DonationCampaign } from "./donation-fields.ts";
import { PhoneField } from "./mobile-fields.tsx";

type Props = {
  campaign: DonationCampaign;
  entered: Entered;
  errors: FormErrors;
  thisYear: number;
};

/** It posts to a page that shows the entered values before requesting the payment. */
export function DonationForm(props: Props) {
  const { campaign } = props;
  const t = useText();
  const { settings, methods: configured } = useSite();
  const cardsStopped = settings.cardsStopped && configured.includes("card");
  const methods = methodsFor[campaign.currency].filter(
    (method) => configured.includes(method) && (method !== "card" || !cardsStopped),
  );
  if (!settings.paymentsStopped && methods.length > 0)
    return <OpenForm {...props} methods={methods} cardsStopped={cardsStopped} />;
  return (
    <div id="give">
      <h2>{t("giving.title")}</h2>
      <p>{t(settings.paymentsStopped ? "giving.noPayments" : "giving.noCards")}</p>
      <BankInstead campaignId={campaign.id} />
    </div>
  );
}

type OpenFormProps = Props & { methods: readonly Method[]; cardsStopped: boolean };

function OpenForm({ campaign, entered, errors, thisYear, methods, cardsStopped }: OpenFormProps) {
  const t = useText();
  const language = useLanguage();
  const errorOf: ErrorOf = (field) => errors.find((each) => each.field === field)?.message;
  return (
    <form
      className="donation-form form"
      id="give"
      method="post"
      action={localAddress(language, `/campaigns/${campaign.id}/donate`)}
      noValidate
      data-island="donation"
      data-plain=""
      data-visit="form start"
      data-props={JSON.stringify({
        currency: campaign.currency,
        plain: t("giving.continue"),
        words: t("giving.continueWith", { amount: "{amount}" }),
      })}
    >
      <h2>{t("giving.title")}</h2>
      <ErrorSummary title={t("giving.problem")} errors={errors} />
      {entered["retry"] && <input type="hidden" name="retry" value={entered["retry"]} />}
      <Amounts campaign={campaign} entered={entered} errorOf={errorOf} />
      <Choices
        legend={t("giving.who")}
        name="who"
        chosen={entered["who"] ?? "named"}
        error={errorOf("who")}
        options={donors.map((value) => ({ value, label: t(`giving.${value}`) }))}
      />
      <Person entered={entered} errorOf={errorOf} thisYear={thisYear} />
      <p className="field-hint if-anonymous">{t("giving.whoHint")}</p>
      <Message entered={entered} errorOf={errorOf} />
      <MethodChoice entered={entered} errorOf={errorOf} methods={methods} />
      {cardsStopped && <p className="field-hint">{t("giving.noCards")}</p>}
      {methods.some((method) => method !== "card") && (
        <ByPhone entered={entered} errorOf={errorOf} byPrompt={methods.includes("push")} />
      )}
      <ContinueButton campaign={campaign} entered={entered} />
      <p className="field-hint">{t("giving.pin")}</p>
      <p className="field-hint">
        {t("giving.privacy")} <a href={localAddress(language, "/privacy")}>{t("giving.readPrivacy")}</a>
      </p>
    </form>
  );
}

type PartProps = { entered: Entered; errorOf: ErrorOf };

function Person({ entered, errorOf, thisYear }: PartProps & { thisYear: number }) {
  const t = useText();
  return (
    <div className="if-person">
      <Field
        id="name"
        label={t("giving.name")}
        error={errorOf("name")}
        defaultValue={entered["name"]}
        autoComplete="name"
      />
      <Field
        id="email"
        label={t("giving.email")}
        hint={t("giving.emailHint")}
        error={errorOf("email")}
        defaultValue={entered["email"]}
        type="email"
        autoComplete="email"
      />
      <div className="if-alumni">
        <SelectField
          id="graduationYear"
          label={t("giving.graduationYear")}
          error={errorOf("graduationYear")}
          defaultValue={entered["graduationYear"] ?? ""}
          options={[
            { value: "", label: t("giving.chooseYear") },
            ...graduationYears(thisYear).map((year) => ({
              value: year,
              label: year === stillStudying ? t("giving.present") : year,
            })),
          ]}
        />
      </div>
      {(["updates", "shown"] as const).map((name) => (
        <label key={name} className="check">
          <input type="checkbox" name={name} value="yes" defaultChecked={entered[name] === "yes"} />
          <span>{t(`giving.agree.${name}`)}</span>
        </label>
      ))}
    </div>
  );
}

function Message({ entered, errorOf }: PartProps) {
  const t = useText();
  return (
    <details className="donation-message" open={Boolean(entered["message"]) || undefined}>
      <summary>{t("giving.addMessage")}</summary>
      <TextAreaField
        id="message"
        label={t("giving.message")}
        hint={t("giving.messageHint", { count: longestMessage })}
        error={errorOf("message")}
        defaultValue={entered["message"]}
        rows={3}
      />
    </details>
  );
}

function MethodChoice({ entered, errorOf, methods }: PartProps & { methods: readonly Method[] }) {
  const t = useText();
  if (methods.length === 1) return <input type="hidden" name="method" value={methods[0]} />;
  return (
    <Choices
      legend={t("giving.method")}
      name="method"
      stacked
      chosen={methods.find((each) => each === entered["method"]) ?? methods[0]}
      error={errorOf("method")}
      options={methods.map((value) => ({
        value,
        label: t(`giving.${value}`),
        hint: t(`giving.${value}Hint`),
      }))}
    />
  );
}

/** One label for each quick amount. The styles show the label of the chosen one, also without script. */
function ContinueButton({ campaign: { currency }, entered }: Pick<Props, "campaign" | "entered">) {
  const t = useText();
  const language = useLanguage();
  const other =
    entered["amount"] === "other" ? readTypedAmount(entered["otherAmount"] ?? "", currency) : null;
  const written = (value: string) => {
    const amount = readTypedAmount(value, currency);
    return amount === null ? value : formatMoney(amount, language);
  };
  return (
    <button className="button wide" type="submit">
      <span className="no-sum" data-sum="">
        {other === null
          ? t("giving.continue")
          : t("giving.continueWith", { amount: formatMoney(other, language) })}
      </span>
      {quickAmounts[currency].map((value) => (
        <span key={value} className={`with-sum sum-${value}`}>
          {t("giving.continueWith", { amount: written(value) })}
        </span>
      ))}
    </button>
  );
}

function ByPhone({ entered, errorOf, byPrompt }: PartProps & { byPrompt: boolean }) {
  const t = useText();
  const language = useLanguage();
  return (
    <div className="if-phone">
      <PhoneField entered={entered} error={errorOf("phone")} />
      {byPrompt && (
        <div className="if-push">
          <Choices
            legend={t("giving.network")}
            hint={t("giving.networkHint")}
            name="network"
            chosen={entered["network"]}
            error={errorOf("network")}
            options={networks.map((value) => ({ value, label: t(`giving.networks.${value}`) }))}
          />
        </div>
      )}
      <p className="field-hint">
        {t("giving.mobileLimit", { limit: formatMoney(mobileMoneyLimit, language) })}{" "}
        <a href={localAddress(language, "/#large-donations")}>{t("giving.largeDonations")}</a>
      </p>
    </div>
  );
}

type ErrorOf = (field: string) => string | undefined;

function Amounts({ campaign, entered, errorOf }: Pick<Props, "campaign" | "entered"> & { errorOf: ErrorOf }) {
  const t = useText();
  const language = useLanguage();
  const { currency } = campaign;
  const chosen = entered["amount"] ?? usualAmount[currency];
  return (
    <>
      <Choices
        legend={t("giving.amount")}
        name="amount"
        chosen={chosen}
        error={errorOf("amount")}
        options={[
          ...quickAmounts[currency].map((value) => {
            const amount = readTypedAmount(value, currency);
            return { value, label: amount === null ? value : formatMoney(amount, language) };
          }),
          { value: "other", label: t("giving.otherAmount") },
        ]}
      />
      <div className="if-other">
        <Field
          id="otherAmount"
          label={t("giving.otherAmount")}
          hint={currency === "TZS" ? t("giving.otherHint") : undefined}
          error={errorOf("otherAmount")}
          before={currency === "TZS" ? "TSh" : "US$"}
          defaultValue={entered["otherAmount"]}
          inputMode={currency === "TZS" ? "numeric" : "decimal"}
          autoComplete="off"
          maxLength={60}
        />
      </div>
      {errorOf("otherAmount") && isTooMuch(entered["otherAmount"] ?? "", currency) && (
        <BankInstead campaignId={campaign.id} />
      )}
      {campaign.isZakatEligible && currency === "TZS" && (
        <div className="field">
          <label className="check">
            <input type="checkbox" name="fee" value="yes" defaultChecked={entered["fee"] === "yes"} />
            {t("giving.fee")}
          </label>
          <p className="field-hint">{t("giving.feeHint")}</p>
        </div>
      )}
    </>
  );
}

type ChoicesProps = {
  legend: string;
  hint?: string;
  name: string;
  chosen: string | undefined;
  error?: string | undefined;
  stacked?: boolean;
  options: { value: string; label: ReactNode; hint?: string }[];
};

/** Radio buttons as tiles. The first one has the id of the group, because the error summary links to it. */
export function Choices({ legend, hint, name, chosen, error, stacked = false, options }: ChoicesProps) {
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(" ");
  return (
    <fieldset
      className={stacked ? "choices stacked" : "choices"}
      data-wrong={error === undefined ? undefined : ""}
      aria-describedby={described || undefined}
    >
      <legend>{legend}</legend>
      {hint && (
        <p className="field-hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${name}-error`}>
          {error}
        </p>
      )}
      <div className="choice-tiles">
        {options.map((option, at) => (
          <label key={option.value} className="choice">
            <input
              type="radio"
              id={at === 0 ? name : `${name}-${option.value}`}
              name={name}
              value={option.value}
              defaultChecked={option.value === chosen}
            />
            <span>
              {option.label}
              {option.hint && <small>{option.hint}</small>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
