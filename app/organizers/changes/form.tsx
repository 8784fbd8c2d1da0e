import { changeLimits, type ChangeField, type EnteredChange } from "#domain/campaigns/change-request.ts";
import { likelyAmount } from "#domain/donations/typed-amount.ts";
import { decimalText, formatMoney, type Currency } from "#domain/money/money.ts";
import { withGroupMarks } from "#domain/money/typed-amount.ts";
import type { FormErrors } from "#app/http/form.server.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field, TextAreaField } from "#app/ui/field.tsx";
import { EnterSends, YesMeant } from "#app/ui/yes-meant.tsx";

type Props = { currency: Currency; entered: EnteredChange; errors: FormErrors };

/** It begins with the present values. Values that the organizer does not touch stay. */
export function ChangeForm({ currency, entered, errors }: Props) {
  const t = useText();
  const language = useLanguage();
  const meant = likelyAmount(entered.goal, currency);
  const errorAt = (field: ChangeField) => errors.find((each) => each.field === field)?.message;
  return (
    <form className="form" method="post" noValidate>
      <EnterSends />
      <ErrorSummary title={t("submission.problem")} errors={errors} />
      <p>{t("changes.text")}</p>
      <Field
        id="goal"
        label={t("changes.goal")}
        before={currency}
        inputMode="decimal"
        error={errorAt("goal")}
        defaultValue={entered.goal}
        maxLength={30}
        after={
          errorAt("goal") !== undefined &&
          meant && (
            <YesMeant field="goal" value={withGroupMarks(decimalText(meant))}>
              {t("giving.errors.yesMeant", { amount: formatMoney(meant, language) })}
            </YesMeant>
          )
        }
      />
      <Field
        id="endDate"
        type="date"
        label={t("changes.endDate")}
        error={errorAt("endDate")}
        defaultValue={entered.endDate}
      />
      <TextAreaField
        id="use"
        label={t("changes.use")}
        hint={t("changes.useHint")}
        error={errorAt("use")}
        defaultValue={entered.use}
        rows={4}
        maxLength={changeLimits.use.most}
      />
      <TextAreaField
        id="reason"
        label={t("changes.reason")}
        hint={t("changes.reasonHint")}
        error={errorAt("reason")}
        defaultValue={entered.reason}
        rows={3}
        maxLength={changeLimits.reason.most}
      />
      <p>
        <button className="button" type="submit">
          {t("changes.send")}
        </button>
      </p>
    </form>
  );
}
