import { connect } from "node:net";
import { z } from "zod";

const orderShape = z.object({
  url: z.string(),
  path: z.string(),
  encoding: z.string(),
  connections: z.number(),
  seconds: z.number(),
});
type Order = z.infer<typeof orderShape>;

/**
 * A minimal load generator, so that the server is measured. Every answer has the length of the first one, so it counts
 * bytes and does not parse them.
 */
process.on(
  "message",
  (message) => void run(orderShape.parse(message)).then((result) => process.send?.(result)),
);
process.once("disconnect", () => process.exit());

async function run(order: Order) {
  const length = await lengthOfAnswer(order);
  const cpuBefore = process.cpuUsage();
  const begun = performance.now();
  const until = begun + order.seconds * 1000;
  const answered = await Promise.all(
    Array.from({ length: order.connections }, () => repeatRequests(order, length, until)),
  );
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  const requests = answered.reduce((sum, each) => sum + each, 0);
  return { length, perSecond: requests / seconds, ownLoad: (user + system) / 1e6 / seconds };
}

function repeatRequests(order: Order, length: number, until: number): Promise<number> {
  const bytes = requestBytes(order);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(order.url).port), "127.0.0.1");
    socket.setNoDelay(true);
    let received = 0;
    let answers = 0;
    socket.on("error", reject);
    socket.on("connect", () => socket.write(bytes));
    socket.on("data", (chunk) => {
      received += chunk.length;
      if (received < length) return;
      if (received > length) reject(new Error(`an answer of ${received} bytes instead of ${length}`));
      received = 0;
      answers++;
      if (performance.now() < until) return void socket.write(bytes);
      socket.destroy();
      resolve(answers);
    });
    socket.on("close", () => resolve(answers));
  });
}

async function lengthOfAnswer(order: Order): Promise<number> {
  const first = await answerLength(order);
  const second = await answerLength(order);
  if (first !== second) throw new Error(`answers of different lengths: ${first} and ${second}`);
  return first;
}

function answerLength(order: Order): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(order.url).port), "127.0.0.1");
    const chunks: Buffer[] = [];
    socket.on("error", reject);
    socket.on("connect", () => socket.write(requestBytes(order)));
    socket.on("data", (chunk) => {
      chunks.push(chunk);
      const whole = Buffer.concat(chunks);
      const head = whole.indexOf("\r\n\r\n");
      if (head === -1) return;
      const text = whole.subarray(0, head).toString("latin1");
      const body = /^content-length: (\d+)$/im.exec(text)?.[1];
      if (!text.startsWith("HTTP/1.1 200 ") || !body)
        return reject(new Error(`not an answer to measure:\n${text}`));
      const length = head + 4 + Number(body);
      if (whole.length < length) return;
      socket.destroy();
      resolve(length);
    });
  });
}

function requestBytes({ url, path, encoding }: Order): Buffer {
  return Buffer.from(
    [
      `GET ${path} HTTP/1.1`,
      `Host: ${new URL(url).host}`,
      "User-Agent: Mozilla/5.0 (Linux; Android 12) bench",
      "Accept: text/html,application/xhtml+xml",
      `Accept-Encoding: ${encoding}`,
      "Accept-Language: sw,en;q=0.8",
      "",
      "",
    ].join("\r\n"),
  );
}
