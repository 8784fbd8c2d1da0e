import { useText } from "#app/messages/translator.tsx";
import { useSite } from "./fund.ts";
import { useTranslated, TranslatedText } from "./translated-text.tsx";

export function ContactList({ className }: { className?: string }) {
  const t = useText();
  const written = useTranslated();
  const { contact, officeHours } = useSite().settings;
  return (
    <dl className={className}>
      {contact.phones.length > 0 && (
        <div>
          <dt>{t("contact.phone")}</dt>
          {contact.phones.map((phone) => (
            <dd key={phone}>
              <a href={`tel:${phone.replaceAll(" ", "")}`}>{phone}</a>
            </dd>
          ))}
        </div>
      )}
      {contact.emails.length > 0 && (
        <div>
          <dt>{t("contact.email")}</dt>
          {contact.emails.map((email) => (
            <dd key={email}>
              <a href={`mailto:${email}`}>{email}</a>
            </dd>
          ))}
        </div>
      )}
      {officeHours.length > 0 && (
        <div>
          <dt>{t("contact.hours")}</dt>
          {officeHours.map((line) => (
            <dd key={line.days.en}>{`${written(line.days)} ${written(line.hours)}`}</dd>
          ))}
        </div>
      )}
      <div>
        <dt>{t("contact.address")}</dt>
        <dd>
          <TranslatedText text={contact.address} />
        </dd>
      </div>
    </dl>
  );
}
