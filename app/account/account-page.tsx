import type { ReactNode } from "react";
import type { Campaign } from "#domain/campaigns/categories.ts";
import { localAddress } from "#app/site/address.ts";
import { ArchPicture } from "#app/site/arch-picture.tsx";
import { DescribedPicture } from "#app/site/described-picture.tsx";
import { useFund } from "#app/site/fund.ts";
import { PageHead } from "#app/site/page-head.tsx";
import { TranslatedText } from "#app/site/translated-text.tsx";
import { useLanguage } from "#app/messages/translator.tsx";
import formStyles from "#app/ui/form.css?inline";
import styles from "./account.css?inline";

export const accountStyles = formStyles + styles;

type Props = {
  origin: string;
  title: string;
  text: string;
  /** Under the title. */
  steps?: ReactNode;
  /** Shown beside the form, in place of the drawing. */
  campaign?: AboutCampaign;
  hasDrawing?: boolean;
  children: ReactNode;
};

export type AboutCampaign = Pick<Campaign, "id" | "title" | "picture">;

export function AccountPage(props: Props) {
  const { origin, title, text, steps, campaign, hasDrawing = true, children } = props;
  const fund = useFund();
  return (
    <div className="account-page wrap">
      <PageHead origin={origin} fund={fund} title={title} description={text} hidden />
      <h1>{title}</h1>
      <p className="lead">{text}</p>
      {steps}
      {campaign ? (
        <About campaign={campaign} />
      ) : (
        hasDrawing && (
          <div className="account-picture">
            <ArchPicture />
          </div>
        )
      )}
      {children}
    </div>
  );
}

function About({ campaign }: { campaign: AboutCampaign }) {
  const address = localAddress(useLanguage(), `/campaigns/${campaign.id}`);
  return (
    <a className="account-campaign" href={address}>
      <DescribedPicture picture={campaign.picture} sizes="(min-width: 64rem) 30rem, 6rem" />
      <TranslatedText text={campaign.title} />
    </a>
  );
}
