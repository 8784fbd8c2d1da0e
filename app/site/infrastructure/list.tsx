import { giving, type Campaign } from "#domain/campaigns/categories.ts";
import { dayOf, formatDay, type Day } from "#domain/system/calendar.ts";
import { ofDifferentCategories } from "#domain/campaigns/different-categories.ts";
import type { CampaignUpdate } from "#domain/campaigns/updates.ts";
import { locales } from "#domain/content/language.ts";
import type { InfrastructureProject } from "#domain/campaigns/building-projects.ts";
import { formatMoney, percentOf, tzs } from "#domain/money/money.ts";
import { findCampaign, listOpenCampaigns } from "#database/campaigns/public.ts";
import { listProjects } from "#database/campaigns/building-projects.ts";
import type { Progress } from "#database/campaigns/progress.ts";
import { contentContext, keepingContext, originContext, publicReads } from "#app/http/context.server.ts";
import { localAddress } from "#app/site/address.ts";
import { breadcrumb } from "#app/site/breadcrumb.ts";
import { Figure } from "#app/site/cached/figure.tsx";
import { useFund } from "#app/site/fund.ts";
import { PageHead } from "#app/site/page-head.tsx";
import { DescribedPicture } from "#app/site/described-picture.tsx";
import { useTranslated, TranslatedText } from "#app/site/translated-text.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { CampaignCards } from "#app/site/campaigns/card.tsx";
import { Fact } from "#app/ui/fact.tsx";
import cardStyles from "#app/site/campaigns/card.css?inline";
import projectStyles from "./infrastructure.css?inline";
import type { Route } from "./+types/list";
import { fundedText } from "#app/site/campaigns/funded.ts";

export const handle = { styles: cardStyles + projectStyles };

/** Among these, three of other categories follow the projects. */
const readForOthers = 12;

export async function loader({ context }: Route.LoaderArgs) {
  const keeping = context.get(keepingContext);
  const db = context.get(publicReads);
  keeping.subjects.add("campaigns");
  const today = dayOf(new Date());
  const content = context.get(contentContext);
  const [listed, open] = await Promise.all([listProjects(db), listOpenCampaigns(db, today, readForOthers)]);
  const projects = await Promise.all(
    listed.map(async (project) => {
      keeping.subjects.add(`campaign:${project.campaignId}`);
      const [campaign, { updates }] = await Promise.all([
        findCampaign(db, project.campaignId),
        content.campaignTexts(project.campaignId),
      ]);
      return { project, campaign, newest: campaign === null ? null : (updates[0] ?? null) };
    }),
  );
  const others = open.filter(({ category }) => category !== "infrastructure");
  return { projects, others: ofDifferentCategories(others, 3), today, origin: context.get(originContext) };
}

export default function InfrastructureList({
  loaderData: { projects, others, today, origin },
}: Route.ComponentProps) {
  const t = useText();
  const language = useLanguage();
  const fund = useFund();
  const title = t("infrastructure.title");
  return (
    <div className="projects-page wrap">
      <PageHead
        origin={origin}
        fund={fund}
        title={title}
        description={t("infrastructure.description", { fund })}
        picture={projects[0]?.project.picture ?? null}
        data={[
          breadcrumb(origin, [
            { name: t("frame.home"), path: localAddress(language, "/") },
            { name: title, path: localAddress(language, "/infrastructure") },
          ]),
        ]}
      />
      <h1>{title}</h1>
      <p className="lead">{t(projects.length > 0 ? "infrastructure.text" : "infrastructure.none")}</p>
      <ul className="cards projects plain-list">
        {projects.map(({ project, campaign, newest }) => (
          <li key={project.slug}>
            <ProjectCard project={project} campaign={campaign} newest={newest} today={today} />
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <section className="other-campaigns" aria-labelledby="other-campaigns">
          <h2 id="other-campaigns">{t("infrastructure.others")}</h2>
          <CampaignCards campaigns={others} today={today} />
        </section>
      )}
    </div>
  );
}

type CardProps = {
  project: InfrastructureProject;
  campaign: Campaign | null;
  newest: CampaignUpdate | null;
  today: Day;
};

function ProjectCard({ project, campaign, newest, today }: CardProps) {
  const t = useText();
  const language = useLanguage();
  const written = useTranslated();
  const address = localAddress(language, `/infrastructure/${project.slug}`);
  const isOpen = campaign !== null && giving(campaign, today) === "open";
  return (
    <article className="card">
      <div className="card-picture">
        <DescribedPicture picture={project.picture} sizes="(min-width: 40rem) 11.25rem, 60vw" />
      </div>
      <div className="card-body">
        <h2 className="card-title">
          <a className="covering" href={address}>
            <TranslatedText text={project.title} />
          </a>
        </h2>
        <TranslatedText as="p" className="card-text project-summary" text={project.summary} />
        {campaign && (
          <Figure of="progress" id={campaign.id} now={campaign}>
            {(now) => <ShortProgress progress={now} />}
          </Figure>
        )}
        <ProjectFacts project={project} campaign={campaign} />
        {newest && <Newest update={newest} />}
        <p className="card-actions" data-island="donation" data-plain="" data-props="{}">
          {isOpen && (
            <a
              className="button"
              href={localAddress(language, `/campaigns/${campaign.id}/mobile?amount=${project.chosen}`)}
              aria-label={t("infrastructure.donateTo", { title: written(project.title) })}
              data-opened-by="donation"
            >
              {t("card.donate")}
            </a>
          )}
          <a
            className="button quiet"
            href={address}
            aria-label={t("infrastructure.learnMoreAbout", { title: written(project.title) })}
          >
            {t("infrastructure.learnMore")}
          </a>
        </p>
      </div>
    </article>
  );
}

type FactsProps = Pick<CardProps, "project" | "campaign">;

function ProjectFacts({ project, campaign }: FactsProps) {
  const t = useText();
  const language = useLanguage();
  return (
    <dl className="project-facts">
      <Fact name={t("infrastructure.target")}>{formatMoney(tzs(project.target), language)}</Fact>
      <Fact name={t("infrastructure.timeline")}>
        <TranslatedText text={project.timeline} />
      </Fact>
      {campaign && (
        <Fact name={t("infrastructure.donors")}>
          <Figure of="progress" id={campaign.id} now={campaign}>
            {(now) => <>{now.donors.toLocaleString(locales[language])}</>}
          </Figure>
        </Fact>
      )}
    </dl>
  );
}

function Newest({ update: { title, publishedAt } }: { update: CampaignUpdate }) {
  const day = dayOf(publishedAt);
  return (
    <p className="card-news">
      <time dateTime={day}>{formatDay(day, useLanguage())}</time> · <TranslatedText text={title} />
    </p>
  );
}

function ShortProgress({ progress }: { progress: Progress }) {
  const t = useText();
  const language = useLanguage();
  const percent = percentOf(progress.raised, progress.goal);
  const goal = formatMoney(progress.goal, language);
  return (
    <>
      <p className="raised">
        <b>{formatMoney(progress.raised, language)}</b> <span>{fundedText(t, percent)}</span>
      </p>
      <progress
        className="progress"
        value={percent}
        max={100}
        aria-label={t("card.progress", { percent, goal })}
      />
    </>
  );
}
