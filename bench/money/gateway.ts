import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A minimal AzamPay that accepts every payment request, so that only our work is measured. */
let pushes = 0;
const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  request.resume();
  request.on("end", () => {
    const answer = request.url?.endsWith("/GenerateToken")
      ? { data: { accessToken: "a-token", expire: new Date(Date.now() + 3_600_000).toISOString() } }
      : { success: true, transactionId: `pushed-${process.pid}-${++pushes}`, message: "accepted" };
    const body = JSON.stringify(answer);
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": body.length }).end(body);
  });
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ url: `http://127.0.0.1:${port}` });
});
process.once("disconnect", () => process.exit());
