import { expect, test } from "vitest";
import { missing, pages } from "#tests/support/content/public-paths.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { makePerson, signIn } from "#tests/support/accounts/people.ts";
import { testSite, type Answer } from "#tests/support/server/site.ts";
import { expectNoText } from "#tests/support/content/expect-text.ts";

const site = await testSite();

test.each([...pages, ...pages.map((page) => (page === "/" ? "/sw" : `/sw${page}`)), ...missing])(
  "%s is guarded",
  async (path) => {
    const answer = await site.get(path);
    expect(answer.status).toBe(missing.includes(path) ? 404 : 200);
    expectGuarded(answer);
    const policy = directives(answer);
    expect(policy.get("script-src")).toMatch(/^'self'( 'sha256-[\w+/=]{44}')*$/);
    expect(policy.get("style-src")).toMatch(/^'self'( 'sha256-[\w+/=]{44}')*$/);
    expect(policy.get("form-action")).toContain("'self'");
  },
);

test("queries are not sent to other sites, and forms keep their Origin", async () => {
  for (const path of ["/campaigns?category=zakat", "/about?unknown=query", "/admin/donations?q=x"])
    expect((await site.get(path)).headers["referrer-policy"], path).toBe("same-origin");
  for (const path of ["/campaigns", "/about", "/admin/donations"])
    expect((await site.get(path)).headers["referrer-policy"], path).toBe("strict-origin-when-cross-origin");
});

test("an answer without a body has the security headers", async () => {
  const { headers } = await site.get("/");
  const unchanged = await site.get("/", { "If-None-Match": String(headers.etag) });
  expect(unchanged.status).toBe(304);
  expectGuarded(unchanged);

  for (const path of ["/", "/about?unknown=query", "/campaigns/no-such-campaign", "/api/campaigns"]) {
    const whole = await site.get(path);
    const head = await site.ask(path, { method: "HEAD" });
    expect([head.status, head.body.length], path).toEqual([whole.status, 0]);
    expectGuarded(head);
    for (const name of ["content-type", "content-length", "content-security-policy", "cache-control"])
      expect(head.headers[name], `${name} of ${path}`).toBe(whole.headers[name]);
  }

  const moved = await site.get("/campaigns?category=waqfu&type=money");
  expect(moved.status).toBeGreaterThanOrEqual(301);
  expect(moved.headers.location).toBe("/campaigns?category=registered-waqfu&type=money");
  expectGuarded(moved);
});

test("scripts and pictures have security headers, and hashed names cache permanently", async () => {
  const { text } = await site.get("/");
  const script = addressIn(text, /<script[^>]* src="([^"]+)"/);
  const picture = addressIn(text, /"(\/media\/[^" ]+)/);
  for (const address of [script, picture]) {
    const answer = await site.get(address);
    expect(answer.status, address).toBe(200);
    expect(answer.headers["cache-control"], address).toMatch(/max-age=31536000.*immutable/);
    expectGuardedFile(answer);
    const unchanged = await site.get(address, { "If-None-Match": String(answer.headers.etag) });
    expect([unchanged.status, unchanged.body.length]).toEqual([304, 0]);
    expectGuardedFile(unchanged);
  }
  expectGuardedFile(await site.get("/favicon.svg"));
  for (const absent of ["/media/no-such-picture/360.avif", "/assets/no-such-script.js"]) {
    const answer = await site.get(absent);
    expect(answer.status, absent).toBe(404);
    expectGuarded(answer);
  }
});

test("unsupported methods are refused with security headers", async () => {
  const strange = await site.ask("/", {
    method: "POST",
    body: "a=1",
    headers: { Origin: "https://elsewhere.example" },
  });
  expect(strange.status).toBe(403);
  expectGuarded(strange);

  const own = await site.ask("/campaigns", { method: "POST", body: "a=1", headers: { Origin: site.url } });
  expect(own.status).toBe(405);
  expectGuarded(own);

  const elsewhere = await site.ask("/", { headers: { Host: "evil.example" } });
  expectNoText(elsewhere.text, "evil.example");
  expectGuarded(elsewhere);
});

test("a path that leaves its folder is refused", async () => {
  for (const path of ["/media/..%2f..%2fpackage.json", "/assets/..%2f..%2fserver/index.js"]) {
    const answer = await site.get(path);
    expect(answer.status, path).toBe(400);
    expectGuarded(answer);
  }
});

test.each([
  ...["/.git/config", "/.env", "/package.json", "/package-lock.json", "/start.ts", "/app/root.tsx"],
  ...["/build/server/index.js", "/server/index.js", "/node_modules/pg/package.json", "/data/secret.key"],
  ...["/assets", "/assets/", "/media", "/media/", "/docs/security.md", "/database/schema.sql"],
])("%s is not served", async (path) => {
  expect((await site.get(path)).status).toBe(404);
});

test("a staff page has a unique script nonce and is not cached", async () => {
  await makePerson(site.databaseUrl, "sara", "staff");
  const cookie = await signIn(site, "sara");
  const nonceOf = async () => {
    const { text, headers } = await site.get("/settings", { Cookie: cookie });
    expect(headers["cache-control"]).toBe("private, no-store");
    const staff = await site.get("/dashboard", { Cookie: cookie });
    const [, nonce = ""] = /'nonce-([\w-]{22})'/.exec(directives(staff).get("script-src") ?? "") ?? [];
    const scripts = [...staff.text.matchAll(/<script([^>]*)>/g)].map(([, attributes = ""]) => attributes);
    expect(scripts.length).toBeGreaterThan(2);
    expect(scripts.filter((each) => !each.includes(`nonce="${nonce}"`))).toHaveLength(1);
    expect(text).not.toContain("nonce=");
    return nonce;
  };
  expect(await nonceOf()).not.toBe(await nonceOf());
});

// Last, because it breaks the database under the site.
test("a failing page answers 500 with security headers and without details", async () => {
  site.expectErrors(/./);
  await onDatabase(site.databaseUrl, "alter view public_campaigns rename to public_campaigns_gone");
  // A query that no page knows, because the cached page still works.
  const answer = await site.get("/?made=up");
  expect(answer.status).toBe(500);
  expect(answer.text).not.toMatch(/public_campaigns|select |node_modules|\.ts:\d/);
  expect(answer.headers["cache-control"]).toContain("no-store");
  expectGuarded(answer);
  await expect.poll(() => site.logs.filter(({ level }) => level >= 50)).not.toEqual([]);
});

function expectGuarded(answer: Answer) {
  expectGuardedFile(answer);
  expect(answer.headers["cross-origin-opener-policy"]).toBe("same-origin");
  expect(answer.headers["permissions-policy"]).toMatch(/camera=\(\)/);
}

/** Browsers read the two other headers only of a page. */
function expectGuardedFile({ headers }: Answer) {
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["referrer-policy"]).toMatch(/^(strict-origin-when-cross-origin|same-origin)$/);
  expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
  expect(headers["strict-transport-security"]).toMatch(/^max-age=63072000; includeSubDomains/);
  expect(headers["x-powered-by"]).toBeUndefined();
  const policy = directives({ headers });
  expect(policy.get("object-src") ?? policy.get("default-src")).toBe("'none'");
  expect(policy.get("base-uri")).toBe("'none'");
  expect(policy.get("frame-ancestors")).toBe("'none'");
  expect(policy.get("form-action")).toBeDefined();
  // The only foreign content: a map, in its own frame, loaded when the visitor asks.
  expect(policy.get("frame-src") ?? "'none'").toMatch(/^'(none|self)'( https:\/\/www\.openstreetmap\.org)?$/);
  policy.delete("frame-src");
  expect([...policy.values()].join(" ")).not.toMatch(/unsafe|\*|https?:/);
}

function directives({ headers }: Pick<Answer, "headers">): Map<string, string> {
  const policy = String(headers["content-security-policy"]);
  return new Map(
    policy.split(";").map((directive) => {
      const [name = "", ...values] = directive.trim().split(" ");
      return [name, values.join(" ")];
    }),
  );
}

function addressIn(text: string, pattern: RegExp): string {
  const address = pattern.exec(text)?.[1];
  if (!address) throw new Error(`nothing like ${pattern} in the page`);
  return address;
}
