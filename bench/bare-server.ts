import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";

const answerShape = z.object({ headers: z.array(z.string()), body: z.string() });

/** The fastest possible server: equal headers and bytes for every request. Our server is compared with it. */
process.once("message", (message) => {
  const { headers, body } = answerShape.parse(message);
  const bytes = Buffer.from(body, "base64");
  const server = createServer({ keepAliveTimeout: 20_000 }, (_request, response) => {
    response.writeHead(200, headers);
    response.end(bytes);
  });
  server.listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo;
    process.send?.({ url: `http://127.0.0.1:${port}` });
  });
});
process.once("disconnect", () => process.exit());
