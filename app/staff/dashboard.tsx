import { data, Link, redirectDocument } from "react-router";
import { readSavedEmails } from "#database/mail/outbox.ts";
import { readSettings } from "#database/content/settings.ts";
import { readPromises } from "#database/system/health.ts";
import { readStoppedJobs } from "#database/system/is-job-on.ts";
import { readCollectors, readDailyShillings, readPeriods, readWaiting } from "#database/system/overview.ts";
import type { Reads } from "#database/sql.server.ts";
import { serves } from "#domain/accounts/roles.ts";
import type { StartSettings } from "#domain/go-live/checks.ts";
import { dayOf, timeZone } from "#domain/system/calendar.ts";
import { locales } from "#domain/content/language.ts";
import { startSettings } from "#config";
import { readChecklist } from "#operations/go-live/read-checklist.ts";
import { findUnsavedCodes } from "#operations/accounts/second-step/make-backup-codes.ts";
import { configContext, databaseContext, visitorContext } from "#app/http/context.server.ts";
import { editorsAddress, mainEditors } from "./navigation.ts";
import { Overview } from "./overview.tsx";
import { PageHead } from "./page-head.tsx";
import type { Route } from "./+types/dashboard";

export async function loader({ context }: Route.LoaderArgs) {
  const person = context.get(visitorContext);
  if (!person) throw data(null, { status: 401 });
  if (!serves("staff", person)) throw redirectDocument("/organizer", 303);
  return {
    email: person.email,
    id: person.id,
    role: person.role,
    since: longDate.format(person.createdAt),
    areCodesUnsaved:
      person.hasSecondStep && (await findUnsavedCodes(context.get(databaseContext), person.id)) !== null,
    overview: await readOverview(
      context.get(databaseContext),
      startSettings(context.get(configContext)),
      person.id,
    ),
  };
}

async function readOverview(db: Reads, settings: StartSettings, person: string) {
  const now = new Date();
  const today = dayOf(now);
  const [periods, daily, waiting, saved, collectors, promises, checklist, stops, stoppedJobs] =
    await Promise.all([
      readPeriods(db, today),
      readDailyShillings(db, today),
      readWaiting(db, person),
      // Without a mail server, every email is saved, and a line says so.
      settings.sendsMail ? readSavedEmails(db) : null,
      readCollectors(db),
      readPromises(db),
      readChecklist(db, settings, now),
      readSettings(db),
      readStoppedJobs(db),
    ]);
  const broken = promises.all.filter((promise) => promise.broken.length > 0).map(({ name }) => name);
  const notWorking = [
    ...(stops.paymentsStopped ? (["payments"] as const) : []),
    ...(stops.cardsStopped ? (["cards"] as const) : []),
    ...(settings.sendsMail ? [] : (["mail"] as const)),
    ...(checklist.checks.some(({ name, faults }) => name === "backup" && faults.length > 0)
      ? (["backup"] as const)
      : []),
  ];
  return {
    notWorking,
    stoppedJobs,
    ...{ periods, daily, waiting, collectors, now, savedEmails: saved?.count ?? 0 },
    promises: { checkedAt: promises.checkedAt, broken },
    goLive: { isLive: settings.payments === "live", open: checklist.open },
  };
}

export type OverviewData = Awaited<ReturnType<typeof readOverview>>;

const longDate = new Intl.DateTimeFormat(locales.en, {
  dateStyle: "long",
  timeZone,
});

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { email, id, role, since, areCodesUnsaved, overview } = loaderData;
  return (
    <>
      <PageHead title="Dashboard">
        <a className="button quiet small" href="/">
          View Live Website
        </a>
      </PageHead>
      {areCodesUnsaved && <UnsavedCodes />}
      <Overview {...overview} />
      <section className="staff-card" aria-labelledby="editors">
        <h2 id="editors">Edit the website</h2>
        <ul className="staff-editors">
          {mainEditors.map(({ label, address }) => (
            <li key={address}>
              <Link to={address}>{label}</Link>
            </li>
          ))}
        </ul>
        <p>
          <Link to={editorsAddress}>All editors</Link>
        </p>
      </section>
      <p className="staff-account">
        Signed in as {email} ({role}). User ID {id}. Created {since}.
      </p>
    </>
  );
}

/** A document link, because the page is one of the site and not of the staff area. */
const UnsavedCodes = () => (
  <section className="editor-offer before-cards" aria-label="Backup codes">
    <p>You have not confirmed that you saved your backup codes for two-step sign-in.</p>
    <a className="button quiet small" href="/settings/two-step">
      Check your backup codes
    </a>
  </section>
);
