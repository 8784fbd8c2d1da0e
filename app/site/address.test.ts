import { expect, test } from "vitest";
import { inOtherLanguage, localAddress } from "./address.ts";

test.each([
  ["/sw//evil.example", "/evil.example"],
  ["/sw/\\evil.example", "/evil.example"],
  ["//evil.example", "/sw/evil.example"],
  ["/sw", "/"],
  ["/sw/campaigns", "/campaigns"],
  ["/campaigns", "/sw/campaigns"],
])("%s in the other language stays on this site", (pathname, address) =>
  expect(inOtherLanguage(pathname, "").address).toBe(address),
);

test.each(["//evil.example", "/\\evil.example", "/\\/evil.example"])(
  "%s never leads to another site",
  (path) => {
    for (const language of ["en", "sw"] as const)
      expect(new URL(localAddress(language, path), "https://fund.example").origin).toBe(
        "https://fund.example",
      );
  },
);
