import type { ViceChancellorMessage } from "#domain/content/home.ts";
import { inLanguage } from "#domain/content/language.ts";
import { DescribedPicture } from "#app/site/described-picture.tsx";
import { useWritten, Written } from "#app/site/translated-text.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";

export function MessageSection({ message }: { message: ViceChancellorMessage }) {
  const t = useText();
  const language = useLanguage();
  const written = useWritten();
  const paragraphs = inLanguage(message.paragraphs, language);
  return (
    <section className="band sunk message" id="message">
      <div className="wrap message-columns">
        <figure className="message-person">
          <DescribedPicture picture={message.picture} sizes="(min-width: 48rem) 20rem, 60vw" />
          <figcaption>
            <b>{message.name}</b>
            <Written text={message.position} />
          </figcaption>
        </figure>
        <div>
          <p className="eyebrow">{t("home.message.eyebrow")}</p>
          <Written as="h2" text={message.title} />
          <div className="prose" lang={paragraphs.lang === language ? undefined : paragraphs.lang}>
            <p className="greeting">{written(message.greeting)}</p>
            {paragraphs.text.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </div>
      </div>
    </section>
  );
}
