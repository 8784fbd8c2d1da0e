import type { Section } from "#domain/sections.ts";
import { Island } from "#app/islands/island.tsx";
import { MapView } from "#app/islands/map-view.tsx";
import { useSite } from "#app/site/fund.ts";
import { useWritten, Written } from "#app/site/written.tsx";
import { useText } from "#app/messages/translator.tsx";

export function ContactSection({ map }: { map: Section<"map"> }) {
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
        <Map map={map} />
      </div>
    </section>
  );
}

function Map({ map }: { map: Section<"map"> }) {
  const t = useText();
  return (
    <div className="map-place" data-frame={map.embed ?? undefined}>
      {map.embed && (
        <Island
          name="map-view"
          of={MapView}
          given={{
            address: map.embed,
            title: t("home.contact.mapTitle"),
            show: t("home.contact.showMap"),
            note: t("home.contact.mapNote", { host: new URL(map.embed).host }),
          }}
        />
      )}
      <p>
        <a href={map.link} rel="noreferrer">
          {t("home.contact.openMap")}
        </a>
      </p>
    </div>
  );
}
