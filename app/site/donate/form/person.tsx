import { graduationYears, longestMessage, stillStudying } from "#domain/donations/read-donor.ts";
import type { Entered } from "#app/http/form.server.ts";
import { useText } from "#app/messages/translator.tsx";
import { useSite } from "#app/site/fund.ts";
import { Field, SelectField, TextAreaField } from "#app/ui/field.tsx";
import { Choices } from "./choices.tsx";
import { donors } from "./donation-fields.ts";

type Props = { entered: Entered; errorOf: (field: string) => string | undefined; thisYear: number };

const folded = ["who", "name", "email", "graduationYear", "message"];

/** Folded until the donor wants to be named or to write a message. */
export function Person({ entered, errorOf, thisYear }: Props) {
  const t = useText();
  const who = entered["who"] ?? "anonymous";
  const isUsed = who !== "anonymous" || Boolean(entered["message"]) || folded.some((field) => errorOf(field));
  return (
    <details className="donation-more" open={isUsed || undefined} data-person={isUsed ? undefined : ""}>
      <summary>{t("giving.addName")}</summary>
      <div className="form">
        <Choices
          legend={t("giving.who")}
          name="who"
          chosen={who}
          error={errorOf("who")}
          options={donors.map((value) => ({ value, label: t(`giving.${value}`) }))}
        />
        <p className="field-hint if-anonymous">{t("giving.whoHint")}</p>
        <NameFields entered={entered} errorOf={errorOf} thisYear={thisYear} />
        <TextAreaField
          id="message"
          label={t("giving.message")}
          hint={t("giving.messageHint", { count: longestMessage })}
          error={errorOf("message")}
          defaultValue={entered["message"]}
          rows={3}
        />
      </div>
    </details>
  );
}

function NameFields({ entered, errorOf, thisYear }: Props) {
  const t = useText();
  const { sendsMail } = useSite();
  const hint = t("giving.emailHint");
  return (
    <div className="if-person">
      <div className="donor-name">
        <Field
          id="name"
          label={t("giving.name")}
          error={errorOf("name")}
          defaultValue={entered["name"]}
          autoComplete="name"
        />
      </div>
      <Field
        id="email"
        label={t("giving.email")}
        hint={sendsMail ? `${t("giving.emailReceipt")} ${hint}` : hint}
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
