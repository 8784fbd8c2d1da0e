import { request, type IncomingHttpHeaders } from "node:http";

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer; text: string };
export type RequestOptions = { method?: string; headers?: Record<string, string>; body?: string | Buffer };

export function sendRequest(
  site: string,
  path: string,
  { method = "GET", headers = {}, body }: RequestOptions = {},
): Promise<Answer> {
  // No agent: a connection kept open would hold up the server's draining.
  return new Promise((resolve, reject) => {
    const sent = request(site + path, { method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () => {
        const whole = Buffer.concat(chunks);
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: whole,
          text: whole.toString(),
        });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
