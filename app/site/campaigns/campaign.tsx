import { data } from "react-router";
import { dayOf, formatDay, type Day } from "#domain/calendar.ts";
import { giving, type Campaign } from "#domain/campaign.ts";
import { findCampaign } from "#database/campaigns.ts";
import { keepingContext, originContext, publicReads } from "#app/http/context.server.ts";
import { localAddress } from "#app/site/address.ts";
import { breadcrumb } from "#app/site/breadcrumb.ts";
import { useFund } from "#app/site/fund.ts";
import { MessagePage, messageStyles } from "#app/site/message-page.tsx";
import { PageHead } from "#app/site/page-head.tsx";
import { inParagraphs, useWritten, Written } from "#app/site/written.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { Badges, Progress } from "./card.tsx";
import cardStyles from "./card.css?inline";
import campaignStyles from "./campaign.css?inline";
import type { Route } from "./+types/campaign";

export const handle = { styles: cardStyles + campaignStyles + messageStyles };

export async function loader({ context, params }: Route.LoaderArgs) {
  context.get(keepingContext).subjects.add(`campaign:${params.id}`);
  const campaign = await findCampaign(context.get(publicReads), params.id);
  const found = { campaign, today: dayOf(new Date()), origin: context.get(originContext) };
  return campaign ? found : data(found, { status: 404 });
}

export default function CampaignPage({ loaderData: { campaign, today, origin } }: Route.ComponentProps) {
  return campaign ? <Found campaign={campaign} today={today} origin={origin} /> : <NotFound />;
}

function Found({ campaign, today, origin }: { campaign: Campaign; today: Day; origin: string }) {
  const t = useText();
  const language = useLanguage();
  const written = useWritten();
  const fund = useFund();
  const title = written(campaign.title);
  const path = localAddress(language, `/campaigns/${campaign.id}`);
  return (
    <article className="campaign wrap">
      <PageHead
        origin={origin}
        fund={fund}
        title={title}
        description={shortened(written(campaign.description))}
        picture={campaign.picture}
        data={[
          breadcrumb(origin, [
            { name: t("frame.home"), path: localAddress(language, "/") },
            { name: t("frame.campaigns"), path: localAddress(language, "/campaigns") },
            { name: title, path },
          ]),
          {
            "@type": "DonateAction",
            name: title,
            description: written(campaign.description),
            recipient: { "@type": "NGO", name: fund, url: `${origin}/` },
            target: origin + path,
          },
        ]}
      />
      <div className="campaign-story">
        <p className="back">
          <a href={localAddress(language, "/")}>{t("campaign.back")}</a>
        </p>
        <div className="campaign-picture">
          <Picture
            picture={campaign.picture}
            alt={campaign.picture ? written(campaign.picture.alt) : ""}
            sizes="(min-width: 64rem) 43rem, 100vw"
            priority
          />
        </div>
        <Badges campaign={campaign} today={today} />
        <Written as="h1" text={campaign.title} />
        <div className="prose">
          <Written as="p" className="campaign-lead" text={campaign.description} />
          {campaign.story &&
            inParagraphs(campaign.story, language).map((part) => (
              <Written key={part.en} as="p" text={part} />
            ))}
        </div>
        <Facts campaign={campaign} />
      </div>
      <aside className="campaign-panel">
        <Progress campaign={campaign} large />
        <WhyClosed campaign={campaign} today={today} />
      </aside>
    </article>
  );
}

function Facts({ campaign }: { campaign: Campaign }) {
  const t = useText();
  const language = useLanguage();
  return (
    <dl className="facts">
      <dt>{t("campaign.organizer")}</dt>
      <dd>{campaign.organizer}</dd>
      <dt>{t("campaign.location")}</dt>
      <dd>{campaign.location}</dd>
      <dt>{t("campaign.started")}</dt>
      <dd>
        <time dateTime={campaign.startDate}>{formatDay(campaign.startDate, language)}</time>
      </dd>
      <dt>{t("campaign.ends")}</dt>
      <dd>
        <time dateTime={campaign.endDate}>{formatDay(campaign.endDate, language)}</time>
      </dd>
    </dl>
  );
}

function WhyClosed({ campaign, today }: { campaign: Campaign; today: Day }) {
  const t = useText();
  const language = useLanguage();
  const state = giving(campaign, today);
  if (state === "open") return null;
  const reasons = {
    paused: t("campaign.closedPaused"),
    completed: t("campaign.closedCompleted"),
    ended: t("campaign.closedEnded", { date: formatDay(campaign.endDate, language) }),
  };
  return (
    <>
      <button className="button wide" disabled aria-describedby="why-closed">
        {t("card.donate")}
      </button>
      <p id="why-closed">{reasons[state]}</p>
    </>
  );
}

function NotFound() {
  const t = useText();
  const language = useLanguage();
  return (
    <MessagePage title={t("campaign.notFound")} text={t("campaign.notFoundText")} code="404">
      <a className="button" href={localAddress(language, "/campaigns")}>
        {t("notFound.campaigns")}
      </a>
      <a className="button quiet" href={localAddress(language, "/")}>
        {t("notFound.home")}
      </a>
    </MessagePage>
  );
}

/** Messengers show about 155 characters of a description. */
function shortened(text: string): string {
  return text.length <= 155 ? text : `${text.slice(0, text.lastIndexOf(" ", 152))}…`;
}
