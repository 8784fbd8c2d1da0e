import { expect, test } from "vitest";
import { internalAddress } from "./internal-address.ts";

test("an address of the site is accepted, with its query and anchor", () => {
  for (const path of ["/", "/dashboard", "/admin/hero?tab=sw#image", "/campaigns?category=zakat&page=2"])
    expect(internalAddress(path)).toBe(path);
});

const hosts = ["evil.example", "evil.example/dashboard", "fund.example@evil.example"];
const starts = [
  "//",
  "///",
  "/\\",
  "\\\\",
  "/\t/",
  "/\n/",
  "/.//",
  "/..//",
  "/x/..//",
  " //",
  "https://",
  "http:",
  "HTTPS:/\\",
];
const others = [
  null,
  "",
  "dashboard",
  "javascript:alert(1)",
  "data:text/html,x",
  "?next=/",
  "#x",
  "/a b",
  "/\u0000",
  "/é",
];

test("an address that could lead elsewhere is refused", () => {
  const corpus = [...others, ...starts.flatMap((start) => hosts.map((host) => start + host))];
  for (const address of corpus) expect(internalAddress(address), String(address)).toBeNull();
});

test("an accepted address stays on the site", () => {
  const pieces = ["/", "\\", ".", "..", "%2f", "%5c", "%09", "@", ":", "evil.example", "?", "#", "a"];
  for (const one of pieces)
    for (const two of pieces)
      for (const three of pieces) {
        const kept = internalAddress(`/${one}${two}${three}`);
        if (kept !== null)
          expect(new URL(kept, "https://amana.example").origin).toBe("https://amana.example");
      }
});
