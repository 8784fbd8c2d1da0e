import { createHash } from "node:crypto";
import { createServer, request, type IncomingHttpHeaders } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { Chance } from "./chance.ts";

/** How the providers' callbacks fare on their way, as shares of all. */
export type Weather = { dropped: number; repeated: number; late: number; cutOff: number };

export const fair: Weather = { dropped: 0, repeated: 0, late: 0, cutOff: 0 };
export const rough: Weather = { dropped: 0.05, repeated: 0.4, late: 0.1, cutOff: 0.05 };

type Letter = { path: string; headers: IncomingHttpHeaders; body: string };

export type Acknowledged = { provider: "azampay" | "selcom"; bodyHash: string; body: string };

/** Carries callbacks to the site until it has said 200: again and again, doubled, late, or with the answer unheard. */
export type PostOffice = {
  url: string;
  weather: Weather;
  site: string;
  /** Whether one may go missing for good: where asking would not find it out, the provider must go on. */
  mayDrop(letter: Letter): Promise<boolean>;
  acknowledged: Acknowledged[];
  /** Lets out what is kept for later; true once nothing is under way, false when the time is over. */
  deliverAll(patience: number): Promise<boolean>;
  deliver(letter: Letter): Promise<void>;
  /** What is kept for later, to be delivered in some other way. */
  takeKept(): Letter[];
  forget(): void;
  close(): Promise<void>;
};

export async function openPostOffice(port: number, chance: Chance): Promise<PostOffice> {
  const underWay = new Set<Promise<void>>();
  let kept: Letter[] = [];
  let closed = new AbortController();

  const office: PostOffice = {
    url: `http://127.0.0.1:${port}`,
    weather: fair,
    site: "",
    mayDrop: async () => false,
    acknowledged: [],
    async deliverAll(patience) {
      const deadline = performance.now() + patience;
      for (;;) {
        kept.splice(0).forEach(send);
        if (underWay.size === 0) return true;
        const left = deadline - performance.now();
        if (left <= 0) return false;
        await Promise.race([Promise.all(underWay), wait(Math.min(left, 200))]);
      }
    },
    deliver: (letter) => carry(letter),
    takeKept: () => kept.splice(0),
    forget() {
      closed.abort();
      closed = new AbortController();
      kept = [];
      office.acknowledged = [];
    },
    async close() {
      closed.abort();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };

  function send(letter: Letter): void {
    const carried = carry(letter).finally(() => underWay.delete(carried));
    underWay.add(carried);
  }

  async function carry(letter: Letter): Promise<void> {
    const { signal } = closed;
    while (!signal.aborted) {
      const unheard = chance.happens(office.weather.cutOff);
      const status = await attempt(`${office.site}${letter.path}`, letter, unheard);
      if (signal.aborted) return;
      if (status === 200) return acknowledge(letter);
      await wait(30 + chance.below(100));
    }
  }

  function acknowledge({ path, body }: Letter): void {
    const provider = path.includes("azampay") ? "azampay" : "selcom";
    const bodyHash = createHash("sha256").update(body).digest("hex");
    office.acknowledged.push({ provider, bodyHash, body });
  }

  const server = createServer(async (asked, answer) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of asked) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString("utf8");
    const letter = { path: asked.url ?? "/", headers: asked.headers, body };
    const { dropped, repeated, late } = office.weather;
    if (chance.happens(dropped) && (await office.mayDrop(letter))) return void answer.end();
    const copies = chance.happens(repeated) ? 2 + chance.below(2) : 1;
    for (let copy = 0; copy < copies; copy++) {
      // A gateway that writes the same thing anew may well write it a little differently.
      const written = chance.happens(0.5) ? { ...letter, body: `${body}${" ".repeat(copy)}` } : letter;
      if (chance.happens(late)) kept.push(written);
      else send(written);
    }
    answer.end();
  });
  await new Promise<void>((ready) => server.listen(port, "127.0.0.1", ready));
  return office;
}

/** Null when no answer was heard. */
function attempt(url: string, { headers, body }: Letter, unheard: boolean): Promise<number | null> {
  return new Promise((settle) => {
    const { host: _, connection: __, "content-length": ___, "transfer-encoding": ____, ...kept } = headers;
    const sent = { ...kept, "content-length": Buffer.byteLength(body) };
    const call = request(url, { method: "POST", agent: false, headers: sent, timeout: 15_000 }, (answer) => {
      answer.resume();
      answer.once("end", () => settle(answer.statusCode ?? null));
      answer.once("error", () => settle(null));
    });
    call.once("timeout", () => call.destroy());
    call.once("error", () => settle(null));
    call.once("close", () => settle(null));
    call.end(body, () => {
      if (unheard) call.destroy();
    });
  });
}
