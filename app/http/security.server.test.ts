import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { isForeignWrite, policyFor } from "./security.server.ts";

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

test("a page may run its own inline script and styles, and nothing else inline", () => {
  const policy = policyFor(
    `<style>a{}</style><script>b()</script><script type="module" src="/c.js"></script><script type="application/ld+json">{}</script>`,
  );
  expect(policy).toContain(`script-src 'self' ${hashOf("b()")};`);
  expect(policy).toContain(`style-src 'self' ${hashOf("a{}")};`);
  expect(policy).not.toContain("unsafe");
});

test("frames and forms reach what the page and the providers name", () => {
  const page = `<div data-frame="https://maps.example/embed?x=1"></div>`;
  expect(policyFor(page)).toContain("frame-src 'self' https://maps.example;");
  expect(policyFor(page, ["pay.example"])).toContain("form-action 'self' https://pay.example;");
  expect(policyFor("")).toContain("form-action 'self';");
});

test.each([
  ["our own form", "POST", { origin: "https://fund.example", "sec-fetch-site": "same-origin" }, false],
  ["our own form in an old browser", "POST", { origin: "https://fund.example" }, false],
  ["reading", "GET", { "sec-fetch-site": "cross-site" }, false],
  ["another site's form", "POST", { origin: "https://other.example" }, true],
  ["a form without an origin", "POST", {}, true],
  ["a sandboxed frame", "POST", { origin: "null" }, true],
  ["another scheme", "POST", { origin: "http://fund.example" }, true],
  ["a subdomain", "DELETE", { origin: "https://a.fund.example" }, true],
  [
    "what the browser calls another site",
    "POST",
    { origin: "https://fund.example", "sec-fetch-site": "same-site" },
    true,
  ],
])("%s: is it foreign?", (_, method, headers, foreign) => {
  expect(isForeignWrite(method, headers, "https://fund.example")).toBe(foreign);
});
