import type { Section } from "#domain/content/sections.ts";
import { TranslatedText } from "#app/site/translated-text.tsx";
import { PhoneFold } from "#app/ui/phone-fold.tsx";

export function StepsSection({ section }: { section: Section<"how-it-works"> }) {
  return (
    <section className="band sunk" id="how-it-works">
      <div className="wrap">
        <TranslatedText as="h2" text={section.title} />
        <ol className="steps">
          {section.steps.map((step) => (
            <li key={step.title.en}>
              <PhoneFold summary={<TranslatedText as="h3" text={step.title} />}>
                <TranslatedText as="p" text={step.text} />
              </PhoneFold>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
