import { Agent, request as open } from "node:http";
import type { Sandbox } from "./sandbox.ts";

/** The sandbox of another process. */
export function forwardTo(address: string): Sandbox {
  const agent = new Agent({ keepAlive: true });
  return {
    handle(request, response) {
      return new Promise((resolve, reject) => {
        const { method, url = "/" } = request;
        // The server has already asked for the body.
        const { expect: _, ...headers } = request.headers;
        const forwarded = open(address + url, { agent, method, headers }, (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        });
        forwarded.on("error", reject);
        response.once("close", () => {
          forwarded.destroy();
          resolve();
        });
        request.pipe(forwarded);
      });
    },
    close: () => agent.destroy(),
  };
}
