import type { About } from "#domain/content/home.ts";
import { DescribedPicture } from "#app/site/described-picture.tsx";
import { useTranslated, TranslatedText } from "#app/site/translated-text.tsx";
import { useText } from "#app/messages/translator.tsx";
import { PhoneFold } from "#app/ui/phone-fold.tsx";

const pictureSizes = "(min-width: 64rem) 35rem, 100vw";

export function AboutSection({ about }: { about: About }) {
  const t = useText();
  const written = useTranslated();
  const [first, ...others] = about.pictures;
  return (
    <section className="band about" id="about">
      <div className="wrap">
        <div className="about-columns">
          <div>
            <TranslatedText as="h2" text={about.title} />
            <TranslatedText as="p" className="lead" text={about.description} />
            <div className="about-aims">
              <div>
                <h3>{t("home.about.mission")}</h3>
                <TranslatedText as="p" text={about.mission} />
              </div>
              <div>
                <h3>{t("home.about.vision")}</h3>
                <TranslatedText as="p" text={about.vision} />
              </div>
            </div>
          </div>
          {first && <DescribedPicture picture={first} sizes={pictureSizes} />}
        </div>
        {about.highlights.length > 0 && (
          <div className="about-columns">
            {others.map((picture) => (
              <DescribedPicture key={picture.id} picture={picture} sizes={pictureSizes} />
            ))}
            <div className="highlights">
              <h3 className="about-head">{t("home.about.highlights")}</h3>
              <ul className="plain-list">
                {about.highlights.map((highlight) => (
                  <li key={highlight.en}>
                    <TranslatedText text={highlight} />
                  </li>
                ))}
              </ul>
            </div>
          </div>
        )}
        <PhoneFold summary={<h3 className="about-head">{t("home.about.accountability")}</h3>}>
          <dl className="accountability">
            {about.accountability.map((item) => (
              <div key={item.title.en}>
                <dt>{written(item.title)}</dt>
                <dd>
                  <TranslatedText text={item.description} />
                </dd>
              </div>
            ))}
          </dl>
        </PhoneFold>
      </div>
    </section>
  );
}
