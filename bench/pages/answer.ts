import { get } from "node:http";

export type SentAnswer = { headers: string[]; body: string };

/** Repeat after the best compression is ready, because visitors get that one. */
export async function answerOf(site: string, path: string): Promise<SentAnswer> {
  let last = await ask(site, path);
  // A page gets its best compression after ten seconds without a change.
  for (let same = 0; same < 150;) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const next = await ask(site, path);
    same = next.body === last.body ? same + 1 : 0;
    last = next;
  }
  return last;
}

export function ask(site: string, path: string): Promise<SentAnswer> {
  return new Promise((resolve, reject) => {
    get(site + path, { agent: false, headers: { "Accept-Encoding": "br" } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () =>
        resolve({
          headers: withoutNodesOwn(answer.rawHeaders),
          body: Buffer.concat(chunks).toString("base64"),
        }),
      );
    }).on("error", reject);
  });
}

function withoutNodesOwn(headers: string[]): string[] {
  const pairs = headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? ""]] : []));
  return pairs.filter(([name = ""]) => !/^(date|connection|keep-alive)$/i.test(name)).flat();
}
