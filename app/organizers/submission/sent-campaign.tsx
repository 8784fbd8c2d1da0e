import { writtenGoal } from "#domain/campaigns/proposed-amount.ts";
import { budgetFields, pictureFields } from "#domain/campaigns/submission.ts";
import type { DescribedPicture } from "#domain/content/home.ts";
import { parseMarkdown } from "#domain/content/markdown.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { localAddress } from "#app/site/address.ts";
import { Markdown } from "#app/ui/markdown.tsx";
import { Picture } from "#app/ui/picture.tsx";
import type { PartProps } from "./parts.ts";

type Props = Pick<PartProps, "entered"> & { pictures: DescribedPicture[] };

/** The submitted campaign, as a card. */
export function SentCampaign({ entered, pictures }: Props) {
  const t = useText();
  const language = useLanguage();
  const first = pictureFields.map((name) => entered[name]).find((id) => id !== undefined);
  const picture = pictures.find(({ id }) => id === first) ?? null;
  const lines = budgetFields.flatMap(({ what, amount }) => {
    const bought = entered[what]?.trim() ?? "";
    const goal = writtenGoal({ ...entered, goal: entered[amount] ?? "" }, language);
    return bought === "" ? [] : [{ bought, goal }];
  });
  return (
    <section className="sent-campaign" aria-labelledby="sent-campaign">
      {picture !== null && <Picture picture={picture} alt="" sizes="(min-width: 48rem) 20rem, 100vw" />}
      <div>
        <h2 id="sent-campaign">{entered["title"]?.trim() || t("submission.untitled")}</h2>
        <p>{entered["organizer"]}</p>
        <p className="sent-goal">
          {t("submission.goal")}: <strong>{writtenGoal(entered, language)}</strong>
        </p>
        <div className="sent-text">
          <Markdown
            blocks={parseMarkdown(entered["description"] ?? "")}
            localAddress={(path) => localAddress(language, path)}
            isNested
          />
        </div>
        <h3>{t("submission.budget")}</h3>
        <dl className="sent-budget">
          {lines.map(({ bought, goal }) => (
            <div key={bought}>
              <dt>{bought}</dt>
              <dd>{goal}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

/** The way of a campaign to the site. Staff read it now. */
export function SentSteps() {
  const t = useText();
  return (
    <ol className="sent-steps" aria-label={t("submission.way.title")}>
      {(["sent", "read", "live"] as const).map((step) => (
        <li
          key={step}
          data-done={step === "sent" ? "" : undefined}
          aria-current={step === "read" ? "step" : undefined}
        >
          {t(`submission.way.${step}`)}
        </li>
      ))}
    </ol>
  );
}

/** A sent campaign has no form until staff have answered. */
export function AskToChange() {
  const t = useText();
  return (
    <p>
      {t("submission.changeSent")}{" "}
      <a href={localAddress(useLanguage(), "/#contact")}>{t("concern.contact")}</a>
    </p>
  );
}
