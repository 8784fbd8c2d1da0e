import type { ChangeRequest } from "#database/campaigns/change-requests.ts";
import { formatMoney } from "#domain/money/money.ts";
import { dayOf, formatDay } from "#domain/system/calendar.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";

type Listed = Pick<ChangeRequest, "status" | "goal" | "endDate" | "use" | "reason" | "requestedAt"> & {
  id: string;
  answer: { at: Date; reason: string } | null;
};

export function ChangeList({ requests }: { requests: Listed[] }) {
  const t = useText();
  if (requests.length === 0) return null;
  return (
    <section aria-labelledby="requests">
      <h2 id="requests">{t("changes.list")}</h2>
      <ul className="organizer-list">
        {requests.map((request) => (
          <li key={request.id}>
            <Listing {...request} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Listing({ status, goal, endDate, use, reason, requestedAt, answer }: Listed) {
  const t = useText();
  const language = useLanguage();
  const change = (was: string, becomes: string) => t("changes.fromTo", { was, becomes });
  return (
    <>
      <span className="badge">{t(`changes.statuses.${status}`)}</span>
      <p>{t("changes.requested", { day: formatDay(dayOf(requestedAt), language) })}</p>
      <dl className="organizer-facts">
        {goal && (
          <>
            <dt>{t("changes.goal")}</dt>
            <dd>{change(formatMoney(goal.was, language), formatMoney(goal.becomes, language))}</dd>
          </>
        )}
        {endDate && (
          <>
            <dt>{t("changes.endDate")}</dt>
            <dd>{change(formatDay(endDate.was, language), formatDay(endDate.becomes, language))}</dd>
          </>
        )}
        {use !== null && (
          <>
            <dt>{t("changes.use")}</dt>
            <dd>{use}</dd>
          </>
        )}
        <dt>{t("changes.reason")}</dt>
        <dd>{reason}</dd>
        {answer && answer.reason !== "" && (
          <>
            <dt>{t("changes.answer")}</dt>
            <dd>{answer.reason}</dd>
          </>
        )}
      </dl>
    </>
  );
}
