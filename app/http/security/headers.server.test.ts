import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { inlineScripts } from "#app/browser/inline-scripts.ts";
import { isForeignWrite, policyFor } from "./headers.server.ts";

const sourceHash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

test("only our own inline scripts may run on any page", () => {
  const policy = policyFor(
    `<style>a{}</style><script>b()</script><script type="module" src="/c.js"></script><script type="application/ld+json">{}</script>`,
    { nonce: "n0nce" },
  );
  expect(policy).toContain(`script-src 'self' ${inlineScripts.map(sourceHash).join(" ")};`);
  expect(policy).toContain(`style-src 'self' ${sourceHash("a{}")};`);
  expect(policy).not.toContain("unsafe");
});

test("frames and forms may load only the hosts that the policy names", () => {
  const page = `<div data-frame="https://www.openstreetmap.org/embed?x=1"></div>`;
  expect(policyFor(page)).toContain("frame-src 'self' https://www.openstreetmap.org;");
  for (const host of [
    "https://maps.example",
    "https://www.openstreetmap.org.evil.example",
    "https://x;script-src *",
  ])
    expect(policyFor(`<div data-frame="${host}/x"></div>`)).toContain("frame-src 'self';");
  expect(policyFor(page, { providersPages: ["pay.example"] })).toContain(
    "form-action 'self' https://pay.example;",
  );
  expect(policyFor("")).toContain("form-action 'self';");
});

test("the nonce is allowed only if a script carries it", () => {
  expect(policyFor(`<script nonce="n0nce">a()</script>`, { nonce: "n0nce" })).toContain("'nonce-n0nce'");
  expect(policyFor(`<script nonce="other">a()</script>`, { nonce: "n0nce" })).not.toContain("nonce-");
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
