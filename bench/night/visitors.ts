import { connect } from "node:net";
import { z } from "zod";
import { chanceFrom } from "#tests/faults/chance.ts";

const orderShape = z.object({
  url: z.string(),
  campaigns: z.array(z.string()),
  connections: z.number(),
  seconds: z.number(),
});
type Order = z.infer<typeof orderShape>;
type Seen = { waits: number[]; errors: number };

/** Reads pages as visitors do, each connection one after the other, and reports how long the answers took. */
process.on("message", (message) => void run(orderShape.parse(message)).then((seen) => process.send?.(seen)));
process.once("disconnect", () => process.exit());

async function run(order: Order) {
  const seen: Seen = { waits: [], errors: 0 };
  const begun = performance.now();
  const until = begun + order.seconds * 1000;
  const readers = Array.from({ length: order.connections }, (_, at) => keepReading(order, at, until, seen));
  await Promise.all(readers);
  const sorted = seen.waits.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.ceil(part * sorted.length) - 1] ?? NaN;
  const perSecond = sorted.length / ((performance.now() - begun) / 1000);
  return { perSecond, p50: at(0.5), p99: at(0.99), errors: seen.errors };
}

/** Enough for the proportions of pages. To write each anew would use processor time that the site then lacks. */
const written = 1_000;
const longestHead = 4 * 1024;

/** Without the events of a stream, for the same reason. */
function keepReading(order: Order, seed: number, until: number, seen: Seen): Promise<void> {
  const chance = chanceFrom(seed);
  const requests = Array.from({ length: written }, () =>
    Buffer.from(requestOf(order, chance.below(100), chance.below(1_000_000))),
  );
  return new Promise((resolve) => {
    let asked = 0;
    let askedAt = 0;
    let head = "";
    let received = 0;
    let whole = Infinity;
    const buffer = Buffer.allocUnsafe(128 * 1024);
    const receive = (length: number): boolean => {
      received += length;
      if (whole === Infinity) {
        head += buffer.toString("latin1", 0, Math.min(length, longestHead));
        const end = head.indexOf("\r\n\r\n");
        if (end === -1) return true;
        if (!head.startsWith("HTTP/1.1 200 ")) seen.errors += 1;
        whole = end + 4 + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
      }
      if (received < whole) return true;
      seen.waits.push(performance.now() - askedAt);
      ask();
      return true;
    };
    const port = Number(new URL(order.url).port);
    const onread = { buffer, callback: receive };
    const socket = connect({ port, host: "127.0.0.1", noDelay: true, onread });
    function ask(): void {
      [head, received, whole, askedAt] = ["", 0, Infinity, performance.now()];
      if (askedAt >= until) return void socket.destroy();
      socket.write(requests[asked % written] ?? "");
      asked += 1;
    }
    socket.on("connect", ask);
    socket.on("error", () => (seen.errors += 1));
    socket.on("close", () => resolve());
  });
}

const others = ["/about", "/zakat", "/infrastructure", "/terms", "/campaigns?category=zakat"];

/** 60 % campaigns, 25 % home, 10 % the list and 5 % other pages. Half of the visitors read Kiswahili or have cookies. */
function requestOf({ url, campaigns }: Order, kind: number, any: number): string {
  const campaign = campaigns[any % campaigns.length] ?? "";
  const other = others[any % others.length] ?? "";
  const page = kind < 60 ? `/campaigns/${campaign}` : kind < 85 ? "/" : kind < 95 ? "/campaigns" : other;
  const path = any % 4 === 1 ? `/sw${page === "/" ? "" : page}` : page;
  return [
    `GET ${path} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    "User-Agent: Mozilla/5.0 (Linux; Android 12) bench",
    "Accept: text/html,application/xhtml+xml",
    `Accept-Encoding: ${any % 10 === 0 ? "gzip" : "gzip, deflate, br"}`,
    ...(any % 4 === 3 ? ["Cookie: theme=dark; amana.consent=no"] : []),
    "\r\n",
  ].join("\r\n");
}
