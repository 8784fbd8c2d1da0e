import { data } from "react-router";
import { dayOf, formatDay, type Day } from "#domain/system/calendar.ts";
import { giving, isCampaignId, type Campaign } from "#domain/campaigns/categories.ts";
import { readCampaignFigures } from "#database/campaigns/page-parts.ts";
import { findCampaign, listOpenElsewhere, listOpenOfAnyKind } from "#database/campaigns/public.ts";
import { contentContext, keepingContext, originContext, publicReads } from "#app/http/context.server.ts";
import { ExternalNote } from "#app/site/external-note.tsx";
import { languageOf, localAddress } from "#app/site/address.ts";
import { breadcrumb } from "#app/site/breadcrumb.ts";
import { Figure } from "#app/site/cached/figure.tsx";
import { useFund, useSite } from "#app/site/fund.ts";
import { messageStyles } from "#app/site/message-page.tsx";
import { Part } from "#app/site/cached/part.tsx";
import { PageHead } from "#app/site/page-head.tsx";
import { DescribedPicture } from "#app/site/described-picture.tsx";
import { inLanguage } from "#domain/content/language.ts";
import { Markdown } from "#app/ui/markdown.tsx";
import { parseMarkdown, plainWords } from "#domain/content/markdown.ts";
import { pictureLink } from "#app/ui/picture.tsx";
import { inParagraphs, useTranslated, TranslatedText } from "#app/site/translated-text.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { CategorySign } from "#app/ui/category-sign.tsx";
import { Badges, Progress } from "./card.tsx";
import { DonationForm } from "#app/site/donate/form/donation-form.tsx";
import { donationCampaign } from "#app/site/donate/form/donation-fields.ts";
import { prefilled } from "#app/site/donate/form/prefilled.ts";
import { GiveBar } from "./give-bar.tsx";
import { NoCampaign } from "./no-campaign.tsx";
import { OpenCampaigns } from "./open-campaigns.tsx";
import { Ruling } from "./ruling.tsx";
import { Plan } from "./plan.tsx";
import { Share } from "./share.tsx";
import { shareImageAddress } from "./share-image.server.ts";
import { campaignData } from "./structured-data.ts";
import { Follow } from "./news/follow-form.tsx";
import { LatestDonations, Supporters } from "./news/supporters.tsx";
import { Updates } from "./news/updates.tsx";
import { UseChanges } from "./use-changes.tsx";
import { ClosedReason } from "./closed-reason.tsx";
import formStyles from "#app/ui/form.css?inline";
import donationStyles from "#app/site/donate/form/donation-form.css?inline";
import cardStyles from "./card.css?inline";
import giveBarStyles from "./give-bar.css?inline";
import campaignStyles from "./campaign.css?inline";
import newsStyles from "./news/news.css?inline";
import shareStyles from "./share.css?inline";
import type { Route } from "./+types/campaign";

export const handle = {
  styles:
    cardStyles +
    formStyles +
    donationStyles +
    giveBarStyles +
    campaignStyles +
    newsStyles +
    shareStyles +
    messageStyles,
};

const pictureSizes = "(min-width: 64rem) 43rem, min(48rem, 100vw)";

/** The result that a browser brings back from a provider's page. Anyone can write it, so it is only a claim. */
const claims = ["success", "failed"] as const;
type Claim = (typeof claims)[number];

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const claim = claims.find((each) => each === searchParams.get("payment")) ?? null;
  const keeping = context.get(keepingContext);
  keeping.subjects.add(`campaign:${params.id}`);
  if (claim !== null) keeping.query = `?payment=${claim}`;

  const db = context.get(publicReads);
  const content = context.get(contentContext);
  const campaign = isCampaignId(params.id) ? await findCampaign(db, params.id) : null;
  if (!campaign) return data(null, { status: 404 });
  const today = dayOf(new Date());
  const isOpen = giving(campaign, today) === "open";
  if (!isOpen) keeping.subjects.add("campaigns");
  const [{ fund }, others, texts, figures] = await Promise.all([
    content.settings(),
    isOpen ? [] : listOpenElsewhere(db, today, campaign),
    content.campaignTexts(campaign.id),
    readCampaignFigures(db, campaign.id, campaign.goal),
  ]);
  const page = {
    campaign,
    others,
    unlike: isOpen || others.length > 0 ? [] : await listOpenOfAnyKind(db, today),
    ...texts,
    ruling: campaign.isZakatEligible ? texts.ruling : null,
    figures,
    claim,
    image: shareImageAddress(campaign, fund.name, languageOf(pathname)),
    entered: prefilled(searchParams, campaign.goal.currency),
    today,
    thisYear: new Date().getFullYear(),
    origin: context.get(originContext),
  };
  const { picture } = campaign;
  return data(page, { headers: picture ? { Link: pictureLink(picture, pictureSizes) } : {} });
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

type Found = Exclude<Route.ComponentProps["loaderData"], null>;

export default function CampaignPage({ loaderData }: Route.ComponentProps) {
  return loaderData ? <CampaignFound found={loaderData} /> : <NoCampaign />;
}

function CampaignFound({ found }: { found: Found }) {
  const { campaign, others, unlike, claim, today } = found;
  return (
    <article className="campaign wrap">
      <Head found={found} />
      {claim && <PaymentNotice claim={claim} />}
      <Story found={found} />
      <Side found={found} />
      {others.length > 0 && <OpenCampaigns campaigns={others} today={today} />}
      {unlike.length > 0 && (
        <OpenCampaigns
          campaigns={unlike}
          today={today}
          unlike={campaign.category === "registered-waqfu" ? "waqf" : "zakat"}
        />
      )}
    </article>
  );
}

/** Next to the story on wide screens. The bar then follows the reader below the form. */
function Side({ found }: { found: Found }) {
  const { campaign, others, entered, figures, today, thisYear, origin } = found;
  const state = giving(campaign, today);
  const isOpen = state === "open";
  return (
    <div className={isOpen ? "campaign-side" : `campaign-side closed ${state}`}>
      <aside className="campaign-panel">
        <div className="campaign-progress">
          <Progress campaign={campaign} today={today} large />
          <Figure of="beside" id={campaign.id} now={figures}>
            {({ external }) => external && <ExternalNote figures={external} />}
          </Figure>
          <FirstActions isOpen={isOpen} />
        </div>
        {!isOpen && (
          <div className="campaign-closed">
            <ClosedReason campaign={campaign} today={today} />
            <Instead campaign={others[0]} />
          </div>
        )}
        <span id="progress-end" hidden />
        {isOpen && (
          <div className="campaign-form">
            <Part isPersonal={Object.keys(entered).length > 0}>
              <DonationForm
                campaign={donationCampaign(campaign)}
                entered={entered}
                errors={[]}
                thisYear={thisYear}
              />
            </Part>
          </div>
        )}
      </aside>
      {giving(campaign, today) !== "completed" && (
        <Figure of="beside" id={campaign.id} now={figures}>
          {({ latest }) => <LatestDonations latest={latest} today={today} />}
        </Figure>
      )}
      <Part>
        <Share campaign={campaign} origin={origin} />
      </Part>
      {!isOpen && <Facts campaign={campaign} today={today} />}
      {giving(campaign, today) === "completed" && <OwnSupporters campaign={campaign} figures={figures} />}
      {isOpen && <GiveBar campaign={campaign} to="#give" />}
    </div>
  );
}

/** Phones show the cards of open campaigns far below. */
function Instead({ campaign }: { campaign: Campaign | undefined }) {
  const t = useText();
  const language = useLanguage();
  if (campaign === undefined)
    return (
      <p className="closed-instead">
        <a className="button wide" href={localAddress(language, "/campaigns")}>
          {t("giving.viewCampaigns")}
        </a>
      </p>
    );
  return (
    <p className="closed-instead">
      {t("campaign.giveInstead")}
      <a className="button wide" href={localAddress(language, `/campaigns/${campaign.id}`)}>
        <TranslatedText text={campaign.title} />
      </a>
    </p>
  );
}

/** On phones, right under the progress. Wide screens have the form there. */
function FirstActions({ isOpen }: { isOpen: boolean }) {
  const t = useText();
  return (
    <p className="first-actions">
      {isOpen && (
        <a className="button" href="#give">
          {t("card.donate")}
        </a>
      )}
      <a className="button quiet" href="#share">
        {t("campaign.shareShort")}
      </a>
    </p>
  );
}

function Head({ found }: { found: Found }) {
  const { campaign, image, today, origin } = found;
  const t = useText();
  const language = useLanguage();
  const written = useTranslated();
  const fund = useFund();
  const title = written(campaign.title);
  const description = plainWords(written(campaign.description));
  const path = localAddress(language, `/campaigns/${campaign.id}`);
  return (
    <>
      {/* Phones show the progress above the story. Painted before it arrives, the story would move down. */}
      {/* A browser waits only for the start of an element, so the mark comes after the progress. */}
      <link rel="expect" href="#progress-end" blocking="render" />
      <link
        rel="alternate"
        type="application/atom+xml"
        href={`${path}/updates.atom`}
        title={t("news.feedTitle", { campaign: title })}
      />
      <PageHead
        origin={origin}
        fund={fund}
        title={title}
        description={description}
        image={image}
        data={[
          breadcrumb(origin, [
            { name: t("frame.home"), path: localAddress(language, "/") },
            { name: t("frame.campaigns"), path: localAddress(language, "/campaigns") },
            { name: title, path },
          ]),
          ...campaignData(campaign, { origin, path, fund, title, description, image, language, today }),
        ]}
      />
    </>
  );
}

function Story({ found }: { found: Found }) {
  const { campaign, updates, figures, plan, ruling, project, useChanges, today } = found;
  const isCompleted = giving(campaign, today) === "completed";
  const t = useText();
  const language = useLanguage();
  return (
    <div className={isCompleted ? "campaign-story outcome-first" : "campaign-story"}>
      <p className="back">
        <a href={localAddress(language, "/")}>{t("campaign.back")}</a>
      </p>
      {campaign.picture === null ? (
        <Cover campaign={campaign} today={today} />
      ) : (
        <>
          <div className="campaign-picture">
            <Part>
              <DescribedPicture picture={campaign.picture} sizes={pictureSizes} priority />
            </Part>
          </div>
          <Badges campaign={campaign} today={today} />
          <TranslatedText as="h1" text={campaign.title} />
        </>
      )}
      <Part>
        <Words description={campaign.description} story={campaign.story} />
      </Part>
      <Promises plan={plan} useChanges={useChanges} ruling={ruling} />
      {giving(campaign, today) === "open" && <Facts campaign={campaign} today={today} />}
      {project && (
        <p>
          <a href={localAddress(language, `/infrastructure/${project}`)}>{t("campaign.project")}</a>
        </p>
      )}
      <Part>
        <Updates updates={updates} title={t(isCompleted ? "campaign.outcome" : "campaign.updates")} />
      </Part>
      {!isCompleted && (
        <Part>
          <Follow campaignId={campaign.id} />
        </Part>
      )}
      {!isCompleted && <OwnSupporters campaign={campaign} figures={figures} />}
    </div>
  );
}

function OwnSupporters({ campaign: { id }, figures }: Pick<Found, "campaign" | "figures">) {
  return (
    <Figure of="beside" id={id} now={figures}>
      {({ marks, messages }) => <Supporters id={id} marks={marks} messages={messages} />}
    </Figure>
  );
}

/** Without a picture, the title itself is one: an empty pattern would say nothing. */
function Cover({ campaign, today }: { campaign: Campaign; today: Day }) {
  return (
    <header className="campaign-cover">
      <CategorySign category={campaign.category} />
      <Badges campaign={campaign} today={today} />
      <TranslatedText as="h1" text={campaign.title} />
    </header>
  );
}

/** The use of the money, and the ruling that it may be Zakat. */
function Promises({ plan, useChanges, ruling }: Pick<Found, "plan" | "useChanges" | "ruling">) {
  return (
    <>
      {plan && (
        <Part>
          <Plan plan={plan} />
        </Part>
      )}
      {useChanges.length > 0 && (
        <Part>
          <UseChanges changes={useChanges} />
        </Part>
      )}
      {ruling && (
        <Part>
          <Ruling ruling={ruling} />
        </Part>
      )}
    </>
  );
}

function Words({ description, story }: Pick<Campaign, "description" | "story">) {
  const language = useLanguage();
  const lead = inLanguage(description, language);
  return (
    <div className="prose">
      <div className="campaign-lead" lang={lead.lang === language ? undefined : lead.lang}>
        <Markdown blocks={parseMarkdown(lead.text)} localAddress={(path) => localAddress(language, path)} />
      </div>
      {inParagraphs(story, language).map((part) => (
        <TranslatedText key={part.en} as="p" text={part} />
      ))}
    </div>
  );
}

function PaymentNotice({ claim }: { claim: Claim }) {
  const t = useText();
  const { sendsMail } = useSite();
  const message = claim === "success" ? "paymentSent" : "paymentFailed";
  return (
    <div className="payment-notice" role="status">
      <h2>{t(`campaign.${message}`)}</h2>
      <p>
        {t(`campaign.${message}Text`)}
        {claim === "success" && sendsMail && ` ${t("campaign.paymentSentReceipt")}`}
      </p>
    </div>
  );
}

function Facts({ campaign, today }: { campaign: Campaign; today: Day }) {
  const t = useText();
  const language = useLanguage();
  return (
    <dl className="facts">
      <dt>{t("campaign.organizer")}</dt>
      <dd>
        <TranslatedText text={campaign.organizer} />
      </dd>
      <dt>{t("campaign.location")}</dt>
      <dd>
        <TranslatedText text={campaign.location} />
      </dd>
      {campaign.eventDay !== null && (
        <>
          <dt>{t("campaign.eventDay")}</dt>
          <dd>
            <time dateTime={campaign.eventDay}>{formatDay(campaign.eventDay, language)}</time>
          </dd>
        </>
      )}
      <dt>{t("campaign.started")}</dt>
      <dd>
        <time dateTime={campaign.startDate}>{formatDay(campaign.startDate, language)}</time>
      </dd>
      <dt>{t(campaign.endDate < today ? "campaign.ended" : "campaign.ends")}</dt>
      <dd>
        <time dateTime={campaign.endDate}>{formatDay(campaign.endDate, language)}</time>
      </dd>
    </dl>
  );
}
