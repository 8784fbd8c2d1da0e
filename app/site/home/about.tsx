import type { About } from "#domain/content/home.ts";
import { DescribedPicture } from "#app/site/described-picture.tsx";
import { useWritten, Written } from "#app/site/translated-text.tsx";
import { useText } from "#app/messages/translator.tsx";

export function AboutSection({ about }: { about: About }) {
  const t = useText();
  const written = useWritten();
  return (
    <section className="band about" id="about">
      <div className="wrap">
        <div className="about-columns">
          <div>
            <Written as="h2" text={about.title} />
            <Written as="p" className="lead" text={about.description} />
            <div className="about-aims">
              <div>
                <h3>{t("home.about.mission")}</h3>
                <Written as="p" text={about.mission} />
              </div>
              <div>
                <h3>{t("home.about.vision")}</h3>
                <Written as="p" text={about.vision} />
              </div>
            </div>
          </div>
          <div className="about-pictures">
            {about.pictures.map((picture) => (
              <DescribedPicture key={picture.id} picture={picture} sizes="(min-width: 64rem) 30rem, 100vw" />
            ))}
          </div>
        </div>
        {about.highlights.length > 0 && (
          <>
            <h3 className="about-head">{t("home.about.highlights")}</h3>
            <ul className="highlights plain-list">
              {about.highlights.map((highlight) => (
                <li key={highlight.en}>
                  <Written text={highlight} />
                </li>
              ))}
            </ul>
          </>
        )}
        <details className="accountability-fold">
          <summary>
            <h3 className="about-head">{t("home.about.accountability")}</h3>
          </summary>
          <dl className="accountability">
            {about.accountability.map((item) => (
              <div key={item.title.en}>
                <dt>{written(item.title)}</dt>
                <dd>
                  <Written text={item.description} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      </div>
    </section>
  );
}
