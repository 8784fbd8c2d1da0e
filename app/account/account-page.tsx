import type { ReactNode } from "react";
import { ArchPicture } from "#app/site/arch-picture.tsx";
import { useFund } from "#app/site/fund.ts";
import { PageHead } from "#app/site/page-head.tsx";
import formStyles from "#app/ui/form.css?inline";
import styles from "./account.css?inline";

export const accountStyles = formStyles + styles;

type Props = {
  origin: string;
  title: string;
  text: string;
  /** Under the title. On wide screens the page then has a drawing beside it. */
  steps?: ReactNode;
  children: ReactNode;
};

export function AccountPage({ origin, title, text, steps, children }: Props) {
  const fund = useFund();
  return (
    <div className={steps ? "account-page with-steps wrap" : "account-page wrap"}>
      <PageHead origin={origin} fund={fund} title={title} description={text} hidden />
      <h1>{title}</h1>
      <p className="lead">{text}</p>
      {steps}
      {steps && (
        <div className="account-picture">
          <ArchPicture />
        </div>
      )}
      {children}
    </div>
  );
}
