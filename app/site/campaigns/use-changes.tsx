import type { UseChange } from "#database/campaigns/change-requests.ts";
import { formatDay } from "#domain/system/calendar.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";

/** Donations before the day of a change keep the use that visitors saw then. */
export function UseChanges({ changes }: { changes: UseChange[] }) {
  const t = useText();
  const language = useLanguage();
  return (
    <section className="plan">
      <h2>{t("plan.useChanges")}</h2>
      <p>{t("plan.useChangesText")}</p>
      {changes.map(({ use, since, language: lang }, at) => (
        <div key={at}>
          <h3>{t("plan.useSince", { day: formatDay(since, language) })}</h3>
          {use.split(/\n\s*\n/).map((part, place) => (
            <p key={place} lang={lang === language ? undefined : lang}>
              {part}
            </p>
          ))}
        </div>
      ))}
    </section>
  );
}
