import { databaseContext, keepingContext, originContext } from "#app/http/context.server.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { signedInPerson } from "#app/account/signed-in-person.server.ts";
import { localAddress } from "#app/site/address.ts";
import { DescribedPicture } from "#app/site/described-picture.tsx";
import { useTranslated, TranslatedText } from "#app/site/translated-text.tsx";
import { listOwnedCampaigns, type OwnedCampaign } from "#database/campaigns/owned.ts";
import { listOwnSubmissions } from "#database/campaigns/submissions.ts";
import { dayOf, formatDay } from "#domain/system/calendar.ts";
import { writtenGoal } from "#domain/campaigns/proposed-amount.ts";
import { formatMoney, percentOf } from "#domain/money/money.ts";
import { OrganizerPage, organizerStyles } from "./organizer-page.tsx";
import { StatusBadge, type BadgeTone } from "./status-badge.tsx";
import type { Route } from "./+types/campaigns";

export const handle = { policy: "signed-in", styles: organizerStyles, footer: "short" };

export async function loader({ context }: Route.LoaderArgs) {
  context.get(keepingContext).never = true;
  const { id } = signedInPerson(context);
  const db = context.get(databaseContext);
  const [campaigns, submissions] = await Promise.all([
    listOwnedCampaigns(db, id),
    listOwnSubmissions(db, id),
  ]);
  return {
    origin: context.get(originContext),
    campaigns,
    submissions: submissions
      .filter(({ status }) => status !== "approved")
      .map(({ id: number, status, entered, language, ...times }) => ({
        ...{ id: String(number), status, answerBy: times.answerBy },
        title: entered["title"]?.trim() ?? "",
        goal: writtenGoal(entered, language),
        day: dayOf(times.submittedAt ?? times.savedAt),
      })),
  };
}

export default function OwnCampaigns({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const { origin, campaigns, submissions } = loaderData;
  const toAnswer = submissions.filter(({ status }) => status === "changes-asked");
  const start = (
    <a
      className={toAnswer.length === 0 ? "button" : "button quiet"}
      href={localAddress(useLanguage(), "/organizer/new")}
    >
      {t("start.button")}
    </a>
  );
  return (
    <OrganizerPage
      origin={origin}
      title={t("organizer.title")}
      text={t("organizer.text")}
      isList
      action={start}
    >
      {campaigns.length === 0 && submissions.length === 0 && <FirstSteps />}
      <AnswerNow submissions={toAnswer} />
      {campaigns.length > 0 && <Sums campaigns={campaigns} />}
      <Submissions submissions={submissions.filter(({ status }) => status !== "changes-asked")} />
      {campaigns.length > 0 && (
        <section>
          <h2>{t("frame.campaigns")}</h2>
          <ul className="organizer-list">
            {campaigns.map((campaign) => (
              <li key={campaign.id} className="has-picture">
                <ListedCampaign campaign={campaign} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </OrganizerPage>
  );
}

/** For an organizer without a campaign: who reads it, by when, and what it needs. */
function FirstSteps() {
  const t = useText();
  return (
    <section className="organizer-first">
      <h2>{t("organizer.none")}</h2>
      <p>{t("organizer.needed")}</p>
      <h3>{t("organizer.next")}</h3>
      <ol>
        {(["write", "read", "live"] as const).map((step) => (
          <li key={step}>{t(`signUp.steps.${step}`)}</li>
        ))}
      </ol>
    </section>
  );
}

const submissionTones = {
  draft: "plain",
  submitted: "plain",
  "changes-asked": "waiting",
  approved: "good",
  rejected: "bad",
} satisfies Record<string, BadgeTone>;

type ListedSubmissions = Pick<Route.ComponentProps["loaderData"], "submissions">;

function AnswerNow({ submissions }: ListedSubmissions) {
  const t = useText();
  const language = useLanguage();
  if (submissions.length === 0) return null;
  return (
    <ul className="organizer-list">
      {submissions.map(({ id, title }) => (
        <li key={id} className="waits">
          <p className="waits-label">{t("submission.yourTurn")}</p>
          <h2>{title === "" ? t("submission.untitled") : title}</h2>
          <p>{t("submission.asked")}</p>
          <p className="waits-action">
            <a
              className="button covering"
              href={localAddress(language, `/organizer/submissions/${id}`)}
              aria-label={`${t("organizer.answer")}: ${title}`}
            >
              {t("organizer.answer")}
            </a>
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Amounts of different currencies are not added up. */
function Sums({ campaigns }: { campaigns: OwnedCampaign[] }) {
  const t = useText();
  const language = useLanguage();
  const raised = Map.groupBy(campaigns, (campaign) => campaign.raised.currency);
  const sums = [...raised].map(([currency, own]) => ({
    currency,
    amount: own.reduce((sum, campaign) => sum + campaign.raised.amount, 0n),
  }));
  const facts = [
    [t("organizer.raised"), sums.map((sum) => formatMoney(sum, language)).join(", ")],
    [t("organizer.donors"), String(campaigns.reduce((sum, { donors }) => sum + donors, 0))],
    [t("organizer.live"), String(campaigns.filter(({ status }) => status === "active").length)],
  ] as const;
  return (
    <dl className="organizer-sums">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Submissions({ submissions }: ListedSubmissions) {
  const t = useText();
  const language = useLanguage();
  if (submissions.length === 0) return null;
  return (
    <section>
      <h2>{t("submission.list")}</h2>
      <ul className="organizer-list">
        {submissions.map(({ id, title, status, answerBy, goal, day }) => (
          <li key={id}>
            <span className="badge" data-tone={submissionTones[status]}>
              {t(`submission.statuses.${status}`)}
            </span>
            <h3>
              <a
                className="covering"
                href={localAddress(
                  language,
                  status === "draft" ? "/organizer/new" : `/organizer/submissions/${id}`,
                )}
              >
                {title === "" ? t("submission.untitled") : title}
              </a>
            </h3>
            <p>
              {[
                ...(goal === "" ? [] : [t("organizer.goal", { amount: goal })]),
                t(status === "draft" ? "organizer.kept" : "organizer.sentOn", {
                  day: formatDay(day, language),
                }),
              ].join(" · ")}
            </p>
            {status === "submitted" && answerBy !== null && (
              <p>{t("submission.pending", { day: formatDay(answerBy, language) })}</p>
            )}
            {status === "draft" && (
              <p className="organizer-actions">
                <a
                  className="button quiet small"
                  href={localAddress(language, "/organizer/new")}
                  aria-label={`${t("organizer.resume")}: ${title === "" ? t("submission.untitled") : title}`}
                >
                  {t("organizer.resume")}
                </a>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function ListedCampaign({ campaign }: { campaign: OwnedCampaign }) {
  const t = useText();
  const language = useLanguage();
  const written = useTranslated();
  const { id, title, raised, goal, donors, picture, status, endDate, hasEnded } = campaign;
  const text = t("organizer.raisedOf", {
    raised: formatMoney(raised, language),
    goal: formatMoney(goal, language),
    donors,
  });
  return (
    <>
      <div className="organizer-picture">
        <DescribedPicture picture={picture} sizes="6rem" />
      </div>
      <StatusBadge campaign={campaign} />
      <h3>
        <a className="covering" href={localAddress(language, `/organizer/campaigns/${id}`)}>
          <TranslatedText text={title} />
        </a>
      </h3>
      {campaign.hold !== null && <p>{t(`organizer.holds.${campaign.hold}`)}</p>}
      <p>
        {text}
        {status === "active" &&
          !hasEnded &&
          ` · ${t("organizer.until", { day: formatDay(endDate, language) })}`}
      </p>
      <progress className="progress" max={100} value={percentOf(raised, goal)} aria-label={text} />
      <p className="organizer-actions">
        {status !== "pending" && status !== "rejected" && (
          <a
            className="button quiet small"
            href={localAddress(language, `/organizer/campaigns/${id}/updates`)}
            aria-label={`${t("news.post")}: ${written(title)}`}
          >
            {t("news.post")}
          </a>
        )}
        <a
          className="button quiet small"
          href={localAddress(language, `/organizer/campaigns/${id}/changes`)}
          aria-label={`${t("changes.title")}: ${written(title)}`}
        >
          {t("changes.title")}
        </a>
      </p>
    </>
  );
}
