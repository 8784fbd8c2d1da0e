import { data } from "react-router";
import { giving, type Campaign } from "#domain/campaigns/categories.ts";
import { dayOf } from "#domain/system/calendar.ts";
import { listCampaigns } from "#database/campaigns/public.ts";
import { listOutcomes } from "#database/campaigns/updates.ts";
import { readStatistics } from "#database/donations/statistics.ts";
import { rangeOf } from "#domain/donations/statistics.ts";
import { contentContext, keepingContext, originContext, publicReads } from "#app/http/context.server.ts";
import { useFundData } from "#app/site/fund-data.ts";
import { Figure } from "#app/site/cached/figure.tsx";
import { useFund } from "#app/site/fund.ts";
import { Part } from "#app/site/cached/part.tsx";
import { PageHead } from "#app/site/page-head.tsx";
import { useTranslated } from "#app/site/translated-text.tsx";
import raisedStyles from "#app/site/campaigns/raised.css?inline";
import { AboutSection } from "./about.tsx";
import { AdvisorySection } from "./advisory.tsx";
import { CampaignsSection } from "./campaigns.tsx";
import { BankSection } from "./bank.tsx";
import { ClosingSection } from "./closing.tsx";
import { ContactSection } from "./contact.tsx";
import { HeroSection } from "./hero.tsx";
import { ImpactSection } from "./impact.tsx";
import { MessageSection } from "./message.tsx";
import { RecentDonations } from "./recent.tsx";
import { StepsSection } from "./steps.tsx";
import { useWhereToGive } from "#app/site/zakat/where-to-give.ts";
import { homeCalculation, ZakatSection } from "./zakat.tsx";
import laterStyles from "./below-first-view.css?url";
import homeStyles from "./home.css?inline";
import type { Route } from "./+types/home";

export const handle = { styles: raisedStyles + homeStyles, footer: "in-file" };

/** One is in the hero. The others are cards, and closed ones make room for open ones. */
const shownCards = 6;
const shownOutcomes = 3;
const readCampaigns = 4 * shownCards;

export async function loader({ context, request }: Route.LoaderArgs) {
  const keeping = context.get(keepingContext);
  for (const subject of ["content", "campaigns", "totals"]) keeping.subjects.add(subject);
  const { searchParams } = new URL(request.url);
  const today = dayOf(new Date());
  const isRange = searchParams.has("fromdate") || searchParams.has("todate");
  const range = rangeOf(searchParams.get("fromdate"), searchParams.get("todate"), today);
  const db = context.get(publicReads);
  const content = context.get(contentContext);
  const [hero, about, message, team, campaigns, always, inRange, sections, bank, zakat, outcomes] =
    await Promise.all([
      content.hero(),
      content.about(),
      content.viceChancellor(),
      content.team(),
      listCampaigns(db, { limit: readCampaigns }),
      readStatistics(db, null),
      isRange ? readStatistics(db, range) : null,
      content.homeSections(),
      content.bankDetails(),
      content.zakatCampaigns(),
      listOutcomes(db, shownOutcomes),
    ]);
  const origin = context.get(originContext);
  const leavesOutExternal = isRange && always.external !== null;
  const impact = { outcomes, statistics: inRange ?? always, range, isRange, leavesOutExternal, today };
  const calculation = homeCalculation(searchParams);
  const page = {
    hero,
    about,
    message,
    team,
    campaigns,
    always,
    sections,
    bank,
    zakat,
    impact,
    calculation,
    origin,
    today,
  };
  return data(page, { headers: calculation.isAnswer ? { "Referrer-Policy": "no-referrer" } : {} });
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export default function Home({ loaderData: page }: Route.ComponentProps) {
  const fund = useFund();
  const written = useTranslated();
  const whereToGive = useWhereToGive(page.zakat, page.today);
  const fundData = useFundData(page.origin);
  const isOpen = (campaign: Campaign) => giving(campaign, page.today) === "open";
  const featured = (page.hero && page.campaigns.find(isOpen)) ?? null;
  const others = page.campaigns.filter(({ id }) => id !== featured?.id);
  const openFirst = [...others.filter(isOpen), ...others.filter((each) => !isOpen(each))];
  return (
    <>
      <PageHead
        origin={page.origin}
        fund={fund}
        title={fund}
        description={page.hero ? written(page.hero.subtitle) : fund}
        picture={page.hero?.picture ?? page.campaigns[0]?.picture ?? null}
        data={[fundData]}
      />
      {page.hero && (
        <HeroSection hero={page.hero} totals={page.always} featured={featured} today={page.today} />
      )}
      {/* The page changes with each donation. This file stays in the browser, and nothing above waits for it. */}
      <link rel="stylesheet" href={laterStyles} />
      <CampaignsSection campaigns={openFirst.slice(0, shownCards)} today={page.today} />
      <Figure of="totals" now={page.always}>
        {({ recent }) => <RecentDonations donations={recent} today={page.today} />}
      </Figure>
      {page.about && (
        <Part>
          <AboutSection about={page.about} />
        </Part>
      )}
      {page.message && (
        <Part>
          <MessageSection message={page.message} />
        </Part>
      )}
      <Part isPersonal={page.calculation.isAnswer}>
        <ZakatSection
          section={page.sections.zakat}
          calculation={page.calculation}
          whereToGive={whereToGive}
        />
      </Part>
      <Part>
        <StepsSection section={page.sections.howItWorks} />
      </Part>
      <ImpactSection section={page.sections.impact} impact={page.impact} />
      <LastSections page={page} />
    </>
  );
}

function LastSections({ page }: { page: Route.ComponentProps["loaderData"] }) {
  return (
    <>
      <Part>
        <BankSection section={page.sections.largeDonations} bank={page.bank} />
      </Part>
      <Part>
        <AdvisorySection team={page.team} />
      </Part>
      <Part>
        <ContactSection map={page.sections.map} />
      </Part>
      <Part>
        <ClosingSection />
      </Part>
    </>
  );
}
