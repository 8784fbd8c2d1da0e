import { request } from "node:http";

export type ServerEvent = { name: string; data: unknown };

/** The server-sent events of an open page. */
export async function openStream(site: string, path: string, headers: Record<string, string> = {}) {
  const events: ServerEvent[] = [];
  const waiting = new Set<() => void>();
  const wakeAll = () => waiting.forEach((look) => look());
  const sent = request(site + path, { headers: { Accept: "text/event-stream", ...headers }, agent: false });
  const answered = Promise.withResolvers<{ status: number; headers: Record<string, unknown> }>();
  const ended = Promise.withResolvers<void>();
  sent.on("error", () => ended.resolve());
  sent.on("response", (answer) => {
    let rest = "";
    answer.setEncoding("utf8");
    answer.on("data", (chunk: string) => {
      const parts = (rest + chunk).split("\n\n");
      rest = parts.pop() ?? "";
      for (const part of parts) {
        const [, name = "", data = ""] = /^event: (\w+)\ndata: (.*)$/.exec(part) ?? [];
        if (name !== "") events.push({ name, data: JSON.parse(data) });
      }
      wakeAll();
    });
    answer.on("close", () => ended.resolve());
    answered.resolve({ status: answer.statusCode ?? 0, headers: answer.headers });
  });
  sent.end();
  return {
    ...(await answered.promise),
    events,
    ended: ended.promise,
    /** Resolves with the first matching event, past or future. */
    async hears(fits: (each: ServerEvent) => boolean): Promise<ServerEvent> {
      for (;;) {
        const found = events.find(fits);
        if (found) return found;
        await new Promise<void>((look) => waiting.add(look));
      }
    },
    close: () => sent.destroy(),
  };
}
