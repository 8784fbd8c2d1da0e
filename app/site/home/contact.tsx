import type { Section } from "#domain/content/sections.ts";
import { Island } from "#app/islands/island.tsx";
import { MapView } from "#app/islands/map-view.tsx";
import { useSite } from "#app/site/fund.ts";
import { ContactList } from "#app/site/contact-list.tsx";
import { useText } from "#app/messages/translator.tsx";
import { PhoneFold } from "#app/ui/phone-fold.tsx";

export function ContactSection({ map }: { map: Section<"map"> }) {
  const t = useText();
  return (
    <section className="band" id="contact">
      <div className="wrap">
        <h2>{t("home.contact.title")}</h2>
        <FirstWays />
        <PhoneFold summary={t("home.contact.show")}>
          <ContactList className="contact" />
          <Map map={map} />
        </PhoneFold>
      </div>
    </section>
  );
}

/** What most visitors come for, before the whole list. */
function FirstWays() {
  const t = useText();
  const { phones, emails } = useSite().settings.contact;
  const [phone] = phones;
  const [email] = emails;
  const digits = phone?.replaceAll(/\D/g, "");
  return (
    <p className="contact-first">
      {digits !== undefined && (
        <>
          <Way to={`https://wa.me/${digits}`} sign="whatsapp" label="WhatsApp" />
          <Way to={`tel:+${digits}`} sign="phone" label={t("giving.result.call")} />
        </>
      )}
      {email !== undefined && <Way to={`mailto:${email}`} sign="email" label={t("giving.result.write")} />}
    </p>
  );
}

function Way({ to, sign, label }: { to: string; sign: string; label: string }) {
  return (
    <a className="button quiet" href={to}>
      <svg className="sign" aria-hidden="true">
        <use href={`/signs.svg#${sign}`} />
      </svg>
      {label}
    </a>
  );
}

function Map({ map }: { map: Section<"map"> }) {
  const t = useText();
  return (
    <div className="map-place" data-frame={map.embed ?? undefined}>
      <div className="map-frame">
        <DrawnMap />
        {map.embed && (
          <Island
            name="map-view"
            of={MapView}
            props={{
              address: map.embed,
              title: t("home.contact.mapTitle"),
              show: t("home.contact.showMap"),
              note: t("home.contact.mapNote", { host: new URL(map.embed).host }),
            }}
          />
        )}
      </div>
      <p>
        <a href={map.link} rel="noreferrer">
          {t("home.contact.openMap")}
        </a>
      </p>
    </div>
  );
}

/**
 * Morogoro as a sketch: the Uluguru ridge, the road from Dar es Salaam, and a pin. Other hosts are asked for none of it.
 * It is a file, because it is far below the first view. Its colours are those of the theme here.
 */
function DrawnMap() {
  return (
    <svg className="drawn-map" viewBox="0 0 1152 240" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <use href="/map.svg#map" />
    </svg>
  );
}
