import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startThrowaway } from "#database/embedded/start.ts";
import { migrate } from "#database/migrate.ts";
import { seed } from "#database/seed/seed.ts";
import { openPictures } from "#storage/pictures/open.ts";
import { openFolder } from "#storage/store.ts";
import { slowestOf, type Tally } from "./load.ts";
import { migrateUnderLoad } from "./migration.ts";
import { restartUnderLoad } from "./restart.ts";

const rates = { pages: 50, donations: 5, withoutKey: 5 };

const trials = {
  restart: (databaseUrl: string, seconds: number) =>
    restartUnderLoad({ databaseUrl, rates, restarts: 2, seconds, through: "nginx" }),
  migration: (databaseUrl: string) => migrateUnderLoad({ databaseUrl, rates }),
};

const trialNames = Object.keys(trials).join(", ");

/** One trial of `npm run faults -- --under-load`. Returns the exit code. */
export async function tryUnderLoad(name: string, seconds: number): Promise<number> {
  const trial = Object.entries(trials).find(([known]) => known === name)?.[1];
  if (trial === undefined) {
    console.error(`Unknown trial: ${name}. Trials: ${trialNames}.`);
    return 1;
  }
  const cluster = await startThrowaway({ durable: true });
  const pictures = await mkdtemp(join(tmpdir(), "amana-pictures-"));
  try {
    await migrate(cluster.url, () => undefined);
    await seed(cluster.url, "demo", {
      putPicture: openPictures(openFolder(pictures)).keepDrawing,
      say: () => undefined,
    });
    const outcome = await trial(cluster.url, seconds);
    console.log(sentence(outcome));
    for (const failed of outcome.failed.slice(0, 10)) console.log(failed);
    return outcome.failed.length + outcome.lost.length === 0 ? 0 : 1;
  } finally {
    await rm(pictures, { recursive: true });
    await cluster.stop();
  }
}

function sentence(outcome: Tally & { lost: string[]; restarts?: number }): string {
  const { pages, donations, failed, lost, restarts } = outcome;
  const during = restarts === undefined ? "" : ` during ${restarts} restarts`;
  const [usual, slow] = [0.5, 0.99].map((share) => Math.round(slowestOf(outcome, share)));
  return `${pages} pages and ${donations} donations${during}: ${failed.length} failed, ${lost.length} lost. Half of the pages took up to ${usual} ms, 99 in 100 up to ${slow} ms.`;
}
