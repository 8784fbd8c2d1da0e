import { request } from "node:http";

export type Told = { name: string; data: unknown };

/** The server-sent events of an open page. */
export async function openStream(site: string, path: string, headers: Record<string, string> = {}) {
  const told: Told[] = [];
  const waiting = new Set<() => void>();
  const wakeAll = () => waiting.forEach((look) => look());
  const asked = request(site + path, { headers: { Accept: "text/event-stream", ...headers }, agent: false });
  const answered = Promise.withResolvers<{ status: number; headers: Record<string, unknown> }>();
  const ended = Promise.withResolvers<void>();
  asked.on("error", () => ended.resolve());
  asked.on("response", (answer) => {
    let rest = "";
    answer.setEncoding("utf8");
    answer.on("data", (chunk: string) => {
      const parts = (rest + chunk).split("\n\n");
      rest = parts.pop() ?? "";
      for (const part of parts) {
        const [, name = "", data = ""] = /^event: (\w+)\ndata: (.*)$/.exec(part) ?? [];
        if (name !== "") told.push({ name, data: JSON.parse(data) });
      }
      wakeAll();
    });
    answer.on("close", () => ended.resolve());
    answered.resolve({ status: answer.statusCode ?? 0, headers: answer.headers });
  });
  asked.end();
  return {
    ...(await answered.promise),
    told,
    ended: ended.promise,
    /** Resolves with the first matching event, past or future. */
    async hears(fits: (each: Told) => boolean): Promise<Told> {
      for (;;) {
        const found = told.find(fits);
        if (found) return found;
        await new Promise<void>((look) => waiting.add(look));
      }
    },
    close: () => asked.destroy(),
  };
}
