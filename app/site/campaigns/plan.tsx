import type { CampaignPlan } from "#database/campaigns/plans.ts";
import { formatMoney } from "#domain/money/money.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { localAddress } from "#app/site/address.ts";
import { DescribedPicture } from "#app/site/described-picture.tsx";
import { TranslatedText } from "#app/site/translated-text.tsx";

/** The organizer's answers, in the language in which they were written. */
export function Plan({ plan }: { plan: CampaignPlan }) {
  const t = useText();
  const language = useLanguage();
  const { beneficiaries, relation, budget } = plan;
  const lang = plan.language === language ? undefined : plan.language;
  return (
    <section className="plan">
      <h2>{t("plan.title")}</h2>
      <h3>{t("plan.beneficiaries")}</h3>
      <Paragraphs text={beneficiaries} lang={lang} />
      <h3>{t("plan.relation")}</h3>
      <Paragraphs text={relation} lang={lang} />
      <h3 id="plan-budget">{t("plan.budget")}</h3>
      <table aria-labelledby="plan-budget">
        <thead>
          <tr>
            <th scope="col">{t("plan.what")}</th>
            <th scope="col">{t("plan.amount")}</th>
          </tr>
        </thead>
        <tbody>
          {budget.map(({ what, amount }, at) => (
            <tr key={at}>
              <th scope="row" lang={lang}>
                {what}
              </th>
              <td>{formatMoney(amount, language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3>{t("plan.surplus")}</h3>
      <Surplus surplus={plan.surplus} />
      <Gallery plan={plan} />
    </section>
  );
}

function Surplus({ surplus }: Pick<CampaignPlan, "surplus">) {
  const t = useText();
  const language = useLanguage();
  if (surplus.to === "donors") return <p>{t("plan.surplusDonors")}</p>;
  if (surplus.campaign === null) return <p>{t("plan.surplusOther")}</p>;
  const { id, title } = surplus.campaign;
  return (
    <p>
      {t("plan.surplusCampaign")}{" "}
      <a href={localAddress(language, `/campaigns/${id}`)}>
        <TranslatedText text={title} />
      </a>
    </p>
  );
}

function Paragraphs({ text, lang }: { text: string; lang: string | undefined }) {
  return text.split(/\n\s*\n/).map((part, at) => (
    <p key={at} lang={lang}>
      {part}
    </p>
  ));
}

/** The first picture is at the top of the page. */
function Gallery({ plan }: { plan: CampaignPlan }) {
  const t = useText();
  const [, ...others] = plan.pictures;
  if (others.length === 0) return null;
  return (
    <ul className="plan-pictures" aria-label={t("plan.pictures")}>
      {others.map((picture) => (
        <li key={picture.id}>
          <DescribedPicture picture={picture} sizes="(min-width: 64rem) 21rem, 50vw" />
        </li>
      ))}
    </ul>
  );
}
