import { useSite } from "#app/site/fund.ts";
import { useWritten, Written } from "#app/site/written.tsx";
import { useText } from "#app/messages/translator.tsx";

export function ContactSection() {
  const t = useText();
  const written = useWritten();
  const { contact, officeHours } = useSite().settings;
  return (
    <section className="band" id="contact">
      <div className="wrap">
        <p className="eyebrow">{t("home.contact.eyebrow")}</p>
        <h2>{t("home.contact.title")}</h2>
        <dl className="contact">
          <div>
            <dt>{t("home.contact.address")}</dt>
            <dd>
              <Written text={contact.address} />
            </dd>
          </div>
          <div>
            <dt>{t("home.contact.phone")}</dt>
            {contact.phones.map((phone) => (
              <dd key={phone}>
                <a href={`tel:${phone.replaceAll(" ", "")}`}>{phone}</a>
              </dd>
            ))}
          </div>
          <div>
            <dt>{t("home.contact.email")}</dt>
            {contact.emails.map((email) => (
              <dd key={email}>
                <a href={`mailto:${email}`}>{email}</a>
              </dd>
            ))}
          </div>
          <div>
            <dt>{t("home.contact.hours")}</dt>
            {officeHours.map((line) => (
              <dd key={line.days.en}>
                {written(line.days)} {written(line.hours)}
              </dd>
            ))}
          </div>
        </dl>
      </div>
    </section>
  );
}
