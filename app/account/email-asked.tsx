import type { ReactNode } from "react";
import { useText } from "#app/messages/translator.tsx";
import { ContactList } from "#app/site/contact-list.tsx";
import { useSite } from "#app/site/fund.ts";

type Props = { title: string; text: string; children?: ReactNode };

/** The answer to a form that asks for an email. */
export function EmailAsked({ title, text, children }: Props) {
  if (!useSite().sendsMail) return <NoEmailYet />;
  return (
    <div className="panel account-told" role="status">
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  );
}

/** Above a form that asks for an email, and in place of its answer, while the site has no mail server. */
export function NoEmailYet() {
  const t = useText();
  if (useSite().sendsMail) return null;
  return (
    <div className="panel account-told" role="status">
      <h2>{t("noEmailYet.title")}</h2>
      <p>{t("noEmailYet.text")}</p>
      <ContactList />
    </div>
  );
}
