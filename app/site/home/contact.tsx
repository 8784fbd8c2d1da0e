import type { ReactNode } from "react";
import type { Section } from "#domain/content/sections.ts";
import { Island } from "#app/islands/island.tsx";
import { MapView } from "#app/islands/map-view.tsx";
import { useSite } from "#app/site/fund.ts";
import { ContactList } from "#app/site/contact-list.tsx";
import { useText } from "#app/messages/translator.tsx";
import { LineIcon } from "#app/ui/line-icon.tsx";
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

/** The contacts that most visitors want, before the whole list. */
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
          <Way to={`https://wa.me/${digits}`} label="WhatsApp">
            <path d="M4 20l1.4-4.2A8 8 0 1 1 8.5 19zM9 9c0 3 3 6 6 6" />
          </Way>
          <Way to={`tel:+${digits}`} label={t("giving.result.call")}>
            <path d="M6 3h3l2 5-2.5 1.5a11 11 0 0 0 6 6L16 13l5 2v3a3 3 0 0 1-3 3A15 15 0 0 1 3 6a3 3 0 0 1 3-3z" />
          </Way>
        </>
      )}
      {email !== undefined && (
        <Way to={`mailto:${email}`} label={t("giving.result.write")}>
          <path d="M3 6h18v12H3zM3 7l9 6 9-6" />
        </Way>
      )}
    </p>
  );
}

function Way({ to, label, children }: { to: string; label: string; children: ReactNode }) {
  return (
    <a className="button quiet" href={to}>
      <LineIcon size={20}>{children}</LineIcon>
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
