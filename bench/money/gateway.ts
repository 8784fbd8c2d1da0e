import { Agent, createServer, request as open } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { z } from "zod";
import { callbackFor, type Confirmed } from "./callback.ts";

const confirming = z.object({ callbackUrl: z.string(), key: z.string() });
const push = z.looseObject({ externalId: z.string(), accountNumber: z.string(), amount: z.coerce.bigint() });

/** Donors need about this long to enter their PIN. */
const pinDelay = 2_000;

/** A minimal AzamPay that accepts every payment request, so that only our work is measured. It can confirm each one. */
let pushes = 0;
let confirms: z.infer<typeof confirming> | null = null;
const agent = new Agent({ keepAlive: true });
const server = createServer({ keepAliveTimeout: 60_000 }, async (request, response) => {
  const received: unknown = await json(request);
  const id = `pushed-${process.pid}-${++pushes}`;
  const isToken = request.url?.endsWith("/GenerateToken") ?? false;
  const answer = isToken
    ? { data: { accessToken: "a-token", expire: new Date(Date.now() + 3_600_000).toISOString() } }
    : { success: true, transactionId: id, message: "accepted" };
  const body = JSON.stringify(answer);
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": body.length }).end(body);
  if (isToken || confirms === null) return;
  const { externalId: reference, accountNumber: phone, amount } = push.parse(received);
  setTimeout(() => confirm({ reference, id, amount, phone }), pinDelay);
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ url: `http://127.0.0.1:${port}` });
});
process.on("message", (message) => (confirms = confirming.parse(message)));
process.once("disconnect", () => process.exit());

/** Sends the callback, again after five seconds unless it is answered 200. Reports each confirmed donation. */
function confirm(payment: Confirmed): void {
  if (confirms === null) return;
  const again = () => void setTimeout(() => confirm(payment), 5_000);
  const headers = { "Content-Type": "application/json" };
  open(confirms.callbackUrl, { method: "POST", headers, agent }, (answer) => {
    answer.resume();
    if (answer.statusCode === 200) process.send?.({ amount: Number(payment.amount), at: Date.now() });
    else again();
  })
    .on("error", again)
    .end(callbackFor(payment, confirms.key));
}
