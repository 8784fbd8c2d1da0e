import { Agent, get } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import type { Place } from "#bench/money/place.ts";

/** In milliseconds. Without it the reader would use a fifth of a core, which the site then lacks. */
const pause = 100;

/** Reads the pages again and again, and finds the oldest figure: how long before the request a newer one was confirmed. */
export async function watchAges(place: Place, campaigns: string[]) {
  const confirmedAt = new Map<string, number[]>(campaigns.map((id) => [id, []]));
  let confirmed = 0;
  const stopListening = place.onConfirmed(({ amount, at }) => {
    confirmed += 1;
    confirmedAt.get(campaigns[amount - 20_000] ?? "")?.push(at);
  });
  const before = new Map<string, number>();
  for (const id of campaigns) before.set(id, await donorsOn(place.url, `/campaigns/${id}`, id));

  let isStopped = false;
  let oldest = 0;
  const watching = (async () => {
    while (!isStopped) {
      for (const id of campaigns)
        for (const path of ["/campaigns", `/campaigns/${id}`]) {
          const askedAt = Date.now();
          const shown = await donorsOn(place.url, path, id);
          const missed = confirmedAt.get(id)?.[shown - (before.get(id) ?? 0)];
          if (missed !== undefined && missed < askedAt) oldest = Math.max(oldest, (askedAt - missed) / 1000);
        }
      await wait(pause);
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await watching;
      stopListening();
      return { oldest, confirmed };
    },
  };
}

const agent = new Agent({ keepAlive: true });

function donorsOn(url: string, path: string, campaign: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url + path, { agent }, async (answer) => {
      const html = await text(answer);
      const shown = new RegExp(`data-live="${campaign}\\.donors"[^>]*>([\\d,]+)`).exec(html)?.[1];
      // The list shows some campaigns on its first page only.
      resolve(Number(shown?.replaceAll(",", "") ?? NaN));
    }).on("error", reject);
  });
}
