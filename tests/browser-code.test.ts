import { glob, readFile } from "node:fs/promises";
import { expect, test } from "vitest";

/** Each turns text into HTML or code. */
const dangerous =
  /\.(?:inner|outer)HTML\b|\binsertAdjacentHTML\b|\bcreateContextualFragment\b|\bsetHTMLUnsafe\b|\bdocument\.write|\beval\(|\bnew Function\b/;

/** Other windows send messages, and none of our scripts expects one. */
const hearsWindows = /addEventListener\(\s*"message"|\bonmessage\b/;

/** Elements whose HTML is made by the build, or escaped in that place. */
const withHtml = [
  "app/root.tsx",
  "app/site/donate/waiting/reload-fallback.tsx",
  "app/site/header.tsx",
  "app/site/page-head.tsx",
];

test("no text becomes HTML or code, and no script hears other windows", async () => {
  const faults: string[] = [];
  const named: string[] = [];
  let read = 0;
  for await (const file of glob("{app,domain}/**/*.{ts,tsx}")) {
    if (/\.test\.tsx?$/.test(file)) continue;
    const text = await readFile(file, "utf8");
    read += 1;
    if (dangerous.test(text) || hearsWindows.test(text)) faults.push(file);
    if (text.includes("dangerouslySetInnerHTML")) named.push(file);
  }
  expect(read).toBeGreaterThan(300);
  expect(faults).toEqual([]);
  expect(named.toSorted()).toEqual(withHtml);
});

test("staff pages open public pages by a full load", async () => {
  const faults: string[] = [];
  let read = 0;
  for await (const file of glob("app/staff/**/*.{ts,tsx}")) {
    const text = await readFile(file, "utf8");
    read += 1;
    const opened = text.matchAll(/(?:\bredirect\(\s*|<(?:Nav)?Link\b[^>]*?\bto=\{?)["`](\/[\w-]*)/gs);
    for (const [, to = ""] of opened) if (!/^\/(?:admin|dashboard)$/.test(to)) faults.push(`${file}: ${to}`);
  }
  expect(read).toBeGreaterThan(100);
  expect(faults).toEqual([]);
});
