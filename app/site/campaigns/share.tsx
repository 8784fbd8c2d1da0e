import type { Campaign } from "#domain/campaigns/categories.ts";
import type { Translated } from "#domain/content/language.ts";
import { percentOf } from "#domain/money/money.ts";
import type { Progress } from "#database/campaigns/progress.ts";
import { localAddress } from "#app/site/address.ts";
import { Figure } from "#app/site/cached/figure.tsx";
import { useTranslated } from "#app/site/translated-text.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { CopyLinkField } from "./copy-link-field.tsx";
import { QrCode } from "./qr-code.tsx";

type Shared = Pick<Campaign, "id" | "title" | "raised" | "goal" | "donors">;

type ShareProps = { campaign: Shared; origin: string; reason?: string };

export function Share({ campaign, origin, reason }: ShareProps) {
  const { id, title } = campaign;
  const t = useText();
  const language = useLanguage();
  const path = localAddress(language, `/campaigns/${id}`);
  const address = origin + path;
  return (
    <section className="share" aria-labelledby="share">
      <h2 id="share">{t("campaign.share")}</h2>
      {reason && <p>{reason}</p>}
      <Figure of="progress" id={id} now={campaign}>
        {(now) => <ShareLinks title={title} progress={now} address={address} />}
      </Figure>
      <CopyLinkField address={address} label={t("campaign.link")} />
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

type LinksProps = { title: Translated; progress: Progress; address: string };

function ShareLinks({ title, progress: { raised, goal }, address }: LinksProps) {
  const t = useText();
  const written = useTranslated();
  const name = { title: written(title) };
  const percent = percentOf(raised, goal);
  const text =
    goal.amount === 0n
      ? t("campaign.shareWithoutGoal", name)
      : percent < 100
        ? t("campaign.shareText", { ...name, percent })
        : t("campaign.shareReached", name);
  return (
    <ul className="share-links plain-list">
      {shareLinks(text, address).map(([app, href]) => (
        <li key={app}>
          <a href={href} rel="noopener noreferrer" data-visit={`share ${app.toLowerCase()}`}>
            {app}
          </a>
        </li>
      ))}
    </ul>
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
