import { databaseContext, keepingContext, originContext } from "#app/http/context.server.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { signedInPerson } from "#app/account/signed-in-person.server.ts";
import { localAddress } from "#app/site/address.ts";
import { Written } from "#app/site/translated-text.tsx";
import { listOwnedCampaigns, type OwnedCampaign } from "#database/campaigns/owned.ts";
import { formatMoney } from "#domain/money/money.ts";
import { OrganizerPage, organizerStyles } from "./organizer-page.tsx";
import type { Route } from "./+types/campaigns";

export const handle = { policy: "signed-in", styles: organizerStyles };

export async function loader({ context }: Route.LoaderArgs) {
  context.get(keepingContext).never = true;
  const { id } = signedInPerson(context);
  return {
    origin: context.get(originContext),
    campaigns: await listOwnedCampaigns(context.get(databaseContext), id),
  };
}

export default function OwnCampaigns({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const { origin, campaigns } = loaderData;
  return (
    <OrganizerPage origin={origin} title={t("organizer.title")} text={t("organizer.text")}>
      {campaigns.length === 0 && <p>{t("organizer.none")}</p>}
      <ul className="organizer-list">
        {campaigns.map((campaign) => (
          <li key={campaign.id}>
            <ListedCampaign campaign={campaign} />
          </li>
        ))}
      </ul>
    </OrganizerPage>
  );
}

function ListedCampaign({ campaign }: { campaign: OwnedCampaign }) {
  const t = useText();
  const language = useLanguage();
  const { id, title, status, raised, goal, donors } = campaign;
  return (
    <>
      <a href={localAddress(language, `/organizer/campaigns/${id}`)}>
        <Written text={title} />
      </a>
      <span className="badge">{t(`organizer.statuses.${status}`)}</span>
      <p>
        {t("organizer.raisedOf", {
          raised: formatMoney(raised, language),
          goal: formatMoney(goal, language),
          donors,
        })}
      </p>
    </>
  );
}
