import { Fragment } from "react";
import { data } from "react-router";
import { dayOf, type Day } from "#domain/system/calendar.ts";
import { isCampaignId, type Campaign } from "#domain/campaigns/categories.ts";
import { formatMoney } from "#domain/money/money.ts";
import { findCampaign } from "#database/campaigns/public.ts";
import { keepingContext, originContext, publicReads } from "#app/http/context.server.ts";
import { localAddress } from "#app/site/address.ts";
import { useFund } from "#app/site/fund.ts";
import { messageStyles } from "#app/site/message-page.tsx";
import { PageHead } from "#app/site/page-head.tsx";
import { DescribedPicture } from "#app/site/described-picture.tsx";
import { useTranslated, TranslatedText } from "#app/site/translated-text.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { Island } from "#app/islands/island.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import { Logo } from "#app/ui/logo.tsx";
import { NoCampaign } from "./no-campaign.tsx";
import { QrCode } from "./qr-code.tsx";
import { withoutScheme } from "./share.tsx";
import { useClosedReason } from "./closed-reason.tsx";
import posterStyles from "./poster.css?inline";
import type { Route } from "./+types/poster";

export const handle = { styles: posterStyles + messageStyles, footer: "short" };

export async function loader({ context, params }: Route.LoaderArgs) {
  const keeping = context.get(keepingContext);
  keeping.subjects.add(`campaign:${params.id}`);
  const campaign = isCampaignId(params.id) ? await findCampaign(context.get(publicReads), params.id) : null;
  if (!campaign) return data(null, { status: 404 });
  return { campaign, today: dayOf(new Date()), origin: context.get(originContext) };
}

export default function PosterPage({ loaderData }: Route.ComponentProps) {
  return loaderData ? <Poster {...loaderData} /> : <NoCampaign />;
}

/**
 * One A4 sheet for a notice board, which asks for donations while the campaign accepts them. A printed page cannot
 * update, so it shows no progress.
 */
function Poster({ campaign, today, origin }: { campaign: Campaign; today: Day; origin: string }) {
  const t = useText();
  const language = useLanguage();
  const written = useTranslated();
  const fund = useFund();
  const closed = useClosedReason(campaign, today);
  const path = localAddress(language, `/campaigns/${campaign.id}`);
  const address = withoutScheme(origin + path);
  return (
    <div className="poster-page wrap">
      <PageHead
        origin={origin}
        fund={fund}
        title={t("poster.title", { title: written(campaign.title) })}
        description={written(campaign.description)}
        picture={campaign.picture}
        hidden
      />
      <div className="poster-hint">
        <a href={path}>{t("poster.back")}</a>
        <p className="poster-actions">
          <Island name="print" of={PrintButton} props={{ label: t("poster.print") }} plain />
          <a className="button quiet" href={`${path}#share`}>
            {t("campaign.shareShort")}
          </a>
        </p>
        <p className="field-hint">{t("poster.fits")}</p>
      </div>
      <article className="poster">
        <p className="poster-fund">
          <Logo />
          <span>{fund}</span>
        </p>
        <div className="poster-picture">
          <DescribedPicture picture={campaign.picture} sizes="min(46rem, 100vw)" priority />
        </div>
        <TranslatedText as="h1" text={campaign.title} />
        <TranslatedText as="p" className="poster-text" text={campaign.description} />
        <div className="poster-foot">
          <QrCode address={origin + path} label={t("campaign.qrCodeOf", { address })} />
          <div>
            <p className="poster-ways">{closed ?? t("poster.ways")}</p>
            <p>{t("poster.scan")}</p>
            <p className="poster-address">{breakable(address)}</p>
            {closed === null && <p>{t("poster.goal", { goal: formatMoney(campaign.goal, language) })}</p>}
          </div>
        </div>
      </article>
    </div>
  );
}

/** Lets a long URL break after a slash. */
const breakable = (address: string) =>
  address.split("/").map((part, at) => (
    <Fragment key={at}>
      {at > 0 && "/"}
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
