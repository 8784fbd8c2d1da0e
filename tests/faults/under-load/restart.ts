import { openNodes, lostOf } from "./nodes.ts";
import { moreDonations, underLoad, type Rates, type Tally } from "./load.ts";
import { hasNginx, openNginx, openProxy } from "./proxies.ts";

export type Restarting = { databaseUrl: string; rates: Rates; restarts: number } & (
  | { seconds: number; through: "nginx" }
  | { seconds: 0; through: "proxy" }
);

/** Restarts two nodes in turn while people read and donate. */
export async function restartUnderLoad({ databaseUrl, rates, restarts, seconds, through }: Restarting) {
  if (through === "nginx" && !hasNginx()) throw new Error("nginx is missing: apt-get install nginx");
  // The short form runs in every test, also on a machine that has too much to do.
  await using nodes = await openNodes(databaseUrl, { count: 2, isAlwaysCalm: through === "proxy" });
  const open = through === "nginx" ? openNginx : openProxy;
  await using proxy = await open(nodes.publicPort, nodes.urls);
  let done = 0;
  const tally = await underLoad(proxy.url, rates, async (soFar) => {
    const until = performance.now() + seconds * 1_000;
    for (; done < restarts || performance.now() < until; done += 1) {
      await nodes.restart(done % 2);
      await moreDonations(soFar, 1);
    }
  });
  const lost = await lostOf(nodes.database, tally.begun);
  return { ...tally, lost, restarts: done } satisfies Tally & { lost: string[]; restarts: number };
}
