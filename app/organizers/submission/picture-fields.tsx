import { limits, pictureFields } from "#domain/campaigns/submission.ts";
import type { DescribedPicture } from "#domain/content/home.ts";
import { useText } from "#app/messages/translator.tsx";
import { Field } from "#app/ui/field.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { errorAt, type PartProps } from "./parts.ts";

type Props = PartProps & { pictures: DescribedPicture[] };

export function PictureFields({ entered, errors, pictures }: Props) {
  const t = useText();
  const error = errorAt(errors, "pictures");
  const used = pictureFields.flatMap((name) => {
    const id = entered[name];
    return id === undefined ? [] : [{ name, id, picture: pictures.find((each) => each.id === id) ?? null }];
  });
  return (
    <fieldset className="submission-pictures" id="part-pictures">
      <legend>{t("submission.pictures")}</legend>
      <div className="field" data-wrong={error === undefined ? undefined : ""}>
        {error && (
          <p className="field-error" id="pictures-error">
            {error}
          </p>
        )}
        <label htmlFor="pictures">{t("submission.addPictures")}</label>
        <p className="field-hint" id="pictures-hint">
          {t("submission.picturesHint")}
        </p>
        <input
          id="pictures"
          type="file"
          name="pictures"
          multiple
          accept="image/png,image/jpeg,image/gif,image/webp"
          aria-describedby={`pictures-hint${error === undefined ? "" : " pictures-error"}`}
        />
        <button className="button quiet small" name="do" value="upload">
          {t("submission.upload")}
        </button>
      </div>
      <ol>
        {used.map(({ name, id, picture }, at) => (
          <li key={name}>
            <input type="hidden" name={name} value={id} />
            <Picture picture={picture} alt="" sizes="8rem" />
            <div>
              <Field
                id={`${name}-alt`}
                label={t("submission.pictureAlt", { place: at + 1 })}
                hint={t("submission.altHint")}
                error={errorAt(errors, `${name}-alt`)}
                defaultValue={entered[`${name}-alt`]}
                maxLength={limits.alt.most}
              />
              <PictureOrder name={name} place={at + 1} />
            </div>
          </li>
        ))}
      </ol>
    </fieldset>
  );
}

function PictureOrder({ name, place }: { name: string; place: number }) {
  const t = useText();
  return (
    <div className="submission-order">
      <Field
        id={`${name}-place`}
        label={t("submission.picturePlace", { place })}
        defaultValue={String(place)}
        inputMode="numeric"
        maxLength={2}
      />
      <label className="check">
        <input type="checkbox" name={`${name}-remove`} value="yes" />
        <span>{t("submission.removePicture", { place })}</span>
      </label>
    </div>
  );
}
