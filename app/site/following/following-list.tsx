import type { Following } from "#database/campaigns/followers.ts";
import { localAddress } from "#app/site/address.ts";
import { TranslatedText, useTranslated } from "#app/site/translated-text.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";

/** The campaigns that one address follows, each with its button. The forms post `intent` and `id` to `address`. */
export function FollowingList({ following, address }: { following: Following[]; address: string }) {
  const t = useText();
  if (following.length === 0) return <p>{t("following.none")}</p>;
  return (
    <>
      <ul className="following plain-list">
        {following.map((each) => (
          <li key={String(each.id)} className="panel">
            <Followed followed={each} address={address} />
          </li>
        ))}
      </ul>
      {following.filter(({ isOn }) => isOn).length > 1 && (
        <form method="post" action={address}>
          <button className="button quiet" type="submit" name="intent" value="stop-all">
            {t("following.stopAll")}
          </button>
        </form>
      )}
    </>
  );
}

function Followed({ followed, address }: { followed: Following; address: string }) {
  const t = useText();
  const language = useLanguage();
  const written = useTranslated();
  const { id, campaignId, title, isOn, isPublic } = followed;
  return (
    <>
      <h2>
        {isPublic ? (
          <a href={localAddress(language, `/campaigns/${campaignId}`)}>
            <TranslatedText text={title} />
          </a>
        ) : (
          <TranslatedText text={title} />
        )}
      </h2>
      {!isPublic && <p>{t("following.gone")}</p>}
      <p>{t(isOn ? "following.on" : "following.off")}</p>
      {(isOn || isPublic) && (
        <form method="post" action={address}>
          <input type="hidden" name="id" value={String(id)} />
          <button
            className={isOn ? "button" : "button quiet"}
            type="submit"
            name="intent"
            value={isOn ? "stop" : "start"}
            aria-label={t(isOn ? "following.stopOf" : "following.startOf", { campaign: written(title) })}
          >
            {t(isOn ? "following.stop" : "following.start")}
          </button>
        </form>
      )}
    </>
  );
}
