import type { Chance } from "./chance.ts";
import { storyOf, type Difference } from "./compare.ts";
import { donateSomehow, type Donor } from "./crowd.ts";
import type { Place } from "./place.ts";
import { rough } from "./post-office.ts";
import { ready, settle } from "./settle.ts";

export type Counts = {
  appKills: number;
  postgresKills: number;
  donations: number;
  paid: number;
  repeatedEmails: number;
};

export type Outcome = Counts & { differences: Difference[]; story: string };

type CycleOptions = { appKills: number; postgresKills: number; onCycle?: (counts: Counts) => void };

const together = 6;
/** One donation passes about 250 points, so the longest life has about eight donations. Several processes share them. */
const longestLife = 2_000;

/** Kills, lets everything settle and compares. Ends after all kills, or at the first difference. */
export async function runCycles(place: Place, chance: Chance, options: CycleOptions): Promise<Outcome> {
  const counts: Counts = { appKills: 0, postgresKills: 0, donations: 0, paid: 0, repeatedEmails: 0 };
  const crowd: Donor[] = [];
  place.office.weather = rough;
  place.office.mayDrop = ({ body }) => isStored(place, body);
  for (;;) {
    const left = {
      app: options.appKills - counts.appKills,
      postgres: options.postgresKills - counts.postgresKills,
    };
    if (left.app <= 0 && left.postgres <= 0) break;
    const victim = chance.below(left.app + left.postgres) < left.app ? "app" : "postgres";
    await oneLife(place, chance, victim, crowd);
    counts[victim === "app" ? "appKills" : "postgresKills"] += 1;

    await ready(place);
    const survivor = place.site;
    const mayDieAgain = chance.happens(0.3) && left.app > 1;
    if (mayDieAgain) await place.planDeath({ victim: "app", after: 1 + chance.below(300), at: "" });
    const differences = await settle(place, crowd);
    if (!survivor.alive()) counts.appKills += 1;
    counts.donations = crowd.filter(({ externalId }) => externalId !== null).length;
    options.onCycle?.(counts);
    if (differences.length > 0) return { ...counts, differences, story: await storyOf(place, differences) };
  }
  const payments = await place.gateways.payments();
  counts.paid = payments.filter(({ status }) => status === "paid").length;
  counts.repeatedEmails = [...place.emails.values()].filter((times) => times > 1).length;
  return { ...counts, differences: [], story: "" };
}

/** The crowd donates and the jobs run until the victim is dead. */
async function oneLife(
  place: Place,
  chance: Chance,
  victim: "app" | "postgres",
  crowd: Donor[],
): Promise<void> {
  await ready(place);
  const process = chance.below(place.processes);
  const after = 1 + chance.below(Math.ceil(longestLife / place.processes));
  await place.planDeath({ victim, after, at: "", process });
  const { site } = place;
  let over = false;
  const killed =
    victim === "postgres" ? site.postgresKilled : process === 0 ? site.died : site.webProcessDied();
  const death = Promise.race([killed, site.died]).then(() => (over = true));
  const giving = Array.from({ length: together }, async () => {
    while (!over) crowd.push(await donateSomehow(place, chance));
  });
  const working = (async () => {
    while (!over) await Promise.race([site.work(chance.below(60_000)), death]);
  })();
  await death;
  // The donors press again until they get an answer, so the site must run.
  if (!site.alive()) await place.startSite();
  await Promise.all([...giving, working]);
}

async function isStored(place: Place, body: string): Promise<boolean> {
  const reference = /"(?:utilityref|order_id)":"([^"]*)"/.exec(body)?.[1] ?? "";
  const payment = await place.database.readWrite
    .selectFrom("payments")
    .select(["provider", "provider_reference"])
    .where("reference", "=", reference)
    .executeTakeFirst()
    .catch(() => undefined);
  if (payment === undefined) return false;
  return payment.provider === "selcom" || (place.statusChecks && payment.provider_reference !== null);
}
