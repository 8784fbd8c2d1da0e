import type { Translated } from "#domain/content/language.ts";
import { giving, type Campaign } from "#domain/campaigns/categories.ts";
import type { Day } from "#domain/system/calendar.ts";
import { formatMoney, percentOf } from "#domain/money/money.ts";
import { firstWords } from "./first-words.ts";
import { localAddress } from "#app/site/address.ts";
import { Figure } from "#app/site/cached/figure.tsx";
import { openingOf } from "#app/site/first-sentence.ts";
import { Part } from "#app/site/cached/part.tsx";
import { DescribedPicture } from "#app/site/described-picture.tsx";
import { useTranslated, TranslatedText } from "#app/site/translated-text.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { CategorySign } from "#app/ui/category-sign.tsx";
import { fundedText } from "#app/site/campaigns/funded.ts";

type CardsProps = {
  campaigns: Campaign[];
  today: Day;
  title?: "h2" | "h3";
  /** The page has the weight for pictures that are sharp on the dense screens of laptops. */
  isSharp?: boolean;
};

export function CampaignCards({ campaigns, today, title = "h3", isSharp = false }: CardsProps) {
  return (
    <ul className="cards plain-list" data-island="live" data-plain="">
      {campaigns.map((campaign) => (
        <li key={campaign.id}>
          <Part>
            <CampaignCard {...{ campaign, today, title, isSharp }} isOfTwo={campaigns.length === 2} />
          </Part>
        </li>
      ))}
    </ul>
  );
}

type CardProps = Required<Omit<CardsProps, "campaigns">> & { campaign: Campaign; isOfTwo: boolean };

/** Beside the words, a picture is as high as they are and cut on both sides. So it needs more than its width. */
const besideWords = "(min-width: 64rem) 33rem, ";
/** Of three columns, only the first row is loaded at once. A little under the column, for the smallest file on plain screens. */
const inThree = "(min-width: 64rem) 20rem, ";

function CampaignCard({ campaign, today, title: Title, isSharp, isOfTwo }: CardProps) {
  const t = useText();
  const language = useLanguage();
  const written = useTranslated();
  const open = giving(campaign, today) === "open";
  const address = localAddress(language, `/campaigns/${campaign.id}`);
  const title = written(campaign.title);
  return (
    <article className="card">
      <div className="card-picture">
        <DescribedPicture
          picture={campaign.picture}
          // Smaller than the real width, because a list does not need the larger pictures that dense screens would
          // download.
          sizes={`${isOfTwo ? besideWords : isSharp ? inThree : ""}(min-width: 40rem) 11.25rem, 60vw`}
        />
        {campaign.picture === null && <CategorySign category={campaign.category} />}
        <Badges campaign={campaign} today={today} />
      </div>
      <div className="card-body">
        <Title className="card-title">
          <a className="covering" href={address}>
            <TranslatedText text={campaign.title} />
          </a>
        </Title>
        <TranslatedText as="p" className="card-text" text={beginning(campaign.description)} />
        <Progress campaign={campaign} today={today} />
        <a
          className={open ? "button wide" : "button quiet wide"}
          href={address}
          aria-label={`${t(open ? "card.donate" : "card.see")}: ${title}`}
        >
          {t(open ? "card.donate" : "card.see")}
        </a>
      </div>
    </article>
  );
}

const beginning = ({ en, sw }: Translated): Translated => ({
  en: firstWords(openingOf(en), cardLetters),
  sw: sw === null ? null : firstWords(openingOf(sw), cardLetters),
});

/** More than two lines of a card hold: the styles end the second line where it is full. */
const cardLetters = 110;

export function Badges({ campaign, today }: { campaign: Campaign; today: Day }) {
  const t = useText();
  const state = giving(campaign, today);
  return (
    <p className="badges">
      <span className="badge">
        <CategorySign category={campaign.category} />
        {t(`category.${campaign.category}`)}
      </span>
      {campaign.isZakatEligible && <span className="badge zakat">{t("card.zakatEligible")}</span>}
      {state !== "open" && <span className="badge closed">{t(`card.${state}`)}</span>}
    </p>
  );
}

/** The reason why a donation counts most now. */
function nearEnd(percent: number, daysLeft: number): "endsSoon" | "nearlyThere" | null {
  if (daysLeft <= 14) return "endsSoon";
  return percent >= 70 && percent < 100 ? "nearlyThere" : null;
}

type ProgressProps = { campaign: Campaign; today: Day; large?: boolean };

export function Progress({ campaign, today, large = false }: ProgressProps) {
  return (
    <Figure of="progress" id={campaign.id} now={campaign}>
      {(now) => <ProgressNow campaign={{ ...campaign, ...now }} today={today} large={large} />}
    </Figure>
  );
}

function ProgressNow({ campaign, today, large }: Required<ProgressProps>) {
  const t = useText();
  const language = useLanguage();
  const written = useTranslated();
  const percent = percentOf(campaign.raised, campaign.goal);
  const goal = formatMoney(campaign.goal, language);
  const hasGoal = campaign.goal.amount > 0n;
  const isOpen = giving(campaign, today) === "open";
  const hasNothing = campaign.donors === 0 && campaign.raised.amount === 0n;
  const near = isOpen ? nearEnd(percent, campaign.daysLeft) : null;
  // The page of a closed campaign says it beside the sum.
  const saysReached = large && percent >= 100 && giving(campaign, today) === "completed";
  const live = (part: string) => `${campaign.id}.${part}`;
  return (
    <>
      <p
        className={large ? "raised large" : "raised"}
        data-island={large ? "live" : undefined}
        data-plain={large ? "" : undefined}
      >
        <b data-live={live("raised")}>{formatMoney(campaign.raised, language)}</b>
        {hasGoal && !saysReached && <span data-live={live("funded")}>{fundedText(t, percent)}</span>}
      </p>
      {hasGoal && (
        <progress
          className="progress"
          data-live={live("progress")}
          value={percent}
          max={100}
          aria-label={t("card.progress", { percent, goal })}
        />
      )}
      <ul className="figures plain-list">
        {hasGoal && <li>{t("card.goal", { goal })}</li>}
        <li data-live={live("donors")}>
          {isOpen && hasNothing ? t("card.first") : t("card.donors", { count: campaign.donors })}
        </li>
        {isOpen && <li>{t("card.daysLeft", { count: campaign.daysLeft })}</li>}
        {near !== null && <li className="near">{t(`card.${near}`)}</li>}
        {!large && <li>{t("card.by", { organizer: written(campaign.organizer) })}</li>}
      </ul>
    </>
  );
}
