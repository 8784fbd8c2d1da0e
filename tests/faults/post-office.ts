import { createHash } from "node:crypto";
import { createServer, request, type IncomingHttpHeaders } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { listen } from "#tests/support/payments/listening-sandbox.ts";
import type { Chance } from "./chance.ts";

/** Shares of the providers' callbacks that are lost, repeated, late, or cut off before the answer. */
export type Weather = { dropped: number; repeated: number; late: number; cutOff: number };

export const fair: Weather = { dropped: 0, repeated: 0, late: 0, cutOff: 0 };
export const rough: Weather = { dropped: 0.05, repeated: 0.4, late: 0.1, cutOff: 0.05 };

type Callback = { path: string; headers: IncomingHttpHeaders; body: string };

type Acknowledged = { provider: "azampay" | "selcom"; bodyHash: string; body: string };

/**
 * Relays callbacks to the site and repeats each until the site answers 200. Some are doubled, late, or disconnect
 * before the answer.
 */
export type PostOffice = {
  url: string;
  weather: Weather;
  site: string;
  /** True if this callback can be lost permanently, because a status check finds the result. */
  mayDrop(callback: Callback): Promise<boolean>;
  acknowledged: Acknowledged[];
  /** Delivers all waiting callbacks. False if one was refused this many times. */
  deliverAll(refusals: number): Promise<boolean>;
  deliver(callback: Callback): Promise<void>;
  /** Takes the late callbacks, so that the caller can deliver them differently. */
  takeKept(): Callback[];
  close(): Promise<void>;
};

/** A restarting site refuses some. */
const mostRefusals = 500;

export async function openPostOffice(chance: Chance): Promise<PostOffice> {
  const underWay = new Set<{ refusals: number; carried: Promise<void> }>();
  const kept: Callback[] = [];
  const closed = new AbortController();

  const office: PostOffice = {
    url: "",
    weather: fair,
    site: "",
    mayDrop: async () => false,
    acknowledged: [],
    async deliverAll(most) {
      for (const under of underWay) under.refusals = 0;
      for (;;) {
        kept.splice(0).forEach(send);
        const all = [...underWay];
        if (all.length === 0) return true;
        if (all.some(({ refusals }) => refusals >= most)) return false;
        await Promise.race(all.map(({ carried }) => carried).concat(wait(50)));
      }
    },
    async deliver(callback) {
      let refusals = 0;
      await carry(callback, () => {
        refusals += 1;
        if (refusals === mostRefusals) throw new Error("the site refuses a callback permanently");
      });
    },
    takeKept: () => kept.splice(0),
    async close() {
      closed.abort();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };

  function send(callback: Callback): void {
    const sent = { refusals: 0, carried: Promise.resolve() };
    underWay.add(sent);
    sent.carried = carry(callback, () => (sent.refusals += 1)).finally(() => underWay.delete(sent));
  }

  async function carry(callback: Callback, onRefusal = () => {}): Promise<void> {
    const { signal } = closed;
    while (!signal.aborted) {
      const leavesEarly = chance.happens(office.weather.cutOff);
      const status = await attempt(`${office.site}${callback.path}`, callback, leavesEarly);
      if (signal.aborted) return;
      if (status === 200) return acknowledge(callback);
      onRefusal();
      await wait(30 + chance.below(100));
    }
  }

  function acknowledge({ path, body }: Callback): void {
    const provider = path.includes("azampay") ? "azampay" : "selcom";
    const bodyHash = createHash("sha256").update(body).digest("hex");
    office.acknowledged.push({ provider, bodyHash, body });
  }

  const server = createServer(async (incoming, answer) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString("utf8");
    const callback = { path: incoming.url ?? "/", headers: incoming.headers, body };
    const { dropped, repeated, late } = office.weather;
    if (chance.happens(dropped) && (await office.mayDrop(callback))) return void answer.end();
    const copies = chance.happens(repeated) ? 2 + chance.below(2) : 1;
    for (let copy = 0; copy < copies; copy++) {
      // A gateway can write a repeated message slightly differently.
      const written = chance.happens(0.5) ? { ...callback, body: `${body}${" ".repeat(copy)}` } : callback;
      if (chance.happens(late)) kept.push(written);
      else send(written);
    }
    answer.end();
  });
  office.url = await listen(server);
  return office;
}

/** Null if no answer came. */
function attempt(url: string, { headers, body }: Callback, leavesEarly: boolean): Promise<number | null> {
  return new Promise((settle) => {
    const { host: _, connection: __, "content-length": ___, "transfer-encoding": ____, ...kept } = headers;
    const sent = { ...kept, "content-length": Buffer.byteLength(body) };
    const call = request(url, { method: "POST", agent: false, headers: sent, timeout: 120_000 }, (answer) => {
      answer.resume();
      answer.once("end", () => settle(answer.statusCode ?? null));
      answer.once("error", () => settle(null));
    });
    call.once("timeout", () => call.destroy());
    call.once("error", () => settle(null));
    call.once("close", () => settle(null));
    call.end(body, () => {
      if (leavesEarly) call.destroy();
    });
  });
}
