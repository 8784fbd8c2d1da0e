import type { ChangeRequest } from "#database/campaigns/change-requests.ts";
import { formatMoney } from "#domain/money/money.ts";
import { dayOf, formatDay } from "#domain/system/calendar.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import type { BadgeTone } from "#app/organizers/status-badge.tsx";

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

const tones = {
  pending: "waiting",
  approved: "good",
  rejected: "bad",
} satisfies Record<ChangeRequest["status"], BadgeTone>;

function Listing({ status, goal, endDate, use, reason, requestedAt, answer }: Listed) {
  const t = useText();
  const language = useLanguage();
  return (
    <>
      <span className="badge" data-tone={tones[status]}>
        {t(`changes.statuses.${status}`)}
      </span>
      <p>{t("changes.requested", { day: formatDay(dayOf(requestedAt), language) })}</p>
      <dl className="organizer-facts">
        {goal && (
          <>
            <dt>{t("changes.goal")}</dt>
            <Change was={formatMoney(goal.was, language)} becomes={formatMoney(goal.becomes, language)} />
          </>
        )}
        {endDate && (
          <>
            <dt>{t("changes.endDate")}</dt>
            <Change was={formatDay(endDate.was, language)} becomes={formatDay(endDate.becomes, language)} />
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

function Change({ was, becomes }: { was: string; becomes: string }) {
  return (
    <dd className="organizer-change">
      <del>{was}</del> <ins>{becomes}</ins>
    </dd>
  );
}
