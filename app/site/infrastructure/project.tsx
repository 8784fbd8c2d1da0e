import type { ReactNode } from "react";
import { data } from "react-router";
import { dayOf, type Day } from "#domain/system/calendar.ts";
import { giving, type Campaign } from "#domain/campaigns/categories.ts";
import { isProjectSlug, type InfrastructureProject } from "#domain/campaigns/building-projects.ts";
import type { CampaignUpdate } from "#domain/campaigns/updates.ts";
import { formatMoney, tzs } from "#domain/money/money.ts";
import { findCampaign } from "#database/campaigns/public.ts";
import { findProject } from "#database/campaigns/building-projects.ts";
import {
  contentContext,
  keepingContext,
  logContext,
  loggedPathContext,
  originContext,
  publicReads,
} from "#app/http/context.server.ts";
import { UpdateBody } from "#app/news/update-body.tsx";
import { localAddress } from "#app/site/address.ts";
import { breadcrumb } from "#app/site/breadcrumb.ts";
import { Progress } from "#app/site/campaigns/card.tsx";
import { GiveBar } from "#app/site/campaigns/give-bar.tsx";
import { useFund } from "#app/site/fund.ts";
import { messageStyles } from "#app/site/message-page.tsx";
import { PageNotFound } from "#app/site/page-not-found.tsx";
import { PageHead } from "#app/site/page-head.tsx";
import { DescribedPicture } from "#app/site/described-picture.tsx";
import { Choices } from "#app/site/donate/form/choices.tsx";
import { amountDoes, donationCampaign } from "#app/site/donate/form/donation-fields.ts";
import { inParagraphs, useTranslated, TranslatedText } from "#app/site/translated-text.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { Fact } from "#app/ui/fact.tsx";
import cardStyles from "#app/site/campaigns/card.css?inline";
import giveBarStyles from "#app/site/campaigns/give-bar.css?inline";
import choiceStyles from "#app/site/donate/form/choices.css?inline";
import projectStyles from "./infrastructure.css?inline";
import type { Route } from "./+types/project";

export const handle = { styles: cardStyles + giveBarStyles + choiceStyles + projectStyles + messageStyles };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { pathname } = new URL(request.url);
  const keeping = context.get(keepingContext);
  const db = context.get(publicReads);
  const project = isProjectSlug(params.slug) ? await findProject(db, params.slug) : null;
  if (project === null) {
    context.get(logContext).info({ path: context.get(loggedPathContext)(pathname) }, "page not found");
    return data(null, { status: 404 });
  }
  keeping.subjects.add(`campaign:${project.campaignId}`);
  const campaign = await findCampaign(db, project.campaignId);
  const { updates } = await context.get(contentContext).campaignTexts(project.campaignId);
  return {
    project,
    campaign,
    updates: campaign === null ? [] : updates.slice(0, shownUpdates),
    today: dayOf(new Date()),
    origin: context.get(originContext),
  };
}

export default function ProjectPage({ loaderData }: Route.ComponentProps) {
  return loaderData ? <Found {...loaderData} /> : <NotFound />;
}

type Shown = { project: InfrastructureProject; campaign: Campaign | null; today: Day };

type FoundProps = Shown & { updates: CampaignUpdate[]; origin: string };

function Found({ project, campaign, updates, today, origin }: FoundProps) {
  const t = useText();
  const language = useLanguage();
  return (
    <article className="project wrap">
      <Head project={project} origin={origin} />
      <header className="project-head">
        <p>
          <a href={localAddress(language, "/infrastructure")}>{t("infrastructure.back")}</a>
        </p>
        <TranslatedText as="h1" text={project.title} />
        <TranslatedText as="p" className="lead" text={project.summary} />
      </header>
      <div className="project-picture">
        <DescribedPicture
          picture={project.picture}
          sizes="(min-width: 64rem) 43rem, min(48rem, 100vw)"
          priority
        />
      </div>
      <div className="project-side">
        <aside className="project-panel">
          {campaign && <Progress campaign={campaign} today={today} large />}
          <GivingBlock project={project} campaign={campaign} today={today} />
        </aside>
        <section>
          <h2>{t("infrastructure.details")}</h2>
          <Details project={project} />
        </section>
      </div>
      <Story project={project}>
        {campaign && updates.length > 0 && <News campaign={campaign} updates={updates} />}
        {campaign && giving(campaign, today) === "open" && <GiveBar campaign={campaign} to="#support" />}
      </Story>
    </article>
  );
}

function Head({ project, origin }: { project: InfrastructureProject; origin: string }) {
  const t = useText();
  const language = useLanguage();
  const written = useTranslated();
  const fund = useFund();
  const title = written(project.title);
  const list = localAddress(language, "/infrastructure");
  return (
    <PageHead
      origin={origin}
      fund={fund}
      title={title}
      description={t("infrastructure.projectDescription", {
        title,
        fund,
        target: formatMoney(tzs(project.target), language),
        timeline: written(project.timeline),
      })}
      picture={project.picture}
      data={[
        breadcrumb(origin, [
          { name: t("frame.home"), path: localAddress(language, "/") },
          { name: t("infrastructure.title"), path: list },
          { name: title, path: `${list}/${project.slug}` },
        ]),
      ]}
    />
  );
}

/** The bar sticks inside the story, so it never covers the panel above. */
function Story({ project, children }: { project: InfrastructureProject; children: ReactNode }) {
  const t = useText();
  const language = useLanguage();
  return (
    <div className="project-story">
      <section>
        <h2>{t("infrastructure.about")}</h2>
        <div className="prose">
          {inParagraphs(project.description, language).map((part) => (
            <TranslatedText key={part.en} as="p" text={part} />
          ))}
        </div>
      </section>
      <section>
        <h2>{t("infrastructure.features")}</h2>
        <ul className="project-features plain-list">
          {project.features.map((feature) => (
            <li key={feature.en}>
              <TranslatedText text={feature} />
            </li>
          ))}
        </ul>
      </section>
      {children}
    </div>
  );
}

const shownUpdates = 2;

function News({ campaign: { id }, updates }: { campaign: Campaign; updates: CampaignUpdate[] }) {
  const t = useText();
  const language = useLanguage();
  return (
    <section>
      <h2>{t("campaign.updates")}</h2>
      <ol className="project-updates plain-list">
        {updates.map((update) => (
          <li key={update.id}>
            <UpdateBody update={update} />
          </li>
        ))}
      </ol>
      <p>
        <a href={localAddress(language, `/campaigns/${id}#updates`)}>{t("infrastructure.updates")}</a>
      </p>
    </section>
  );
}

function Details({ project }: { project: InfrastructureProject }) {
  const t = useText();
  const language = useLanguage();
  return (
    <dl className="project-details">
      <Fact name={t("infrastructure.target")}>{formatMoney(tzs(project.target), language)}</Fact>
      <Fact name={t("infrastructure.location")}>
        <TranslatedText text={project.location} />
      </Fact>
      <Fact name={t("infrastructure.timeline")}>
        <TranslatedText text={project.timeline} />
        <small>{t("infrastructure.timelineHint")}</small>
      </Fact>
    </dl>
  );
}

function GivingBlock({ project, campaign, today }: Shown) {
  const t = useText();
  const language = useLanguage();
  const { giveTitle, giveText } = project;
  const open = campaign !== null && giving(campaign, today) === "open";
  const address = localAddress(language, `/campaigns/${project.campaignId}`);
  return (
    <section
      className="project-giving"
      aria-labelledby="support"
      data-island="donation"
      data-plain=""
      data-props="{}"
    >
      <h2 id="support">
        <TranslatedText text={giveTitle} />
      </h2>
      {open ? (
        <>
          <TranslatedText as="p" text={giveText} />
          <WithAmount
            {...{ project, campaign }}
            addressOf={(shillings) => `${address}/mobile?amount=${shillings}`}
          />
          <p className="project-ways">
            <a href={`${address}#give`}>{t("infrastructure.otherAmount")}</a>
            <a href={address}>{t("infrastructure.campaign")}</a>
          </p>
        </>
      ) : (
        <>
          <p>{t(campaign ? "infrastructure.closed" : "infrastructure.notOpen")}</p>
          <a className="button quiet wide" href={campaign ? address : localAddress(language, "/campaigns")}>
            {t(campaign ? "infrastructure.campaign" : "infrastructure.campaigns")}
          </a>
        </>
      )}
    </section>
  );
}

type WithAmountProps = {
  project: InfrastructureProject;
  campaign: Campaign;
  addressOf: (shillings: bigint) => string;
};

/** Each amount has its button, and the styles show that of the chosen one, also without script. */
function WithAmount({ project, campaign, addressOf }: WithAmountProps) {
  const t = useText();
  const language = useLanguage();
  const { giveButton, presets, chosen } = project;
  const amounts = presets.length > 1 ? presets : [chosen];
  return (
    <div className="project-amounts">
      {amounts.length > 1 && (
        <Choices
          legend={t("giving.amount")}
          name="amount"
          look="in-three"
          chosen={String(chosen)}
          options={amounts.map((amount) => ({
            value: String(amount),
            label: formatMoney(tzs(amount), language),
          }))}
        />
      )}
      {amounts.map((amount) => (
        <div key={String(amount)} className="project-button">
          <a className="button wide" href={addressOf(amount)} data-opened-by="donation">
            <span>
              <TranslatedText text={giveButton} /> · {formatMoney(tzs(amount), language)}
            </span>
          </a>
          <WhatItDoes campaign={campaign} amount={amount} />
        </div>
      ))}
    </div>
  );
}

/** The campaign's own words, for an amount that its page offers too. */
function WhatItDoes({ campaign, amount }: { campaign: Campaign; amount: bigint }) {
  const language = useLanguage();
  const does = amountDoes(donationCampaign(campaign), String(amount));
  if (does === null) return null;
  return (
    <p className="project-does">
      {formatMoney(tzs(amount), language)} <TranslatedText text={does} />
    </p>
  );
}

function NotFound() {
  const t = useText();
  return (
    <PageNotFound
      ways={[
        { path: "/infrastructure", name: t("infrastructure.back") },
        { path: "/", name: t("notFound.home") },
      ]}
    />
  );
}
