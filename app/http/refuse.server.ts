import type { IncomingMessage, ServerResponse } from "node:http";
import { bringsBody, discardBody } from "./body/incoming.server.ts";
import { closedPolicy, securityHeaders } from "./security/headers.server.ts";

/**
 * Every refusal before the router. A connection with an unread body is closed after the answer: bytes left on it
 * would be read as the next request.
 */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  message: string,
  more: string[] = [],
): void {
  if (response.headersSent) return void response.destroy();
  const isApi = /^\/api(?:[/?]|$)/.test(request.url ?? "");
  const body = isApi ? JSON.stringify({ success: false, message }) : message;
  const type = isApi ? "application/json; charset=utf-8" : "text/plain; charset=utf-8";
  const unread = bringsBody(request) && !request.readableEnded;
  response.writeHead(status, [
    ...securityHeaders.flat(),
    ...["Content-Security-Policy", closedPolicy, "Content-Type", type],
    ...["Cache-Control", "no-store", "Content-Length", String(Buffer.byteLength(body))],
    ...(unread ? ["Connection", "close"] : []),
    ...more,
  ]);
  if (!unread) return void response.end(body);
  // Some clients read the answer only after they have sent everything.
  response.write(body);
  discardBody(request, () => response.end());
}
