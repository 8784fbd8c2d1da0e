import { giving, type Campaign } from "#domain/campaigns/categories.ts";
import type { Translated } from "#domain/content/language.ts";
import { plainWords } from "#domain/content/markdown.ts";
import type { Day } from "#domain/system/calendar.ts";
import { Progress } from "#app/site/campaigns/card.tsx";
import { firstWords } from "#app/site/campaigns/first-words.ts";
import { DescribedPicture } from "#app/site/described-picture.tsx";
import { TranslatedText } from "#app/site/translated-text.tsx";

type Props = { campaign: Campaign; today: Day; isTitled?: boolean };

/** The campaign, beside a form or a result. Phones have no room for it. */
export function DonateFor({ campaign, today, isTitled = false }: Props) {
  return (
    <aside className={giving(campaign, today) === "paused" ? "donate-for paused" : "donate-for"}>
      <DescribedPicture picture={campaign.picture} sizes="27.5rem" />
      <div>
        {isTitled && <TranslatedText as="h2" text={campaign.title} />}
        <Progress campaign={campaign} today={today} />
        <TranslatedText as="p" className="donate-why" text={beginning(campaign.description)} />
      </div>
    </aside>
  );
}

const longestBeginning = 180;

const beginning = ({ en, sw }: Translated): Translated => ({
  en: firstWords(plainWords(en), longestBeginning),
  sw: sw === null ? null : firstWords(plainWords(sw), longestBeginning),
});
