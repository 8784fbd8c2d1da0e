import { longestAlt, longestUpdate, longestUpdateTitle } from "#domain/campaigns/updates.ts";
import type { CampaignUpdate, EnteredUpdate } from "#domain/campaigns/updates.ts";
import { TextMarks } from "#app/islands/text-marks.tsx";
import { useText } from "#app/messages/translator.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field, TextAreaField } from "#app/ui/field.tsx";
import { UpdateBody } from "./update-body.tsx";

type Errors = { field: string; message: string }[];

export type UpdateFormAnswer = { entered: EnteredUpdate; errors: Errors; preview: CampaignUpdate | null };

type Props = {
  address: string;
  /** Null for a new one. */
  present: CampaignUpdate | null;
  followers: number;
  sendsMail: boolean;
  answer: UpdateFormAnswer | undefined;
};

const blank: EnteredUpdate = {
  ...{ title: "", titleSw: "", content: "", contentSw: "", picture: "", pictureAlt: "", pictureAltSw: "" },
};

/** The page has an element with the id `content` already: the skip link leads to it. */
const inputOf = (field: string) => (field === "content" ? "update-content" : field);

/** The same form for staff and organizers. It works without script: a preview is an answer of the server. */
export function UpdateForm({ address, present, followers, sendsMail, answer }: Props) {
  const t = useText();
  const entered = answer?.entered ?? (present === null ? blank : enteredOf(present));
  const errorAt = (field: string) => answer?.errors.find((each) => each.field === field)?.message;
  return (
    <>
      <ErrorSummary
        title={t("news.errors.summary")}
        errors={(answer?.errors ?? []).map(({ field, message }) => ({ field: inputOf(field), message }))}
      />
      {answer?.preview && (
        <section className="update-preview" aria-labelledby="preview">
          <h2 id="preview">{t("news.form.previewTitle")}</h2>
          <UpdateBody update={answer.preview} />
        </section>
      )}
      <form
        className="form update-form"
        method="post"
        action={address}
        encType="multipart/form-data"
        noValidate
      >
        <Field
          id="title"
          label={t("news.form.title")}
          error={errorAt("title")}
          defaultValue={entered.title}
          maxLength={longestUpdateTitle}
          required
        />
        <TextAreaField
          id={inputOf("content")}
          name="content"
          label={t("news.form.content")}
          hint={t("news.form.contentHint")}
          error={errorAt("content")}
          defaultValue={entered.content}
          maxLength={longestUpdate}
          rows={10}
          above={<TextMarks field={inputOf("content")} label={t("news.form.content")} />}
        />
        <KiswahiliFields entered={entered} errorAt={errorAt} />
        <PictureFields entered={entered} errorAt={errorAt} />
        <Actions isNew={present === null} followers={followers} sendsMail={sendsMail} />
      </form>
      {present !== null && <RemoveForm address={address} />}
    </>
  );
}

type ActionsProps = Pick<Props, "followers" | "sendsMail"> & { isNew: boolean };

function Actions({ isNew, followers: count, sendsMail }: ActionsProps) {
  const t = useText();
  const post = count > 0 && sendsMail ? t("news.form.saveAndEmail", { count }) : t("news.form.save");
  const hint = sendsMail ? t("news.form.sendsEmail", { count }) : t("news.form.sendsNone");
  return (
    <>
      {isNew && <p className="field-hint">{hint}</p>}
      <p className="update-actions">
        <button className="button" type="submit" name="intent" value="save">
          {isNew ? post : t("news.form.saveEdited")}
        </button>
        <button className="button quiet" type="submit" name="intent" value="preview">
          {t("news.form.preview")}
        </button>
      </p>
    </>
  );
}

function KiswahiliFields({ entered, errorAt }: PartProps) {
  const t = useText();
  return (
    <details open={entered.titleSw !== "" || entered.contentSw !== "" || undefined}>
      <summary>{t("news.form.kiswahili")}</summary>
      <div className="form">
        <Field
          id="titleSw"
          label={t("news.form.titleSw")}
          error={errorAt("titleSw")}
          defaultValue={entered.titleSw}
          maxLength={longestUpdateTitle}
          lang="sw"
        />
        <TextAreaField
          id="contentSw"
          label={t("news.form.contentSw")}
          error={errorAt("contentSw")}
          defaultValue={entered.contentSw}
          maxLength={longestUpdate}
          rows={10}
          lang="sw"
          above={<TextMarks field="contentSw" label={t("news.form.contentSw")} />}
        />
      </div>
    </details>
  );
}

type PartProps = { entered: EnteredUpdate; errorAt(field: string): string | undefined };

function PictureFields({ entered, errorAt }: PartProps) {
  const t = useText();
  const isDescribed =
    [entered.picture, entered.pictureAlt, entered.pictureAltSw].some((text) => text !== "") ||
    [errorAt("pictureAlt"), errorAt("pictureAltSw")].some((error) => error !== undefined);
  return (
    <>
      <input type="hidden" name="picture" value={entered.picture} />
      <Field
        id="picture"
        name="picture-file"
        type="file"
        label={t("news.form.picture")}
        hint={t("news.form.pictureHint")}
        error={errorAt("picture")}
        accept="image/png,image/jpeg,image/gif,image/webp"
      />
      {entered.picture !== "" && (
        <label className="check">
          <input type="checkbox" name="picture-remove" value="yes" />
          {t("news.form.removePicture")}
        </label>
      )}
      <details open={isDescribed || undefined}>
        <summary>{t("news.form.pictureTexts")}</summary>
        <div className="form">
          <Field
            id="pictureAlt"
            label={t("news.form.pictureAlt")}
            hint={t("news.form.pictureAltHint")}
            error={errorAt("pictureAlt")}
            defaultValue={entered.pictureAlt}
            maxLength={longestAlt}
          />
          <Field
            id="pictureAltSw"
            label={t("news.form.pictureAltSw")}
            error={errorAt("pictureAltSw")}
            defaultValue={entered.pictureAltSw}
            maxLength={longestAlt}
            lang="sw"
          />
        </div>
      </details>
    </>
  );
}

/** Two presses: the first opens the second. */
function RemoveForm({ address }: { address: string }) {
  const t = useText();
  return (
    <details className="update-remove">
      <summary>{t("news.form.remove")}</summary>
      <form method="post" action={address} encType="multipart/form-data">
        <button className="button quiet" type="submit" name="intent" value="remove">
          {t("news.form.removeConfirm")}
        </button>
      </form>
    </details>
  );
}

const enteredOf = ({ title, content, picture }: CampaignUpdate): EnteredUpdate => ({
  ...{ title: title.en, titleSw: title.sw ?? "", content: content.en, contentSw: content.sw ?? "" },
  ...{ picture: picture?.id ?? "", pictureAlt: picture?.alt.en ?? "", pictureAltSw: picture?.alt.sw ?? "" },
});
