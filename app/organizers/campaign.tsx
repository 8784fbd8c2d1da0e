import { keepingContext, originContext } from "#app/http/context.server.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { localAddress } from "#app/site/address.ts";
import { useWritten } from "#app/site/translated-text.tsx";
import { formatMoney } from "#domain/money/money.ts";
import { OrganizerPage, organizerStyles } from "./organizer-page.tsx";
import { ownedCampaign } from "./owned-campaign.server.ts";
import type { Route } from "./+types/campaign";

export const handle = { policy: "signed-in", styles: organizerStyles };

export async function loader({ context, params }: Route.LoaderArgs) {
  context.get(keepingContext).never = true;
  return { origin: context.get(originContext), campaign: await ownedCampaign(context, params.id) };
}

export default function OwnCampaign({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const language = useLanguage();
  const written = useWritten();
  const { origin, campaign } = loaderData;
  const { raised, goal, donors, status } = campaign;
  const text = t("organizer.raisedOf", {
    raised: formatMoney(raised, language),
    goal: formatMoney(goal, language),
    donors,
  });
  return (
    <OrganizerPage origin={origin} title={written(campaign.title)} text={text}>
      <p>
        <span className="badge">{t(`organizer.statuses.${status}`)}</span>
      </p>
      <p>
        <a href={localAddress(language, `/organizer/campaigns/${campaign.id}/updates`)}>{t("news.post")}</a>
      </p>
      <p>
        <a href={localAddress(language, `/organizer/campaigns/${campaign.id}/changes`)}>
          {t("changes.title")}
        </a>
      </p>
      <p>
        <a href={localAddress(language, `/campaigns/${campaign.id}`)}>{t("organizer.publicPage")}</a>
      </p>
    </OrganizerPage>
  );
}
