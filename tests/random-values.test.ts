import { glob, readFile } from "node:fs/promises";
import { expect, test } from "vitest";

/** Random values that may be guessed, each with its reason. */
const guessable: Record<string, string> = {
  "app/browser/visits.ts": "names a visit that only counts, and opens nothing",
  "app/http/request-id.server.ts": "names a request in logs",
  "database/changes.ts": "names a channel inside the database",
  "storage/secret-key.ts": "a nonce of AES-GCM has 96 bits and is no secret",
  "app/staff/editor/use-device-draft.ts": "names a visit inside one browser",
  "app/site/donate/result/thanks.island.ts": "throws paper",
  "operations/accounts/second-step/make-random-code.ts":
    "backup codes have 59 bits, and ten guesses lock them",
};

test("random values have 128 bits, except those that may be guessed", async () => {
  const faults = new Set<string>();
  let found = 0;
  for await (const file of glob(
    "{app,database,domain,email,jobs,operations,outside,payments,processes,storage}/**/*.{ts,tsx}",
  )) {
    if (/\.test\.tsx?$|gateway-sandbox/.test(file)) continue;
    const text = await readFile(file, "utf8");
    for (const [, size = ""] of text.matchAll(/\brandomBytes\(([^),]*)/g)) {
      found += 1;
      const bytes = /^\d+$/.test(size) ? Number(size) : await sizeNamed(size, text);
      if (!(bytes >= 16)) faults.add(file);
    }
    if (/\bMath\.random\b/.test(text)) faults.add(file);
  }
  expect(found).toBeGreaterThan(20);
  expect([...faults].toSorted()).toEqual(Object.keys(guessable).toSorted());
});

/** The value of a constant of the same file, or of the file that it imports it from. */
async function sizeNamed(name: string, text: string): Promise<number> {
  const own = new RegExp(`\\bconst ${name.trim()} = (\\d+);`);
  const from = new RegExp(`import \\{[^}]*\\b${name.trim()}\\b[^}]*\\} from "#([^"]+)"`).exec(text)?.[1];
  return Number(own.exec(from === undefined ? text : await readFile(from, "utf8"))?.[1]);
}
