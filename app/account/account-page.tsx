import type { ReactNode } from "react";
import { useFund } from "#app/site/fund.ts";
import { PageHead } from "#app/site/page-head.tsx";
import formStyles from "#app/ui/form.css?inline";
import styles from "./account.css?inline";

export const accountStyles = formStyles + styles;

type Props = { origin: string; title: string; text: string; children: ReactNode };

export function AccountPage({ origin, title, text, children }: Props) {
  const fund = useFund();
  return (
    <div className="account-page wrap">
      <PageHead origin={origin} fund={fund} title={title} description={text} hidden />
      <h1>{title}</h1>
      <p className="lead">{text}</p>
      {children}
    </div>
  );
}
