import { createHash } from "node:crypto";
import { createServer, request, type IncomingHttpHeaders } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { listen } from "#tests/support/payments/listening-sandbox.ts";
import type { Chance } from "./chance.ts";

/** The shares of the providers' callbacks that are lost, doubled or late. */
export type Weather = { dropped: number; repeated: number; late: number; cutOff: number };

export const fair: Weather = { dropped: 0, repeated: 0, late: 0, cutOff: 0 };
export const rough: Weather = { dropped: 0.05, repeated: 0.4, late: 0.1, cutOff: 0.05 };

type Email = { path: string; headers: IncomingHttpHeaders; body: string };

type Acknowledged = { provider: "azampay" | "selcom"; bodyHash: string; body: string };

/** Carries callbacks to the site until it has said 200: again and again, doubled, late, or with the answer unheard. */
export type PostOffice = {
  url: string;
  weather: Weather;
  site: string;
  /** Whether one may go missing for good: where asking would not find it out, the provider must go on. */
  mayDrop(email: Email): Promise<boolean>;
  acknowledged: Acknowledged[];
  /** Lets out what is kept for later; true once nothing is under way, false when one letter was refused so often. */
  deliverAll(refusals: number): Promise<boolean>;
  deliver(email: Email): Promise<void>;
  /** Callbacks kept for a later delivery in another way. */
  takeKept(): Email[];
  close(): Promise<void>;
};

export async function openPostOffice(chance: Chance): Promise<PostOffice> {
  const underWay = new Set<{ refusals: number; carried: Promise<void> }>();
  const kept: Email[] = [];
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
    deliver: (email) => carry(email),
    takeKept: () => kept.splice(0),
    async close() {
      closed.abort();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };

  function send(email: Email): void {
    const sent = { refusals: 0, carried: Promise.resolve() };
    underWay.add(sent);
    sent.carried = carry(email, () => (sent.refusals += 1)).finally(() => underWay.delete(sent));
  }

  async function carry(email: Email, onRefusal = () => {}): Promise<void> {
    const { signal } = closed;
    while (!signal.aborted) {
      const deaf = chance.happens(office.weather.cutOff);
      const status = await attempt(`${office.site}${email.path}`, email, deaf);
      if (signal.aborted) return;
      if (status === 200) return acknowledge(email);
      onRefusal();
      await wait(30 + chance.below(100));
    }
  }

  function acknowledge({ path, body }: Email): void {
    const provider = path.includes("azampay") ? "azampay" : "selcom";
    const bodyHash = createHash("sha256").update(body).digest("hex");
    office.acknowledged.push({ provider, bodyHash, body });
  }

  const server = createServer(async (asked, answer) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of asked) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString("utf8");
    const email = { path: asked.url ?? "/", headers: asked.headers, body };
    const { dropped, repeated, late } = office.weather;
    if (chance.happens(dropped) && (await office.mayDrop(email))) return void answer.end();
    const copies = chance.happens(repeated) ? 2 + chance.below(2) : 1;
    for (let copy = 0; copy < copies; copy++) {
      // A gateway that writes the same thing anew may well write it a little differently.
      const written = chance.happens(0.5) ? { ...email, body: `${body}${" ".repeat(copy)}` } : email;
      if (chance.happens(late)) kept.push(written);
      else send(written);
    }
    answer.end();
  });
  office.url = await listen(server);
  return office;
}

/** Null when no answer was heard. */
function attempt(url: string, { headers, body }: Email, deaf: boolean): Promise<number | null> {
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
      if (deaf) call.destroy();
    });
  });
}
