import type { ReactNode } from "react";
import { useText } from "#app/messages/translator.tsx";
import { useSite } from "#app/site/fund.ts";

type Props = { title: string; text: string; children?: ReactNode };

/** The answer to a form that asks for an email. */
export function EmailAsked({ title, text, children }: Props) {
  if (!useSite().sendsMail) return <EmailWaits />;
  return (
    <div className="panel account-told" role="status">
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  );
}

/** In place of the answer, while the site has no mail server. */
function EmailWaits() {
  const t = useText();
  return (
    <div className="panel account-told" role="status">
      <h2>{t("noEmailYet.title")}</h2>
      <p>{t("noEmailYet.text")}</p>
      <p className="account-links">
        <FirstContacts />
      </p>
    </div>
  );
}

/** A line under a form that asks for an email, while the site has no mail server. */
export function NoEmailYet() {
  const t = useText();
  if (useSite().sendsMail) return null;
  return (
    <p className="field-hint no-email">
      {t("noEmailYet.title")}. {t("noEmailYet.text")} <FirstContacts />
    </p>
  );
}

function FirstContacts() {
  const { phones, emails } = useSite().settings.contact;
  const [phone] = phones;
  const [email] = emails;
  return (
    <>
      {phone !== undefined && <a href={`tel:${phone.replaceAll(" ", "")}`}>{phone}</a>}{" "}
      {email !== undefined && <a href={`mailto:${email}`}>{email}</a>}
    </>
  );
}
