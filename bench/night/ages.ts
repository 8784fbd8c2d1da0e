import { Agent, get } from "node:http";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import type { Place } from "#bench/money/place.ts";

/** In milliseconds. Without it the reader would use a fifth of a core, which the site then lacks. */
const pause = 100;

/**
 * Reads the pages again and again, and finds the oldest figure: how long before the request a newer one was confirmed.
 * The site keeps each page for each language and encoding, so they take turns.
 */
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
    for (let turn = 0; !isStopped; turn++) {
      const encoding = encodings[turn % encodings.length] ?? "identity";
      const language = turn % 2 === 0 ? "" : "/sw";
      for (const id of campaigns)
        for (const path of [language || "/", `${language}/campaigns`, `${language}/campaigns/${id}`]) {
          const askedAt = Date.now();
          const shown = await donorsOn(place.url, path, id, encoding);
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
const encodings = ["identity", "br", "gzip"] as const;
const decoders = { identity: () => new PassThrough(), br: createBrotliDecompress, gzip: createGunzip };

function donorsOn(
  url: string,
  path: string,
  campaign: string,
  encoding: keyof typeof decoders = "identity",
): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url + path, { agent, headers: { "Accept-Encoding": encoding } }, async (answer) => {
      const html = await text(answer.pipe(decoders[encoding]()));
      const shown = new RegExp(`data-live="${campaign}\\.donors"[^>]*>([\\d,]+)`).exec(html)?.[1];
      // Home and the first page of the list show only some campaigns.
      resolve(Number(shown?.replaceAll(",", "") ?? NaN));
    }).on("error", reject);
  });
}
