import { Link } from "react-router";
import { formatDay } from "#domain/system/calendar.ts";
import { formatCompact, formatMoney, tzs, type Money } from "#domain/money/money.ts";
import { promises as promiseWords } from "#domain/system/ledger-checks.ts";
import type { Later } from "#database/system/overview.ts";
import { providerWords } from "./donations/words.ts";
import type { OverviewData } from "./dashboard.tsx";
import { jobWords } from "./health/words.ts";
import { Status, type Tone } from "./list/status.tsx";
import { Chart } from "./figures/chart.tsx";
import { Age, Amount, momentWords } from "./values.tsx";

export function Overview(overview: OverviewData) {
  const { periods, daily, collectors, promises, goLive, now } = overview;
  return (
    <>
      {goLive.isLive && goLive.open.length > 0 && <OpenInLiveMode open={goLive.open} />}
      <NeedsAttention {...overview} />
      <Received periods={periods} daily={daily} />
      <ProvidersAndLedger collectors={collectors} promises={promises} now={now} />
    </>
  );
}

function Received({ periods, daily }: Pick<OverviewData, "periods" | "daily">) {
  return (
    <section className="staff-card" aria-labelledby="given">
      <h2 id="given">Donations</h2>
      <ul className="staff-figures">
        {periods.map(({ name, raised, others, donors }) => (
          <li key={name}>
            <span>{name}</span>
            <strong suppressHydrationWarning>
              <Sum of={raised} />
            </strong>
            {others.map((other) => (
              <span key={other.currency}>
                and <Amount of={other} />
              </span>
            ))}
            <span>{donors === 1 ? "1 donation" : `${donors} donations`}</span>
          </li>
        ))}
      </ul>
      <DailyBars daily={daily} />
    </section>
  );
}

/** Three sums are in one row of a phone. Millions are short there, and screen readers keep their digits. */
function Sum({ of }: { of: Money }) {
  if (of.amount < 1_000_000n) return formatMoney(of, "en");
  return (
    <>
      <span className="sum-whole" suppressHydrationWarning>
        {formatMoney(of, "en")}
      </span>
      <span className="sum-short" aria-hidden="true" suppressHydrationWarning>
        {formatCompact(of, "en")}
      </span>
    </>
  );
}

function OpenInLiveMode({ open }: { open: string[] }) {
  return (
    <section className="staff-card" aria-labelledby="go-live">
      <h2 id="go-live">Payments are live, and points are open</h2>
      <ul>
        {open.map((title) => (
          <li key={title}>{title}</li>
        ))}
      </ul>
      <p>
        <Link to={goLiveAddress}>Before you go live</Link>
      </p>
    </section>
  );
}

const goLiveAddress = "/admin/go-live";

type Attention = Pick<OverviewData, "waiting" | "savedEmails" | "notWorking" | "stoppedJobs" | "goLive">;

function NeedsAttention({ waiting, savedEmails, notWorking, stoppedJobs, goLive }: Attention) {
  const broken = [
    ...notWorking.map((name) => notWorkingWords[name]),
    ...stoppedJobs.map((name) => ({
      label: `Job stopped: ${jobWords[name].name}`,
      to: "/admin/health#jobs",
    })),
  ];
  const open = tasksOf({ waiting, savedEmails, goLive }).filter(({ count }) => count > 0);
  const later = laterTasksOf(waiting);
  return (
    <section className="staff-card" aria-labelledby="waiting">
      <h2 id="waiting">Needs attention</h2>
      {broken.length > 0 && (
        <ul className="not-working">
          {broken.map(({ label, to }) => (
            <li key={label}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
        </ul>
      )}
      {open.length + later.length > 0 && (
        <ul className="waiting-list">
          {open.map(({ count, label, to }) => (
            <li key={to}>
              <strong>{count}</strong>
              <Link to={to}>{count === 1 ? label[0] : label[1]}</Link>
            </li>
          ))}
          {later.map(({ count, label, from, to }) => (
            <li key={`${to} later`}>
              <strong>{count}</strong>
              <span>
                <Link to={to}>{label}</Link>
                <small suppressHydrationWarning>{from}</small>
              </span>
            </li>
          ))}
        </ul>
      )}
      {later.length === 0 && (
        <p className="waiting-rest">
          {open.length === 0 ? "Nothing waits for you." : "Nothing else waits for you."}
        </p>
      )}
    </section>
  );
}

type Counted = Pick<Attention, "waiting" | "savedEmails" | "goLive">;
type Task = { count: number; label: [one: string, more: string]; to: string };

function tasksOf({ waiting, savedEmails, goLive }: Counted): Task[] {
  return [
    {
      count: waiting.pending,
      label: ["Payment unconfirmed for over 15 minutes", "Payments unconfirmed for over 15 minutes"],
      to: "/admin/donations?open=long",
    },
    { count: waiting.cases, label: ["Open case", "Open cases"], to: "/admin/cases" },
    {
      count: waiting.proposals,
      label: ["Request to approve", "Requests to approve"],
      to: "/admin/approvals?status=open",
    },
    {
      count: waiting.offline,
      label: ["Offline donation to confirm", "Offline donations to confirm"],
      to: "/admin/offline-donations?status=entered",
    },
    {
      count: waiting.submissions,
      label: ["Submission to review", "Submissions to review"],
      to: "/admin/submissions",
    },
    {
      count: waiting.messages,
      label: ["Message to approve", "Messages to approve"],
      to: "/admin/support-messages",
    },
    {
      count: savedEmails,
      label: ["Saved email not sent", "Saved emails not sent"],
      to: "/admin/mail?status=kept",
    },
    {
      count: waiting.drafts,
      label: ["Scheduled change not published", "Scheduled changes not published"],
      to: "/admin/drafts",
    },
    {
      count: waiting.rulings,
      label: ["Zakat campaign that needs a ruling", "Zakat campaigns that need a ruling"],
      to: "/admin/campaigns?ruling=ending",
    },
    {
      count: waiting.changes,
      label: ["Requested change to review", "Requested changes to review"],
      to: "/admin/submissions#changes",
    },
    {
      count: waiting.lowerFigures,
      label: ["Lower figure of the reporting service", "Lower figures of the reporting service"],
      to: "/admin/figures#public",
    },
    {
      count: goLive.open.length,
      label: ["Open point before you go live", "Open points before you go live"],
      to: goLiveAddress,
    },
  ];
}

type LaterTask = { count: number; label: string; from: string; to: string };

/** Tasks that the person cannot decide yet. */
function laterTasksOf({ later: { proposals, offline } }: OverviewData["waiting"]): LaterTask[] {
  return [
    ...laterTask(proposals, "approve", {
      label: ["Request waits", "Requests wait"],
      to: "/admin/approvals?status=open",
    }),
    ...laterTask(offline, "confirm", {
      label: ["Offline donation waits", "Offline donations wait"],
      to: "/admin/offline-donations?status=entered",
    }),
  ];
}

function laterTask(
  later: Later | null,
  verb: "approve" | "confirm",
  { label: [one, more], to }: Pick<Task, "label" | "to">,
): LaterTask[] {
  if (later === null) return [];
  const { count, from, allFrom } = later;
  const [first, last] = [momentWords(from), momentWords(allFrom)];
  const when =
    count === 1
      ? `it from ${first}`
      : first === last
        ? `them from ${first}`
        : `the first from ${first}, and all from ${last}`;
  return [{ count, label: count === 1 ? one : more, from: `You can ${verb} ${when}.`, to }];
}

const notWorkingWords = {
  payments: { label: "Online payments are stopped", to: "/admin/payment-stops" },
  cards: { label: "Card payments are stopped", to: "/admin/payment-stops" },
  mail: { label: "No mail server is set up, so no email is sent", to: "/admin/mail" },
  backup: { label: "No backup of the last two days is recorded", to: "/admin/health" },
} satisfies Record<OverviewData["notWorking"][number], { label: string; to: string }>;

function ProvidersAndLedger({
  collectors,
  promises,
  now,
}: Pick<OverviewData, "collectors" | "promises" | "now">) {
  return (
    <section className="staff-card" aria-labelledby="works">
      <h2 id="works">Providers and ledger</h2>
      <dl className="staff-facts">
        {collectors.map(({ provider, lastPaid, lastCallback, ...inHour }) => (
          <div key={provider}>
            <dt>{providerWords[provider]}</dt>
            <LastHour {...inHour} />
            <dd>Last paid: {lastPaid ? <Ago at={lastPaid} now={now} /> : "none recently"}</dd>
            <dd>Last callback: {lastCallback ? <Ago at={lastCallback} now={now} /> : "none recently"}</dd>
          </div>
        ))}
        <LedgerFact promises={promises} now={now} />
      </dl>
    </section>
  );
}

type HourProps = Pick<OverviewData["collectors"][number], "paidInHour" | "failedInHour" | "unpaidInHour">;

/** An action of donors says nothing about the provider, so it has no colour. */
function LastHour({ paidInHour, failedInHour, unpaidInHour }: HourProps) {
  return (
    <dd>
      Last hour:{" "}
      <Status tone={hourTone(paidInHour, failedInHour)}>
        {`${paidInHour} paid, ${failedInHour} failed`}
      </Status>
      {unpaidInHour > 0 && (
        <>
          {" "}
          <Status tone="plain">{`${unpaidInHour} not answered or declined`}</Status>
        </>
      )}
    </dd>
  );
}

/** A single failure now and then is ordinary, up to a fifth. */
export function hourTone(paid: number, failed: number): Tone {
  if (paid + failed === 0) return "plain";
  if (failed > paid) return "bad";
  return failed * 5 > paid + failed ? "waiting" : "good";
}

function LedgerFact({ promises, now }: Pick<OverviewData, "promises" | "now">) {
  return (
    <div>
      <dt>Ledger checks</dt>
      <dd>
        {promises.checkedAt === null ? (
          <Status tone="waiting">Not checked yet</Status>
        ) : promises.broken.length > 0 ? (
          <Status tone="bad">{`${promises.broken.length} failed`}</Status>
        ) : (
          <Status tone="good">All checks passed</Status>
        )}
      </dd>
      {promises.broken.map((name) => (
        <dd key={name}>
          Failed: {promiseWords[name]} ({name})
        </dd>
      ))}
      {promises.checkedAt && (
        <dd>
          Checked <Ago at={promises.checkedAt} now={now} />
        </dd>
      )}
      <dd>
        <Link to="/admin/health">View system status</Link>
      </dd>
    </div>
  );
}

export function Ago({ at, now }: { at: Date; now: Date }) {
  return (
    <span className="ago">
      <Age from={at} to={now} when="past" />
    </span>
  );
}

function DailyBars({ daily }: Pick<OverviewData, "daily">) {
  return (
    <>
      <Chart
        points={daily.map(({ day, raised }) => ({ part: { from: day, to: day }, value: raised, before: 0n }))}
        label="Donations in shillings, each of the last 30 days"
        language="en"
        write={(value) => formatCompact(tzs(value), "en")}
      />
      <DailyNumbers daily={daily} />
    </>
  );
}

function DailyNumbers({ daily }: Pick<OverviewData, "daily">) {
  return (
    <details>
      <summary>Show the numbers</summary>
      <table className="list" role="table">
        <caption className="visually-hidden">Donations in shillings, each of the last 30 days</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              Day
            </th>
            <th role="columnheader" scope="col" data-figure="true">
              {" "}
              Amount{" "}
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {daily.toReversed().map(({ day, raised }) => (
            <tr key={day} role="row">
              <th role="rowheader" scope="row">
                {formatDay(day, "en")}
              </th>
              <td role="cell" data-head="Amount" data-figure="true" suppressHydrationWarning>
                {formatMoney(tzs(raised), "en")}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
