import type { Campaign } from "#domain/campaigns/categories.ts";
import { percentOf } from "#domain/money/money.ts";
import { localAddress } from "#app/site/address.ts";
import { useWritten } from "#app/site/translated-text.tsx";
import { Island } from "#app/islands/island.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { CopyLink } from "./copy-link.tsx";
import { QrCode } from "./qr-code.tsx";

type Props = { campaign: Pick<Campaign, "id" | "title" | "raised" | "goal">; origin: string };

export function Share({ campaign: { id, title, raised, goal }, origin }: Props) {
  const t = useText();
  const language = useLanguage();
  const written = useWritten();
  const path = localAddress(language, `/campaigns/${id}`);
  const address = origin + path;
  const text =
    goal.amount > 0n
      ? t("campaign.shareText", { title: written(title), percent: percentOf(raised, goal) })
      : t("campaign.shareWithoutGoal", { title: written(title) });
  return (
    <section className="share" aria-labelledby="share">
      <h2 id="share">{t("campaign.share")}</h2>
      <ul className="share-links plain-list">
        {shareLinks(text, address).map(([name, href]) => (
          <li key={name}>
            <a href={href} rel="noopener noreferrer" data-visit={`share ${name.toLowerCase()}`}>
              {name}
            </a>
          </li>
        ))}
      </ul>
      <Island
        name="copy-link"
        of={CopyLink}
        props={{
          address,
          label: t("campaign.link"),
          button: t("campaign.copyLink"),
          copied: t("campaign.linkCopied"),
          failed: t("campaign.copyFailed"),
          failedText: t("campaign.copyFailedText"),
        }}
      />
      <details className="share-code">
        <summary>{t("campaign.qrCode")}</summary>
        <QrCode address={address} label={t("campaign.qrCodeOf", { address: withoutScheme(address) })} />
        <a className="button quiet" href={`${path}/poster`} data-visit="share poster">
          {t("campaign.poster")}
        </a>
      </details>
    </section>
  );
}

/** WhatsApp comes first, because most people here share links there. */
function shareLinks(text: string, address: string): [name: string, href: string][] {
  const [encodedText, link, both] = [text, address, `${text} ${address}`].map(encodeURIComponent);
  return [
    ["WhatsApp", `https://wa.me/?text=${both}`],
    ["Twitter", `https://twitter.com/intent/tweet?text=${encodedText}&url=${link}`],
    ["Facebook", `https://www.facebook.com/sharer/sharer.php?u=${link}`],
    ["SMS", `sms:?&body=${both}`],
  ];
}

export const withoutScheme = (address: string): string => address.replace(/^https?:\/\//, "");
