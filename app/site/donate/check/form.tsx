import type { ReactNode } from "react";
import { add, formatMoney } from "#domain/money/money.ts";
import { type Donor } from "#domain/donations/read-donor.ts";
import { feeOn } from "#domain/donations/amount-limits.ts";
import { maskPhone } from "#domain/payments/phone.ts";
import type { Translated } from "#domain/content/language.ts";
import { locales } from "#domain/content/language.ts";
import type { Entered, FormErrors } from "#app/http/form.server.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { localAddress } from "#app/site/address.ts";
import { Island } from "#app/islands/island.tsx";
import { useWritten, Written } from "#app/site/translated-text.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { countries } from "./countries.ts";
import { BankInstead, isForBank } from "#app/site/donate/form/bank-instead.tsx";
import { donorLine } from "./donor-line.ts";
import { checkAddress, formAddress } from "#app/site/donate/form/donation-addresses.ts";
import { MobileFields, withCode } from "#app/site/donate/form/mobile-fields.tsx";
import { Proof } from "./proof.tsx";
import { PayControls, usePayWords } from "#app/site/donate/pay/controls.tsx";
import type { FilledDonation } from "#app/giving/read-donation.server.ts";

type Props = {
  campaign: { id: string; title: Translated };
  filled: FilledDonation;
  /** The entered name of the cardholder, which only this page asks for. */
  entered: Entered;
  problem: string | undefined;
  errors: FormErrors;
  press: string;
  /** The form returns it, solved or not. Null while no proof is required. */
  challenge: string | null;
};

const payLabels = {
  push: "giving.check.payPush",
  page: "giving.check.payPage",
  card: "giving.cardStep.pay",
} as const;

/** The form's key makes many presses of the button one donation. */
export function CheckForm({ campaign, filled, entered, problem, errors, press, challenge }: Props) {
  const t = useText();
  const language = useLanguage();
  const { amount, bearsFee, donor, way } = filled;
  const byCard = way.method === "card";
  const fee = feeOn(amount, byCard || bearsFee);
  const total = formatMoney(add(amount, fee), language);
  const pay = t(payLabels[way.method], { amount: total });
  const words = usePayWords();
  const written = useWritten();
  return (
    <form
      className="check-donation form"
      data-pay={way.method === "push" ? words : undefined}
      method="post"
      action={checkAddress(language, campaign.id, press)}
      noValidate
    >
      <ErrorSummary title={problem ?? t("giving.problem")} errors={errors} />
      {way.method === "push" && (
        <>
          <p>{t("giving.dialog.text", { amount: withCode(amount, language) })}</p>
          <MobileFields
            campaign={written(campaign.title)}
            entered={{ network: way.network, ...entered }}
            errors={errors}
          />
        </>
      )}
      <DonationLines title={campaign.title} filled={filled} />
      <HiddenFields entered={entered} press={press} challenge={challenge} />
      <p>
        <a href={formAddress(language, campaign.id, press)} data-change="">
          {t("giving.check.change")}
        </a>
      </p>
      {byCard && (
        <CardStep
          entered={entered}
          errors={errors}
          anonymous={donor.kind === "anonymous"}
          fee={formatMoney(fee, language)}
          total={total}
          bank={isForBank(amount) ? <BankInstead campaignId={campaign.id} /> : null}
        />
      )}
      {way.method === "push" ? (
        <PayControls label={pay} cancel={localAddress(language, `/campaigns/${campaign.id}`)} />
      ) : (
        <button className="button wide">{pay}</button>
      )}
      <p className="field-hint">{t(way.method === "push" ? "giving.check.next" : "giving.check.nextPage")}</p>
    </form>
  );
}

function HiddenFields({ entered, press, challenge }: Pick<Props, "entered" | "press" | "challenge">) {
  return (
    <>
      <input type="hidden" name="key" value={entered["key"] ?? press} />
      {entered["retry"] && <input type="hidden" name="retry" value={entered["retry"]} />}
      {challenge !== null && <Island name="proof" of={Proof} props={{ challenge }} plain now />}
    </>
  );
}

function DonationLines({ title, filled }: { title: Translated; filled: FilledDonation }) {
  const t = useText();
  const language = useLanguage();
  const { amount, bearsFee, donor, way } = filled;
  const byCard = way.method === "card";
  const fee = feeOn(amount, byCard || bearsFee);
  const total = formatMoney(add(amount, fee), language);
  return (
    <dl className="donation-lines" id="donation" tabIndex={-1}>
      {way.method !== "push" && (
        <Line label={t("giving.check.campaign")}>
          <Written text={title} />
        </Line>
      )}
      {fee.amount > 0n && (
        <>
          <Line label={t("giving.check.donation")}>{formatMoney(amount, language)}</Line>
          <Line label={t("giving.check.fee")}>{formatMoney(fee, language)}</Line>
        </>
      )}
      <Line label={t("giving.check.total")} strong>
        {total}
      </Line>
      <Line label={t("giving.check.donor")}>
        <DonorName donor={donor} />
      </Line>
      {way.method === "page" && (
        <Line label={t("giving.check.payBy")}>
          {t("giving.page")} · {maskPhone(way.phone)}
        </Line>
      )}
      {byCard && <Line label={t("giving.check.payBy")}>{t("giving.card")}</Line>}
    </dl>
  );
}

function Line({
  label,
  strong = false,
  children,
}: {
  label: string;
  strong?: boolean;
  children: React.ReactNode;
}) {
  return (
    <div className={strong ? "donation-total" : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function DonorName({ donor }: { donor: Donor }) {
  return donorLine(
    useText(),
    donor.kind === "anonymous" ? null : donor.name,
    donor.kind === "alumni" ? donor.graduationYear : null,
  );
}

type CardProps = {
  entered: Entered;
  errors: FormErrors;
  anonymous: boolean;
  fee: string;
  total: string;
  bank: ReactNode;
};

function CardStep({ entered, errors, anonymous, fee, total, bank }: CardProps) {
  const t = useText();
  const language = useLanguage();
  const errorOf = (field: string) => errors.find((each) => each.field === field)?.message;
  const names = new Intl.DisplayNames(locales[language], { type: "region" });
  const line = (field: string, label: string, autoComplete: string) => (
    <Field
      id={field}
      label={label}
      error={errorOf(field)}
      defaultValue={entered[field]}
      autoComplete={autoComplete}
      maxLength={100}
    />
  );
  return (
    <section className="card-step form" aria-labelledby="card-step">
      {bank !== null && (
        <div className="pay-later">
          <p>{t("giving.cardStep.large", { fee })}</p>
          {bank}
        </div>
      )}
      <h2 id="card-step">{t("giving.cardStep.title")}</h2>
      <p className="field-hint">
        {t("giving.cardStep.why")} <a href={localAddress(language, "/privacy")}>{t("giving.readPrivacy")}</a>
      </p>
      <div className="pair">
        {line("firstName", t("giving.cardStep.firstName"), "given-name")}
        {line("lastName", t("giving.cardStep.lastName"), "family-name")}
      </div>
      {anonymous && line("cardEmail", t("giving.email"), "email")}
      <Field
        id="cardPhone"
        label={t("giving.cardStep.phone")}
        hint={t("giving.cardStep.phoneHint")}
        error={errorOf("cardPhone")}
        defaultValue={entered["cardPhone"] ?? entered["phone"]}
        type="tel"
        autoComplete="tel"
      />
      {line("address", t("giving.cardStep.address"), "street-address")}
      <div className="pair">
        {line("city", t("giving.cardStep.city"), "address-level2")}
        {line("region", t("giving.cardStep.region"), "address-level1")}
      </div>
      <div className="pair">
        {line("postcode", t("giving.cardStep.postcode"), "postal-code")}
        <SelectField
          id="country"
          label={t("giving.cardStep.country")}
          error={errorOf("country")}
          defaultValue={entered["country"] ?? "TZ"}
          options={countries.map((value) => ({ value, label: names.of(value) ?? value }))}
        />
      </div>
      <Terms entered={entered} error={errorOf("terms")} fee={fee} total={total} />
    </section>
  );
}

type TermsProps = { entered: Entered; error: string | undefined; fee: string; total: string };

function Terms({ entered, error, fee, total }: TermsProps) {
  const t = useText();
  const language = useLanguage();
  return (
    <div className="field" data-wrong={error === undefined ? undefined : ""}>
      {error && (
        <p className="field-error" id="terms-error">
          {error}
        </p>
      )}
      <label className="check">
        <input
          type="checkbox"
          id="terms"
          name="terms"
          value="yes"
          defaultChecked={entered["terms"] === "yes"}
          aria-describedby={error === undefined ? undefined : "terms-error"}
          aria-invalid={error === undefined ? undefined : true}
        />
        {t("giving.cardStep.terms", { fee, total })}
      </label>
      <a href={localAddress(language, "/terms")}>{t("giving.cardStep.readTerms")}</a>
    </div>
  );
}
