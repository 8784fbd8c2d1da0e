import type { ReactNode } from "react";
import { proposedCurrencies } from "#domain/campaigns/proposed-amount.ts";
import { limits, startCategories } from "#domain/campaigns/submission.ts";
import { subTypes } from "#domain/campaigns/categories.ts";
import type { DescribedPicture } from "#domain/content/home.ts";
import { Island } from "#app/islands/island.tsx";
import { TextMarks } from "#app/islands/text-marks.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { localAddress } from "#app/site/address.ts";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field, SelectField, TextAreaField } from "#app/ui/field.tsx";
import { EnterSends } from "#app/ui/yes-meant.tsx";
import { AmountField } from "./amount-field.tsx";
import { CardPreview } from "./card-preview.tsx";
import { isOnlyUnclear } from "./explain-problems.ts";
import { BudgetFields, SurplusFields } from "./money-fields.tsx";
import { PictureFields } from "./picture-fields.tsx";
import { errorAt, partOf, type CampaignChoice, type PartProps } from "./parts.ts";
import { DraftKeeper } from "./draft-keeper.tsx";

type SubmissionFormProps = PartProps & {
  /** The page that receives the form. */
  action: string;
  /** Empty until the draft was saved. */
  submission: string;
  isAgain: boolean;
  /** The errors are questions of the staff. */
  isAsked?: boolean;
  pictures: DescribedPicture[];
  campaigns: CampaignChoice[];
};

/** The start form. Without script, its buttons save, upload and show the preview. */
export function SubmissionForm(props: SubmissionFormProps) {
  const { action, submission, isAgain, isAsked = false, entered, errors, pictures, campaigns } = props;
  const isQuestion = isAsked || isOnlyUnclear(errors, entered);
  const t = useText();
  const language = useLanguage();
  const parts = { entered, errors };
  return (
    <form
      className="form submission-form"
      id="submission-form"
      method="post"
      action={action}
      encType="multipart/form-data"
      noValidate
      data-asked={isQuestion ? "" : undefined}
    >
      <EnterSends name="do" value="save" />
      <Faults errors={errors} isAsked={isAsked} isQuestion={isQuestion} />
      <div className="submission-side">
        <PartLinks errors={errors} hasPictures={pictures.length > 0} />
        <CardPreview entered={entered} pictures={pictures} />
      </div>
      <input type="hidden" name="submission" value={submission} />
      <AboutFields {...parts} />
      <fieldset id="part-money">
        <legend>{t("submission.money")}</legend>
        <BudgetFields {...parts} />
        <SurplusFields {...parts} campaigns={campaigns} />
      </fieldset>
      <fieldset id="part-people">
        <legend>{t("submission.people")}</legend>
        <LongField name="beneficiaries" {...parts} />
        <LongField name="relation" {...parts} />
      </fieldset>
      <PictureFields {...parts} pictures={pictures} />
      <div className="form-foot submission-foot">
        <Island
          name="submission"
          of={DraftKeeper}
          props={{
            address: localAddress(language, "/organizer/draft"),
            saved: t("submission.autosaved", { time: "{time}" }),
            failed: t("submission.notSaved"),
            // The browser fills in the numbers.
            left: {
              left: t("submission.left", { count: "{count}" }),
              over: t("submission.tooMany", { count: "{count}" }),
            },
            planned: t("submission.planned", { sum: "{sum}", goal: "{goal}" }),
          }}
          plain
          now
        />
        <Actions isAgain={isAgain} />
      </div>
    </form>
  );
}

type FaultsProps = Pick<PartProps, "errors"> & { isAsked: boolean; isQuestion: boolean };

function Faults({ errors, isAsked, isQuestion }: FaultsProps) {
  const t = useText();
  const ours = isQuestion ? "giving.question" : "submission.problem";
  const title = t(isAsked ? "submission.questions" : ours);
  const shortened = { most: 3, rest: (count: number) => t("submission.moreProblems", { count }) };
  return <ErrorSummary {...{ title, errors, isQuestion, shortened }} />;
}

type PartLinksProps = Pick<PartProps, "errors"> & { hasPictures: boolean };

/** The form in four parts, each one press away. After a failed submission, each says whether it has a fault. */
function PartLinks({ errors, hasPictures }: PartLinksProps) {
  const t = useText();
  const faulty = new Set(errors.map(({ field }) => partOf(field)));
  return (
    <nav aria-label={t("submission.parts")}>
      <ol className="submission-parts">
        {(["about", "money", "people", "pictures"] as const).map((part) => {
          // A campaign needs no picture, but a part without one is not finished.
          const isEmpty = part === "pictures" && !hasPictures;
          const state = faulty.has(part) ? "faulty" : errors.length === 0 || isEmpty ? undefined : "finished";
          return (
            <li key={part}>
              <a href={`#part-${part}`} data-state={state}>
                {t(`submission.${part}`)}
                {state && <span className="visually-hidden">{t(`submission.partStates.${state}`)}</span>}
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function Actions({ isAgain }: Pick<SubmissionFormProps, "isAgain">) {
  const t = useText();
  const language = useLanguage();
  return (
    <p className="submission-actions">
      <button className="button" name="do" value="submit">
        {t(isAgain ? "submission.sendAgain" : "submission.send")}
      </button>
      <button
        className="button quiet"
        name="do"
        value="preview"
        formAction={localAddress(language, "/organizer/preview")}
        formTarget="_blank"
      >
        {t("submission.preview")}
      </button>
      <button className="button quiet" name="do" value="save">
        {t("submission.save")}
      </button>
    </p>
  );
}

function AboutFields({ entered, errors }: PartProps) {
  const t = useText();
  const at = (field: string) => ({ error: errorAt(errors, field), defaultValue: entered[field] });
  return (
    <fieldset id="part-about">
      <legend>{t("submission.about")}</legend>
      <div data-counted={limits.title.most}>
        <Field id="title" label={t("submission.name")} hint={t("submission.titleHint")} {...at("title")} />
      </div>
      <SelectField
        id="category"
        label={t("submission.category")}
        {...at("category")}
        options={[
          { value: "", label: t("submission.chooseCategory") },
          ...startCategories.map((value) => ({ value, label: t(`category.${value}`) })),
        ]}
      />
      <div className="type-only">
        <SelectField
          id="subType"
          label={t("submission.subType")}
          hint={t("submission.subTypeHint")}
          {...at("subType")}
          options={[
            { value: "", label: t("submission.noSubType") },
            ...startCategories.flatMap((category) =>
              subTypes[category].map((value) => ({
                value,
                label: `${t(`category.${category}`)}: ${t(`subType.${value}`)}`,
              })),
            ),
          ]}
        />
      </div>
      <ZakatField entered={entered} errors={errors} />
      <GoalFields entered={entered} errors={errors} />
      <LongField
        name="description"
        entered={entered}
        errors={errors}
        rows={10}
        above={<TextMarks field="description" label={t("submission.description")} />}
      />
      <Field
        id="organizer"
        label={t("submission.organizer")}
        hint={t("submission.organizerHint")}
        {...at("organizer")}
      />
    </fieldset>
  );
}

/** Styles show it only while the category is Zakat. */
function ZakatField({ entered, errors }: PartProps) {
  const t = useText();
  const error = errorAt(errors, "isZakatEligible");
  return (
    <div className="field zakat-only" data-wrong={error === undefined ? undefined : ""}>
      {error && (
        <p className="field-error" id="isZakatEligible-error">
          {error}
        </p>
      )}
      <label className="check">
        <input
          id="isZakatEligible"
          type="checkbox"
          name="isZakatEligible"
          value="yes"
          defaultChecked={entered["isZakatEligible"] === "yes"}
          aria-describedby={`zakat-hint${error === undefined ? "" : " isZakatEligible-error"}`}
        />
        <span>{t("submission.zakatEligible")}</span>
      </label>
      <p className="field-hint" id="zakat-hint">
        {t("submission.zakatHint")}
      </p>
    </div>
  );
}

type LongName = "description" | "beneficiaries" | "relation";

type LongProps = PartProps & { name: LongName; rows?: number; above?: ReactNode };

function LongField({ name, entered, errors, rows = 4, above }: LongProps) {
  const t = useText();
  return (
    <div data-counted={limits[name].most}>
      <TextAreaField
        id={name}
        label={t(`submission.${name}`)}
        hint={t(`submission.${name}Hint`)}
        error={errorAt(errors, name)}
        defaultValue={entered[name]}
        rows={rows}
        above={above}
      />
    </div>
  );
}

function GoalFields({ entered, errors }: PartProps) {
  const t = useText();
  return (
    <>
      <div className="submission-line">
        <AmountField id="goal" label={t("submission.goal")} entered={entered} errors={errors} />
        <SelectField
          id="currency"
          label={t("submission.currency")}
          error={errorAt(errors, "currency")}
          defaultValue={entered["currency"] ?? "TZS"}
          options={proposedCurrencies.map((value) => ({ value, label: value }))}
        />
      </div>
      <p className="field-hint">{t("submission.currencyHint")}</p>
    </>
  );
}
