import { pictureFields } from "#domain/campaigns/submission.ts";
import type { DescribedPicture } from "#domain/content/home.ts";
import { wholeAmountPatterns, writtenGoal } from "#domain/campaigns/proposed-amount.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { Picture } from "#app/ui/picture.tsx";
import type { PartProps } from "./parts.ts";

type Props = Pick<PartProps, "entered"> & { pictures: DescribedPicture[] };

/** The campaign as a list shows it. The script repeats there what a person types. Only wide screens have room for it. */
export function CardPreview({ entered, pictures }: Props) {
  const t = useText();
  const language = useLanguage();
  const first = pictureFields.map((name) => entered[name]).find((id) => id !== undefined);
  const mirrored = (name: string) => ({ "data-mirrors": name, children: entered[name] });
  return (
    <section className="submission-card" aria-labelledby="card-preview">
      <h2 id="card-preview">{t("submission.preview")}</h2>
      <div>
        <Picture picture={pictures.find(({ id }) => id === first) ?? null} alt="" sizes="18rem" />
        <p className="submission-card-title" data-empty={t("submission.untitled")} {...mirrored("title")} />
        <p {...mirrored("organizer")} />
        <p>
          {t("submission.goal")}:{" "}
          <span data-amounts={JSON.stringify(wholeAmountPatterns(language))}>
            {writtenGoal(entered, language)}
          </span>
        </p>
        <progress className="progress" max={100} value={0} aria-hidden="true" />
      </div>
    </section>
  );
}
