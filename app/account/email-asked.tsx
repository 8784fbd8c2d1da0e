import type { ReactNode } from "react";
import { useText } from "#app/messages/translator.tsx";
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
  const { sendsMail, settings } = useSite();
  if (sendsMail) return null;
  const [phone] = settings.contact.phones;
  const [email] = settings.contact.emails;
  return (
    <div className="panel account-told" role="status">
      <h2>{t("noEmailYet.title")}</h2>
      <p>{t("noEmailYet.text")}</p>
      <p className="account-links">
        {phone !== undefined && <a href={`tel:${phone.replaceAll(" ", "")}`}>{phone}</a>}
        {email !== undefined && <a href={`mailto:${email}`}>{email}</a>}
      </p>
    </div>
  );
}
