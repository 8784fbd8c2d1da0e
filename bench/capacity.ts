import { mostConnections } from "#domain/system/capacity.ts";

/** From `bench/figures.md`, on two cores. After a new bench, change these and the page that a test compares. */
const measured = {
  cores: 2,
  cachedPagesASecond: 51_747,
  /** Milliseconds of processor time. */
  ...{ homeRendered: 6.3, aboutRendered: 1.74 },
  ...{ startedThroughHttp: 423, settledThroughHttp: 482, startedInSql: 877, settledInSql: 533 },
};

const assumed = {
  ...{ visitorsAnHour: 1_000_000, donationsAnHour: 100_000 },
  /** The busiest minute against the mean of the hour. */
  peak: 3,
  ...{ pagesOfAVisitor: 4, kilobytesOfAVisitor: 120, questionsOfADonor: 15 },
  /** Pages with figures that each process renews every second. */
  renewedPages: 40,
  /** More load on a core makes requests wait for each other. */
  usableShare: 0.6,
  webProcessesOfANode: 3,
};

export type Inputs = { measured: typeof measured; assumed: typeof assumed };
export const inputs: Inputs = { measured, assumed };

/** The needs of a peak. Times are in seconds of one core. */
export function capacityFor({ measured, assumed }: Inputs) {
  const atPeak = (anHour: number) => (anHour / 3_600) * assumed.peak;
  const pages = atPeak(assumed.visitorsAnHour * assumed.pagesOfAVisitor);
  const donations = atPeak(assumed.donationsAnHour);
  const megabits = (atPeak(assumed.visitorsAnHour) * assumed.kilobytesOfAVisitor * 8) / 1_000;

  // The bench's clients use the same cores, so these are upper limits.
  const ofDonation = measured.cores * (1 / measured.startedThroughHttp + 1 / measured.settledThroughHttp);
  const inPostgres = measured.cores * (1 / measured.startedInSql + 1 / measured.settledInSql);

  const cores = {
    cachedPages: pages / measured.cachedPagesASecond,
    donations: donations * (ofDonation - inPostgres),
    questions: (donations * assumed.questionsOfADonor * measured.aboutRendered) / 1_000,
    postgres: donations * inPostgres,
  };
  const renewals = (assumed.renewedPages * measured.homeRendered) / 1_000;
  const web = cores.cachedPages + cores.donations + cores.questions;
  const left = assumed.usableShare - renewals;
  if (left <= 0) throw new Error("renewals alone use more than the usable share of a core");
  const processes = Math.ceil(web / left);
  const nodes = Math.ceil(processes / assumed.webProcessesOfANode);
  return {
    ...{ pages, donations, megabits, cores, renewals, processes, nodes },
    postgresCores: Math.ceil(cores.postgres / assumed.usableShare),
    connections: nodes * mostConnections(assumed.webProcessesOfANode),
  };
}

/** The lines of the table in `docs/capacity.md`. */
export function capacityLines(used: Inputs): string[] {
  const { pages, donations, megabits, cores, renewals, ...needed } = capacityFor(used);
  const whole = (value: number) => Math.round(value).toLocaleString("en");
  return Object.entries({
    "pages a second": whole(pages),
    "donations a second": whole(donations),
    "sent to visitors": `${whole(megabits)} Mbit/s`,
    "cores for cached pages": cores.cachedPages.toFixed(2),
    "cores for donations, without PostgreSQL": cores.donations.toFixed(2),
    "cores for questions about payments": cores.questions.toFixed(2),
    "cores for renewed pages, in each process": renewals.toFixed(2),
    "cores for PostgreSQL": cores.postgres.toFixed(2),
    "web processes": whole(needed.processes),
    "nodes with four cores": whole(needed.nodes),
    "cores of the PostgreSQL machine": whole(needed.postgresCores),
    "connections of PostgreSQL, at most": whole(needed.connections),
  }).map(([name, figure]) => `| ${name} | ${figure} |`);
}
