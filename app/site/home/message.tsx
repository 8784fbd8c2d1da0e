import { inLanguage } from "#domain/content/language.ts";
import type { ViceChancellorMessage } from "#domain/content/home.ts";
import { DescribedPicture } from "#app/site/described-picture.tsx";
import { inParagraphs, TranslatedText } from "#app/site/translated-text.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { firstSentence } from "#app/site/first-sentence.ts";
import { PhoneFold } from "#app/ui/phone-fold.tsx";

export function MessageSection({ message }: { message: ViceChancellorMessage }) {
  const t = useText();
  const language = useLanguage();
  const [first, ...others] = inParagraphs(message.content, language);
  const [quote, rest] = first ? firstSentence(first.en) : ["", ""];
  const inItsLanguage = (text: string) => ({ en: text, sw: first?.sw === null ? null : text });
  const paragraphs = [...(rest === "" ? [] : [inItsLanguage(rest)]), ...others];
  return (
    <section className="band message" id="message">
      <div className="wrap message-columns">
        <figure className="message-person">
          <DescribedPicture picture={message.picture} sizes="(min-width: 48rem) 20rem, 40vw" />
          <figcaption>
            <b>{message.name}</b>
            <TranslatedText text={message.position} />
          </figcaption>
        </figure>
        <div>
          <TranslatedText as="h2" text={message.title} />
          <TranslatedText as="p" className="greeting" text={message.greeting} />
          <blockquote lang={inLanguage(message.content, language).lang}>
            <TranslatedText as="p" text={inItsLanguage(quote)} />
          </blockquote>
          {paragraphs.length > 0 && (
            <PhoneFold summary={t("home.message.more")}>
              <div className="prose">
                {paragraphs.map((part) => (
                  <TranslatedText key={part.en} as="p" text={part} />
                ))}
              </div>
            </PhoneFold>
          )}
        </div>
      </div>
    </section>
  );
}
