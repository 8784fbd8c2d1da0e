import type { LatestDonation, ProgressMark, SupportMessage } from "#database/campaigns/page-parts.ts";
import { formatMoney } from "#domain/money/money.ts";
import { formatDay, type Day } from "#domain/system/calendar.ts";
import { localAddress } from "#app/site/address.ts";
import { DaysAgo } from "#app/site/days-ago.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";

type Props = {
  id: string;
  marks: ProgressMark[];
  messages: SupportMessage[];
};

/** Progress marks, messages of donors, and a way to report a concern. */
export function Supporters({ id, marks, messages }: Props) {
  const t = useText();
  const language = useLanguage();
  return (
    <>
      {marks.length > 0 && <Marks marks={marks} />}
      {messages.length > 0 && <Messages messages={messages} />}
      <p className="concern-link">
        <a href={localAddress(language, `/campaigns/${id}/concern`)}>{t("concern.title")}</a>
      </p>
    </>
  );
}

function Marks({ marks }: { marks: ProgressMark[] }) {
  const t = useText();
  const language = useLanguage();
  return (
    <section className="supporters" aria-labelledby="marks">
      <h2 id="marks">{t("supporters.marks")}</h2>
      <ol className="progress-marks plain-list">
        {marks.map(({ percent, day }) => (
          <li key={percent}>
            <time dateTime={day}>
              {t("supporters.reached", { percent: `${percent}%`, day: formatDay(day, language) })}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function LatestDonations({ latest, today }: { latest: LatestDonation[]; today: Day }) {
  const t = useText();
  const language = useLanguage();
  if (latest.length === 0) return null;
  return (
    <section className="supporters" aria-labelledby="latest">
      <h2 id="latest">{t("supporters.latest")}</h2>
      <ul className="latest-donations plain-list">
        {latest.map(({ amount, day, name }, at) => (
          <li key={at}>
            <strong>{formatMoney(amount, language)}</strong>
            {name !== null && <span>{name}</span>}
            <DaysAgo day={day} today={today} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Messages({ messages }: { messages: SupportMessage[] }) {
  const t = useText();
  const language = useLanguage();
  return (
    <section className="supporters" aria-labelledby="support-messages">
      <h2 id="support-messages">{t("supporters.messages")}</h2>
      <ul className="support-messages plain-list">
        {messages.map(({ message, day, name }, at) => (
          <li key={at}>
            <blockquote>{message}</blockquote>
            <p>
              {name ?? t("supporters.noName")} · <time dateTime={day}>{formatDay(day, language)}</time>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
