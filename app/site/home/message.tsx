import type { ViceChancellorMessage } from "#domain/content/home.ts";
import { DescribedPicture } from "#app/site/described-picture.tsx";
import { inParagraphs, Written } from "#app/site/translated-text.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";

export function MessageSection({ message }: { message: ViceChancellorMessage }) {
  const t = useText();
  const language = useLanguage();
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
          <div className="prose">
            <Written as="p" className="greeting" text={message.greeting} />
            {inParagraphs(message.content, language).map((part) => (
              <Written key={part.en} as="p" text={part} />
            ))}
          </div>
        </div>
      </div>
    </section>
  );
}
