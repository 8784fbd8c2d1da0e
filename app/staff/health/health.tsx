import { Fragment } from "react";
import { Link } from "react-router";
import { listAlarms, readLastBackup } from "#database/system/alarms.ts";
import {
  readDatabaseHealth,
  readJobs,
  readMailHealth,
  readPromises,
  type JobHealth,
  type PromiseHealth,
} from "#database/system/health.ts";
import { readCollectors, type CollectorHealth } from "#database/system/overview.ts";
import { readRetiredKeys } from "#database/system/retired-keys.ts";
import { leastPercentFree } from "#domain/system/alarm-limits.ts";
import { oldKeysIn } from "#domain/system/key-age.ts";
import { promises as promiseWords } from "#domain/system/ledger-checks.ts";
import type { AlarmKind } from "#domain/system/alarm.ts";
import { alarmWords } from "#email/alarm.ts";
import { readDisk } from "#storage/disk.ts";
import { aboutOldKey, openSecretKey } from "#storage/secret-key.ts";
import { configContext, databaseContext, visitorContext } from "#app/http/context.server.ts";
import { serves } from "#domain/accounts/roles.ts";
import { providerWords } from "#app/staff/donations/words.ts";
import { ListTable, type Column } from "#app/staff/list/list-table.tsx";
import { Status } from "#app/staff/list/status.tsx";
import { Ago, hourTone } from "#app/staff/overview.tsx";
import { Moment } from "#app/staff/values.tsx";
import { JobStatus } from "./job-status.tsx";
import { jobWords, outcomeWords } from "./words.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/health";

export const handle = { policy: "staff" };

export async function loader({ context }: Route.LoaderArgs) {
  const db = context.get(databaseContext);
  const config = context.get(configContext);
  const [collectors, jobs, promises, mail, database, disk, alarms, lastBackup, retiredKeys] =
    await Promise.all([
      readCollectors(db),
      readJobs(db),
      readPromises(db),
      readMailHealth(db),
      readDatabaseHealth(db),
      readDisk(config.dataDir),
      listAlarms(db),
      readLastBackup(db),
      readRetiredKeys(db),
    ]);
  const key = openSecretKey(config);
  const old = "seal" in key ? oldKeysIn(key.seal.keyIds, retiredKeys) : [];
  return {
    ...{ collectors, jobs, promises, mail, database, disk, lastBackup },
    oldKeys: old.map((each) => ({ ...each, text: aboutOldKey(each) })),
    alarms: alarms.map(({ alarm, ...row }) => ({
      ...row,
      kind: alarm.kind,
      requested: alarm.kind === "mismatch" ? alarm.requested : 0,
      ...alarmWords(alarm, "en"),
    })),
    sendsMail: config.mail !== undefined,
    mayStop: serves("admin", context.get(visitorContext)),
    now: new Date(),
  };
}

export default function Health({ loaderData }: Route.ComponentProps) {
  const { alarms, collectors, jobs, mayStop, promises, sendsMail, now } = loaderData;
  const all = [
    {
      name: "machine",
      hasProblem: hasMachineProblem(loaderData),
      section: <Machine {...loaderData} />,
    },
    {
      name: "promises",
      hasProblem: promises.all.some(({ broken }) => broken.length > 0),
      section: <LedgerChecks promises={promises} now={now} />,
    },
    {
      name: "jobs",
      hasProblem: jobs.some(isTroubled),
      section: <Jobs jobs={jobs} mayStop={mayStop} now={now} />,
    },
    {
      name: "providers",
      hasProblem: false,
      section: <Providers collectors={collectors} now={now} />,
    },
  ];
  const sections = all.toSorted((one, other) => Number(other.hasProblem) - Number(one.hasProblem));
  return (
    <>
      <PageHead title="System status" />
      <Alarms alarms={alarms} sendsMail={sendsMail} now={now} />
      {sections.map(({ name, section }) => (
        <Fragment key={name}>{section}</Fragment>
      ))}
    </>
  );
}

const Providers = ({ collectors, now }: Pick<Shown, "collectors" | "now">) => (
  <section className="staff-section" aria-labelledby="providers">
    <h2 id="providers">Providers</h2>
    <ListTable
      caption="Providers"
      columns={collectorColumnsAt(now)}
      rows={collectors}
      keyOf={({ provider }) => provider}
      isOfFigures
    />
  </section>
);

type Shown = Route.ComponentProps["loaderData"];

function Alarms({ alarms, sendsMail, now }: Pick<Shown, "alarms" | "sendsMail" | "now">) {
  return (
    <section className="staff-section" aria-labelledby="alarms">
      <h2 id="alarms">Alarms</h2>
      <p className="staff-lead">
        {sendsMail
          ? "Admins get an email when an alarm begins and when it is over."
          : "No mail server is set up, so no email is sent about alarms."}
      </p>
      {alarms.length === 0 ? (
        <p>No alarms.</p>
      ) : (
        <ListTable
          caption="Alarms"
          columns={alarmColumnsAt(now)}
          rows={alarms}
          keyOf={({ id }) => String(id)}
        />
      )}
    </section>
  );
}

function LedgerChecks({ promises, now }: Pick<Shown, "promises" | "now">) {
  const allPassed = promises.checkedAt !== null && promises.all.every(({ broken }) => broken.length === 0);
  const checks = (
    <ListTable
      caption="Ledger checks"
      columns={promiseColumns(promises.checkedAt !== null)}
      rows={promises.all}
      keyOf={({ name }) => name}
    />
  );
  return (
    <section className="staff-section" aria-labelledby="promises">
      <h2 id="promises">Ledger checks</h2>
      <p className="staff-lead">
        Rules that must always be true.{" "}
        {promises.checkedAt ? (
          <>
            Checked <Ago at={promises.checkedAt} now={now} />. We check every 10 minutes.
          </>
        ) : (
          "Not checked yet."
        )}
      </p>
      {allPassed ? (
        <details>
          <summary>
            <Status tone="good">{`All ${promises.all.length} checks passed`}</Status>
          </summary>
          {checks}
        </details>
      ) : (
        checks
      )}
    </section>
  );
}

/** Jobs without a problem are folded, so that the others are seen first. */
function Jobs({ jobs, mayStop, now }: Pick<Shown, "jobs" | "mayStop" | "now">) {
  const [troubled, well] = [jobs.filter(isTroubled), jobs.filter((job) => !isTroubled(job))];
  const list = (caption: string, rows: JobHealth[]) => (
    <ListTable
      caption={caption}
      columns={jobColumnsAt(now)}
      rows={rows}
      keyOf={({ name }) => name}
      isBrief
      keepsNamesWhole
    />
  );
  return (
    <section className="staff-section" aria-labelledby="jobs">
      <h2 id="jobs">Jobs</h2>
      <p className="staff-lead">
        {mayStop ? (
          <>
            You can stop and start jobs in <Link to="/admin/settings">Background jobs</Link>.
          </>
        ) : (
          "An admin can stop and start jobs."
        )}{" "}
        A change takes effect at the job’s next step, on all servers.
      </p>
      {troubled.length > 0 && list("Jobs that failed or are stopped", troubled)}
      {well.length > 0 && (
        <details>
          <summary>
            <Status tone="good">
              {troubled.length === 0 ? `All ${well.length} jobs OK` : `${well.length} other jobs OK`}
            </Status>
          </summary>
          {list("Jobs without a problem", well)}
        </details>
      )}
    </section>
  );
}

const isTroubled = ({ isOn, lastRun }: JobHealth) => !isOn || (lastRun !== null && lastRun.failure !== null);

const hasMachineProblem = ({ lastBackup, disk }: Pick<Shown, "lastBackup" | "disk">) =>
  lastBackup === null || disk.percentFree < leastPercentFree;

function Machine({ mail, disk, database, lastBackup, oldKeys, now }: Shown) {
  return (
    <section className="staff-section staff-card" aria-labelledby="machine">
      <h2 id="machine">Backup, disk, email and database</h2>
      <dl className="staff-facts">
        <LastBackup lastBackup={lastBackup} now={now} />
        <div>
          <dt>Disk</dt>
          <dd>
            <Status
              tone={disk.percentFree < leastPercentFree ? "bad" : "good"}
            >{`${disk.percentFree}% free`}</Status>
          </dd>
          <dd>{gigabytes(disk.free)} free</dd>
        </div>
        <div>
          <dt>Email</dt>
          <dd>
            {mail.waiting} waiting
            {mail.oldest && (
              <>
                , the oldest from <Ago at={mail.oldest} now={now} />
              </>
            )}
          </dd>
          <dd>
            {mail.failed} failed, {mail.kept} saved and not sent in the last 30 days
          </dd>
          <dd>Last sent: {mail.lastSent ? <Moment at={mail.lastSent} /> : "none"}</dd>
        </div>
        <div>
          <dt>Database</dt>
          <dd>
            PostgreSQL {database.version}, {gigabytes(Number(database.bytes))}
          </dd>
          <dd>
            {database.connections} of {database.mostConnections} connections
          </dd>
          <dd>Longest transaction: {database.longestSeconds} s</dd>
        </div>
        <OldKeys oldKeys={oldKeys} />
      </dl>
    </section>
  );
}

function LastBackup({ lastBackup, now }: Pick<Shown, "lastBackup" | "now">) {
  return (
    <div>
      <dt>Last backup</dt>
      {lastBackup === null ? (
        <dd>
          <Status tone="bad">None</Status>
        </dd>
      ) : (
        <>
          <dd>
            <Ago at={lastBackup.madeAt} now={now} />
          </dd>
          <dd>
            {lastBackup.bytes === null
              ? "reported by the operator"
              : `${megabytes(lastBackup.bytes)} MB, restored and checked`}
          </dd>
        </>
      )}
    </div>
  );
}

function OldKeys({ oldKeys }: Pick<Shown, "oldKeys">) {
  if (oldKeys.length === 0) return null;
  return (
    <div>
      <dt>Key</dt>
      {oldKeys.map(({ id, text, hasExpired }) => (
        <dd key={id}>
          <Status tone={hasExpired ? "bad" : "plain"}>{text}</Status>
        </dd>
      ))}
    </div>
  );
}

type AlarmLine = {
  id: bigint;
  kind: AlarmKind;
  /** The number of its cases that wait for approval. */
  requested: number;
  title: string;
  text: string;
  raisedAt: Date;
  endedAt: Date | null;
};

const alarmColumnsAt = (now: Date): Column<AlarmLine>[] => [
  {
    head: "Alarm",
    cell: ({ kind, requested, title, text, endedAt }) => (
      <>
        {title.charAt(0).toUpperCase() + title.slice(1)}
        {endedAt === null && <small>{text}</small>}
        {endedAt === null && kind === "mismatch" && (
          <Link to="/admin/cases?kind=mismatch">View the cases</Link>
        )}
        {endedAt === null && requested > 0 && (
          <>
            {" · "}
            <Link to="/admin/cases?kind=mismatch&status=waiting">View those waiting for approval</Link>
          </>
        )}
      </>
    ),
  },
  {
    head: "Status",
    cell: ({ endedAt }) => (
      <Status tone={endedAt === null ? "bad" : "plain"}>{endedAt === null ? "Open" : "Over"}</Status>
    ),
  },
  { head: "Since", cell: ({ raisedAt }) => <Ago at={raisedAt} now={now} /> },
  { head: "Until", cell: ({ endedAt }) => endedAt && <Moment at={endedAt} /> },
];

const megabytes = (bytes: bigint) => (Number(bytes) / 1e6).toFixed(1);
const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(bytes < 1e9 ? 2 : 1)} GB`;

const collectorColumnsAt = (now: Date): Column<CollectorHealth>[] => [
  { head: "Provider", cell: ({ provider }) => providerWords[provider] },
  {
    head: "Last paid",
    cell: ({ lastPaid }) => (lastPaid ? <Ago at={lastPaid} now={now} /> : "none recently"),
  },
  {
    head: "Last callback",
    cell: ({ lastCallback }) => (lastCallback ? <Ago at={lastCallback} now={now} /> : "none recently"),
  },
  { head: "Paid in the last hour", figure: true, cell: ({ paidInHour }) => paidInHour },
  {
    head: "Not answered or declined in the last hour",
    figure: true,
    cell: ({ unpaidInHour }) => unpaidInHour,
  },
  {
    head: "Failed in the last hour",
    figure: true,
    cell: ({ paidInHour, failedInHour }) =>
      failedInHour === 0 ? (
        0
      ) : (
        <Status tone={hourTone(paidInHour, failedInHour)}>{String(failedInHour)}</Status>
      ),
  },
];

const promiseColumns = (isChecked: boolean): Column<PromiseHealth>[] => [
  {
    head: "Check",
    cell: ({ name }) => (
      <>
        {promiseWords[name]}
        <small>{name}</small>
      </>
    ),
  },
  {
    head: "Status",
    cell: ({ broken }) =>
      !isChecked ? (
        <Status tone="waiting">Not checked yet</Status>
      ) : broken.length === 0 ? (
        <Status tone="good">Passed</Status>
      ) : (
        <Status tone="bad">Failed</Status>
      ),
  },
  {
    head: "Where",
    cell: ({ broken }) =>
      broken.map(({ problem, subject }) => <div key={subject}>{`${problem}: ${subject}`}</div>),
  },
];

const jobColumnsAt = (now: Date): Column<JobHealth>[] => [
  {
    head: "Job",
    cell: ({ name }) => (
      <>
        {jobWords[name].name}
        <small>{name}</small>
      </>
    ),
  },
  {
    head: "Status",
    cell: (job) => <JobStatus {...job} />,
  },
  {
    head: "Last run",
    whenBrief: "detail",
    cell: ({ lastRun }) =>
      lastRun && (
        <>
          <Ago at={lastRun.endedAt} now={now} />
          <small>took {lastRun.seconds} s</small>
        </>
      ),
  },
  {
    head: "Result",
    whenBrief: "rest",
    cell: ({ name, lastRun }) => lastRun && (lastRun.failure ?? outcomeWords(name, lastRun.outcome)),
  },
];
