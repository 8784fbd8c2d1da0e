import { setTimeout as wait } from "node:timers/promises";
import { acceptsWrites } from "#database/system/health.ts";
import { isFull, readDisk } from "#storage/disk.ts";
import { configContext, databaseContext, drainingContext } from "#app/http/context.server.ts";
import type { Route } from "./+types/ready";

export const handle = { policy: "everyone" };

/**
 * Pages and donations can be served: the database answers and accepts writes, the disk has space, and the site is not
 * about to stop. A node that is not ready still serves everything that it can.
 */
export async function loader({ context }: Route.LoaderArgs) {
  if (context.get(drainingContext)()) return reply("stopping", 503);
  if (isFull(await readDisk(context.get(configContext).dataDir))) return reply("the disk is full", 503);
  const ready = await Promise.race([
    acceptsWrites(context.get(databaseContext)).catch(() => false),
    wait(longestWait, false, { ref: false }),
  ]);
  return ready ? reply("ready", 200) : reply("not ready", 503);
}

/** A load balancer gives up sooner than a query to a silent database, in milliseconds. */
const longestWait = 1_500;

const reply = (text: string, status: number) =>
  new Response(`${text}\n`, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
