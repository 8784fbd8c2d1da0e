import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";

const orderShape = z.object({ url: z.string(), perSecond: z.number(), seconds: z.number() });
type Order = z.infer<typeof orderShape>;
type Seen = { refusedNew: number[]; refusedKept: number[]; rendered: number; others: number };

/** Asks for rendered pages of several kinds at a steady rate, however late the answers are. Half of the requests open a connection. */
process.on("message", (message) => void run(orderShape.parse(message)).then((seen) => process.send?.(seen)));
process.once("disconnect", () => process.exit());

/** A client gets a limited part of the site, so the requests come from many addresses. */
const addresses = 200;

/** Lists, searches and campaigns. Their odd number brings each of them on new and on kept connections. */
const pages = [
  "/campaigns?category=zakat",
  "/campaigns?sort=most-raised",
  "/campaigns?q=school",
  "/campaigns?q=girls+dormitory",
  "/campaigns/zakat?amount=20000",
  "/campaigns/conference-center?from=bench",
  "/campaigns/girls-dormitories?from=bench",
];

/** A page with an unknown query is never cached, so each request needs a rendering. */
function addressOf(at: number): string {
  const inKiswahili = Math.floor(at / pages.length) % 2 === 1;
  return `${inKiswahili ? "/sw" : ""}${pages[at % pages.length]}&bench=${process.pid}-${at}`;
}
const longestWait = 20_000;

async function run(order: Order) {
  const seen: Seen = { refusedNew: [], refusedKept: [], rendered: 0, others: 0 };
  const idle: Socket[] = [];
  const asking: Promise<void>[] = [];
  const begun = performance.now();
  for (let at = 0; at < order.perSecond * order.seconds; at += 1) {
    const due = begun + (at * 1000) / order.perSecond;
    const early = due - performance.now();
    if (early > 0) await wait(early);
    asking.push(ask(order, at, { seen, idle }));
  }
  await Promise.all(asking);
  for (const socket of idle) socket.destroy();
  return {
    ...seen,
    asked: asking.length,
    kinds: 2 * pages.length,
    refusedNew: summary(seen.refusedNew),
    refusedKept: summary(seen.refusedKept),
  };
}

function summary(waits: number[]) {
  const sorted = waits.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.ceil(part * sorted.length) - 1] ?? NaN;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), longest: at(1) };
}

/** The time of a new connection counts as well. */
function ask({ url }: Order, at: number, { seen, idle }: { seen: Seen; idle: Socket[] }): Promise<void> {
  const { host, port } = new URL(url);
  const kept = at % 2 === 0 ? idle.pop() : undefined;
  const begun = performance.now();
  const localAddress = `127.0.1.${(at % addresses) + 1}`;
  const socket = kept ?? connect({ host: "127.0.0.1", port: Number(port), localAddress, noDelay: true });
  socket.write(
    [`GET ${addressOf(at)} HTTP/1.1`, `Host: ${host}`, "Accept-Encoding: br\r\n\r\n"].join("\r\n"),
  );
  return new Promise((resolve) => {
    const received: Buffer[] = [];
    const end = () => {
      socket.removeAllListeners();
      socket.on("error", () => {});
      resolve();
    };
    const fail = () => {
      seen.others += 1;
      socket.destroy();
      end();
    };
    socket.setTimeout(longestWait, fail);
    socket.on("error", fail);
    socket.on("close", fail);
    socket.on("data", (chunk) => {
      received.push(chunk);
      const status = statusOf(Buffer.concat(received));
      if (status === null) return;
      const waited = performance.now() - begun;
      if (status === 503) (kept ? seen.refusedKept : seen.refusedNew).push(waited);
      else if (status === 200) seen.rendered += 1;
      else seen.others += 1;
      end();
      idle.push(socket);
    });
  });
}

/** Null while the answer is not complete. */
function statusOf(received: Buffer): number | null {
  const head = received.indexOf("\r\n\r\n");
  if (head === -1) return null;
  const text = received.toString("latin1", 0, head);
  const length = Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? 0);
  return received.length < head + 4 + length ? null : Number(text.slice(9, 12));
}
