import type { ReactNode } from "react";
import { useText, useLanguage } from "#app/messages/translator.tsx";
import { localAddress } from "#app/site/address.ts";
import { useFund } from "#app/site/fund.ts";
import { PageHead } from "#app/site/page-head.tsx";
import formStyles from "#app/ui/form.css?inline";
import styles from "./organizer.css?inline";

export const organizerStyles = formStyles + styles;

type Props = {
  origin: string;
  title: string;
  text: string;
  /** The list to which the other pages lead back. */
  isList?: true;
  /** The page that this one belongs to, unless that is the list. */
  back?: { address: string; label: string };
  /** The page itself begins with the text. */
  saysText?: true;
  /** A button after the sentence, on wider screens beside it. */
  action?: ReactNode;
  children: ReactNode;
};

export function OrganizerPage(props: Props) {
  const { origin, title, text, isList, back, saysText, action, children } = props;
  const t = useText();
  const fund = useFund();
  const language = useLanguage();
  return (
    <div className="organizer wrap">
      <PageHead origin={origin} fund={fund} title={title} description={text} hidden />
      {!isList && (
        <p className="back">
          <a href={localAddress(language, back?.address ?? "/organizer")}>
            {back?.label ?? t("organizer.title")}
          </a>
        </p>
      )}
      <div className="organizer-head">
        <h1>{title}</h1>
        {!saysText && <p className="lead">{text}</p>}
        {action}
      </div>
      {children}
    </div>
  );
}
