import { listCampaignDays } from "#database/donations/statistics.ts";
import { readCampaignSources } from "#database/visitors/campaign-sources.ts";
import { compare, rangeBefore } from "#domain/donations/periods.ts";
import { addDays, dayOf } from "#domain/system/calendar.ts";
import figureStyles from "#app/staff/figures/figures.css?inline";
import { databaseContext, keepingContext, originContext } from "#app/http/context.server.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { localAddress } from "#app/site/address.ts";
import { useTranslated } from "#app/site/translated-text.tsx";
import { formatMoney, percentOf } from "#domain/money/money.ts";
import { DonationDays, VisitSources } from "./campaign-figures.tsx";
import { OrganizerPage, organizerStyles } from "./organizer-page.tsx";
import { ownedCampaign } from "./owned-campaign.server.ts";
import { ShareKit } from "./share-kit.tsx";
import { StatusBadge } from "./status-badge.tsx";
import type { Route } from "./+types/campaign";

export const handle = { policy: "signed-in", styles: organizerStyles + figureStyles, footer: "short" };

const daysShown = 30;

export async function loader({ context, params }: Route.LoaderArgs) {
  context.get(keepingContext).never = true;
  const campaign = await ownedCampaign(context, params.id);
  const db = context.get(databaseContext);
  const today = dayOf(new Date());
  const range = { from: addDays(today, 1 - daysShown), to: today };
  const [days, sources] = await Promise.all([
    listCampaignDays(db, campaign.id, { from: rangeBefore(range).from, to: today }),
    readCampaignSources(db, campaign.id, range),
  ]);
  return {
    ...{ origin: context.get(originContext), campaign, sources },
    parts: compare(range, "day", days),
  };
}

export default function OwnCampaign({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const language = useLanguage();
  const written = useTranslated();
  const { origin, campaign, parts, sources } = loaderData;
  const { id, title, raised, goal, donors, status } = campaign;
  const isPublic = status !== "pending" && status !== "rejected";
  const percent = percentOf(raised, goal);
  const text = t("organizer.raisedOf", {
    raised: formatMoney(raised, language),
    goal: formatMoney(goal, language),
    donors,
  });
  return (
    <OrganizerPage origin={origin} title={written(title)} text={text}>
      <progress className="progress" max={100} value={percent} aria-label={text} />
      <p className="badges">
        <StatusBadge campaign={campaign} />
      </p>
      {campaign.hold !== null && <p role="status">{t(`organizer.holds.${campaign.hold}`)}</p>}
      <p className="organizer-actions">
        <a className="button" href={localAddress(language, `/organizer/campaigns/${id}/updates`)}>
          {t("news.post")}
        </a>
        <a className="button quiet" href={localAddress(language, `/organizer/campaigns/${id}/changes`)}>
          {t("changes.title")}
        </a>
        <a className="button quiet" href={localAddress(language, `/campaigns/${id}`)}>
          {t("organizer.publicPage")}
        </a>
      </p>
      <DonationDays parts={parts} currency={goal.currency} />
      <VisitSources sources={sources} days={daysShown} />
      {isPublic && <ShareKit id={id} title={title} percent={percent} origin={origin} />}
    </OrganizerPage>
  );
}
