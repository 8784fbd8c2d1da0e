import { plannedSum } from "#domain/campaigns/planned-sum.ts";
import { budgetFields, limits } from "#domain/campaigns/submission.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { AmountField } from "./amount-field.tsx";
import { choiceLabel, errorAt, type CampaignChoice, type PartProps } from "./parts.ts";

/** The lines that every campaign needs are open. The others unfold without script. */
export function BudgetFields(props: PartProps) {
  const t = useText();
  const { entered, errors } = props;
  const error = errorAt(errors, "budget");
  const others = budgetFields.slice(limits.budget.fewest);
  const isUsed = others
    .flatMap(({ what, amount }) => [what, amount])
    .some((name) => (entered[name] ?? "") !== "" || errorAt(errors, name) !== undefined);
  return (
    <fieldset
      className="submission-budget"
      id="budget"
      tabIndex={-1}
      aria-describedby={error === undefined ? undefined : "budget-error"}
    >
      <legend>{t("submission.budget")}</legend>
      <p className="field-hint">{t("submission.budgetHint")}</p>
      {error && (
        <p className="field-error" id="budget-error">
          {error}
        </p>
      )}
      {budgetFields.slice(0, limits.budget.fewest).map((line, at) => (
        <BudgetLine key={line.what} {...props} line={line} place={at + 1} />
      ))}
      <details className="submission-more folded-line" open={isUsed}>
        <summary>{t("submission.moreLines")}</summary>
        <div>
          {others.map((line, at) => (
            <BudgetLine key={line.what} {...props} line={line} place={limits.budget.fewest + at + 1} />
          ))}
        </div>
      </details>
      <PlannedSum entered={entered} />
    </fieldset>
  );
}

/** The script adds up again while a person types. */
function PlannedSum({ entered }: Pick<PartProps, "entered">) {
  const t = useText();
  const { isEqual, ...amounts } = plannedSum(entered, useLanguage());
  return (
    <output
      className="submission-sum"
      htmlFor={budgetFields.map(({ amount }) => amount).join(" ")}
      data-equal={isEqual ? "" : undefined}
    >
      {t("submission.planned", amounts)}
    </output>
  );
}

type LineProps = PartProps & { line: (typeof budgetFields)[number]; place: number };

function BudgetLine({ entered, errors, line: { what, amount }, place }: LineProps) {
  const t = useText();
  return (
    <div className="submission-line">
      <Field
        id={what}
        label={t("submission.budgetWhat", { line: place })}
        error={errorAt(errors, what)}
        defaultValue={entered[what]}
        maxLength={limits.what.most}
      />
      <AmountField
        id={amount}
        label={t("submission.budgetAmount", { line: place })}
        entered={entered}
        errors={errors}
      />
    </div>
  );
}

export function SurplusFields({ entered, errors, campaigns }: PartProps & { campaigns: CampaignChoice[] }) {
  const t = useText();
  const language = useLanguage();
  const error = errorAt(errors, "surplus");
  const choices = [
    ["campaign", t("submission.surplusCampaign")],
    ["donors", t("submission.surplusDonors")],
  ] as const;
  return (
    <>
      <fieldset
        className="field"
        id="surplus"
        tabIndex={-1}
        data-wrong={error === undefined ? undefined : ""}
      >
        <legend>{t("submission.surplus")}</legend>
        {error && <p className="field-error">{error}</p>}
        {choices.map(([value, label]) => (
          <label key={value} className="check">
            <input type="radio" name="surplus" value={value} defaultChecked={entered["surplus"] === value} />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <div className="surplus-only">
        <SelectField
          id="surplusCampaign"
          label={t("submission.whichCampaign")}
          error={errorAt(errors, "surplusCampaign")}
          defaultValue={entered["surplusCampaign"]}
          options={[
            { value: "", label: t("submission.chooseCampaign") },
            ...campaigns.map((campaign) => ({
              value: campaign.id,
              label: choiceLabel(campaign, language),
            })),
          ]}
        />
      </div>
    </>
  );
}
