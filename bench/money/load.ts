import { connect } from "node:net";
import { z } from "zod";

const orderShape = z.object({
  url: z.string(),
  path: z.string(),
  bodies: z.array(z.string()),
  connections: z.number(),
});
type Order = z.infer<typeof orderShape>;

/** Posts each body once over several connections, and measures the total time. */
process.on(
  "message",
  (message) => void run(orderShape.parse(message)).then((seconds) => process.send?.({ seconds })),
);
process.once("disconnect", () => process.exit());

async function run(order: Order): Promise<number> {
  const requests = order.bodies.map((body, at) => requestOf(order, body, at));
  const begun = performance.now();
  await Promise.all(Array.from({ length: order.connections }, () => post(order.url, requests)));
  return (performance.now() - begun) / 1000;
}

function requestOf({ url, path }: Order, body: string, at: number): Buffer {
  const lines = [
    `POST ${path} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Idempotency-Key: ${process.pid}-${performance.now()}-${at}`,
    "",
    body,
  ];
  return Buffer.from(lines.join("\r\n"));
}

function post(url: string, requests: Buffer[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.setNoDelay(true);
    let received = Buffer.alloc(0);
    const next = () => {
      const request = requests.pop();
      if (request !== undefined) return void socket.write(request);
      socket.destroy();
      resolve();
    };
    socket.on("error", reject);
    socket.on("connect", next);
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, chunk]);
      const end = endOfAnswer(received);
      if (end === null || received.length < end) return;
      const text = received.toString("latin1");
      if (!text.startsWith("HTTP/1.1 200 ") || !text.includes('"success":true'))
        return void socket.destroy(new Error(`not taken:\n${text}`));
      received = received.subarray(end);
      next();
    });
  });
}

function endOfAnswer(received: Buffer): number | null {
  const head = received.indexOf("\r\n\r\n");
  if (head === -1) return null;
  const length = /^content-length: (\d+)/im.exec(received.toString("latin1", 0, head))?.[1];
  return head + 4 + Number(length ?? 0);
}
