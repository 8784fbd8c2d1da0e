import type { ReactNode } from "react";
import type { Entered, FormErrors } from "#app/http/form.server.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { localAddress } from "#app/site/address.ts";
import { useSite } from "#app/site/fund.ts";
import { Field, SelectField } from "#app/ui/field.tsx";
import type { Donor } from "#domain/donations/read-donor.ts";
import { countriesIn } from "./countries.ts";

type CardProps = {
  entered: Entered;
  errors: FormErrors;
  donor: Donor;
  fee: string;
  total: string;
  bank: ReactNode;
};

export function CardStep({ entered, errors, donor, fee, total, bank }: CardProps) {
  const t = useText();
  const { sendsMail } = useSite();
  const mail = t(sendsMail ? "giving.cardStep.emailReceipt" : "giving.cardStep.emailNoMail");
  const errorOf = (field: string) => errors.find((each) => each.field === field)?.message;
  const names = donor.kind === "anonymous" ? {} : namesIn(donor.name);
  const line = (field: string, label: string, autoComplete: string) => (
    <Field
      id={field}
      label={label}
      error={errorOf(field)}
      defaultValue={entered[field] ?? names[field]}
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
      <div className="pair">
        {line("firstName", t("giving.cardStep.firstName"), "given-name")}
        {line("lastName", t("giving.cardStep.lastName"), "family-name")}
      </div>
      {donor.kind === "anonymous" && (
        <Field
          id="cardEmail"
          label={t("giving.email")}
          hint={`${t("giving.cardStep.emailHint")} ${mail}`}
          error={errorOf("cardEmail")}
          defaultValue={entered["cardEmail"]}
          type="email"
          autoComplete="email"
        />
      )}
      <Field
        id="cardPhone"
        label={t("giving.cardStep.phone")}
        hint={t("giving.cardStep.phoneHint")}
        error={errorOf("cardPhone")}
        defaultValue={entered["cardPhone"] ?? entered["phone"]}
        type="tel"
        autoComplete="tel"
      />
      <AddressFields
        line={line}
        country={{ error: errorOf("country"), chosen: entered["country"] ?? "TZ" }}
        isElsewhere={isElsewhere(entered, errors)}
      />
      <Terms entered={entered} error={errorOf("terms")} fee={fee} total={total} />
    </section>
  );
}

/** Most cards are from Tanzania, where few addresses have a postcode. Both fields are folded for them. */
const isElsewhere = (entered: Entered, errors: FormErrors): boolean =>
  (entered["country"] ?? "TZ") !== "TZ" ||
  Boolean(entered["postcode"]) ||
  errors.some(({ field }) => field === "country" || field === "postcode");

type AddressProps = {
  line: (field: string, label: string, autoComplete: string) => ReactNode;
  country: { error: string | undefined; chosen: string };
  isElsewhere: boolean;
};

function AddressFields({ line, country, isElsewhere: isOpen }: AddressProps) {
  const t = useText();
  const language = useLanguage();
  return (
    <fieldset className="card-address form">
      <legend>{t("giving.cardStep.addressTitle")}</legend>
      <p className="field-hint">
        {t("giving.cardStep.why")} <a href={localAddress(language, "/privacy")}>{t("giving.readPrivacy")}</a>
      </p>
      {line("address", t("giving.cardStep.address"), "street-address")}
      <div className="pair">
        {line("city", t("giving.cardStep.city"), "address-level2")}
        {line("region", t("giving.cardStep.region"), "address-level1")}
      </div>
      <details className="donation-more" open={isOpen || undefined}>
        <summary>{t("giving.cardStep.elsewhere")}</summary>
        <div className="pair">
          <SelectField
            id="country"
            label={t("giving.cardStep.country")}
            error={country.error}
            defaultValue={country.chosen}
            options={countriesIn(language)}
          />
          {line("postcode", t("giving.cardStep.postcode"), "postal-code")}
        </div>
      </details>
    </fieldset>
  );
}

/** Most cards have the name that the donor typed before. */
function namesIn(name: string): Record<string, string> {
  const [firstName = "", ...others] = name.split(" ");
  return { firstName, lastName: others.join(" ") };
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
