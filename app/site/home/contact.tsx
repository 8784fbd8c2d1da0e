import type { Section } from "#domain/content/sections.ts";
import { Island } from "#app/islands/island.tsx";
import { MapView } from "#app/islands/map-view.tsx";
import { ContactList } from "#app/site/contact-list.tsx";
import { useText } from "#app/messages/translator.tsx";
import { PhoneFold } from "#app/ui/phone-fold.tsx";

export function ContactSection({ map }: { map: Section<"map"> }) {
  const t = useText();
  return (
    <section className="band" id="contact">
      <div className="wrap">
        <h2>{t("home.contact.title")}</h2>
        <PhoneFold summary={t("home.contact.show")}>
          <ContactList className="contact" />
          <Map map={map} />
        </PhoneFold>
      </div>
    </section>
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

/** Morogoro as a sketch: the Uluguru ridge, the road from Dar es Salaam, and a pin. Other hosts are asked for none of it. */
function DrawnMap() {
  return (
    <svg className="drawn-map" viewBox="0 0 1152 240" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path
        className="map-hill"
        d="M0 150l70-52 60 34 92-88 74 58 60-74 86 92 72-50 80 62 96-96 78 70 64-44 90 66 80-58 150 84v86H0z"
      />
      <path
        className="map-near"
        d="M0 178l120-58 96 44 110-76 118 84 128-58 134 66 120-70 126 62 200-48v116H0z"
      />
      <path className="map-plain" d="M0 190q290-36 590-10t562-12v72H0z" />
      <path className="map-road" d="M-10 216q240-30 470-8t360-6 350-24M576 104c-26 36 24 58 8 104" />
      <path className="map-pin" d="M576 108c-15-24-24-36-24-52a24 24 0 1 1 48 0c0 16-9 28-24 52z" />
      <circle className="map-hole" cx="576" cy="55" r="9" />
    </svg>
  );
}
