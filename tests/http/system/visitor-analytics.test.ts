import { beforeEach, expect, test } from "vitest";
import { onDatabase } from "#tests/support/database/open.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
const path = "/api/visitor-analytics";

beforeEach(() => onDatabase(site.databaseUrl, "truncate visitor_events, rate_limits"));

const consent = { analytics: true, marketing: true, version: 2 };
const view = { type: "page_view", sessionId: "1764000000000-abc", data: { path: "/zakat" }, consent };

function post(body: unknown, headers: Record<string, string> = {}) {
  return site.ask(path, {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: { Origin: site.url, "Content-Type": "text/plain;charset=UTF-8", ...headers },
  });
}

const kept = () => site.db.selectFrom("visitor_events").selectAll().orderBy("id").execute();

test.each(["text/plain;charset=UTF-8", "application/json"])("a body of %s is kept", async (type) => {
  const answer = await post(view, { "Content-Type": type });
  expect([answer.status, answer.text]).toEqual([204, ""]);
  expect(await kept()).toMatchObject([{ type: "page_view", path: "/zakat", session_id: view.sessionId }]);
});

test.each(["/admin/donations", "/settings/two-step", "/sw/auth"])(
  "a view of %s is not counted",
  async (path) => {
    const before = (await kept()).length;
    expect((await post({ ...view, data: { path } })).status).toBe(204);
    expect((await kept()).length).toBe(before);
  },
);

test.each([
  ["no consent", { ...view, consent: undefined }, {}],
  ["a refusal", { ...view, consent: { ...consent, analytics: false } }, {}],
  ["a consent of the old site", { ...view, consent: { analytics: true, marketing: false } }, {}],
  [
    "a refused consent event",
    { ...view, type: "consent", data: {}, consent: { ...consent, analytics: false } },
    {},
  ],
  ["Global Privacy Control", view, { "Sec-GPC": "1" }],
  ["Do Not Track", view, { DNT: "1" }],
])("%s answers 204 and keeps nothing", async (_, body, headers) => {
  expect((await post(body, headers)).status).toBe(204);
  expect(await kept()).toEqual([]);
  expect(await site.db.selectFrom("rate_limits").select("subject").execute()).toEqual([]);
});

test.each([
  ["another type of body", view, { "Content-Type": "application/x-www-form-urlencoded" }, 415],
  ["text that is not JSON", "{", {}, 400],
  ["an unknown event", { ...view, type: "click" }, {}, 400],
  ["a large body", { ...view, data: { path: "/", title: "x".repeat(9_000) } }, {}, 413],
  ["a huge body", "x".repeat(70_000), {}, 413],
  ["another website", view, { Origin: "https://evil.example" }, 403],
  ["a request of another website", view, { "Sec-Fetch-Site": "cross-site" }, 403],
] as const)("%s is refused", async (_, body, headers, status) => {
  expect((await post(body, headers)).status).toBe(status);
  expect(await kept()).toEqual([]);
});

test("only POST is answered", async () => {
  const { status, headers } = await site.get(path);
  expect([status, headers["allow"]]).toEqual([405, "POST"]);
});

test.each([
  ["/donations/zakat_1764000000000?key=secret-key", "/donations/:orderId"],
  ["/sw/campaigns/zakat/donate/secret-draft-key", "/sw/campaigns/:id/donate/:key"],
  ["/campaigns?q=asha+juma", "/campaigns"],
  ["/asha@example.org/255712345678", "(other)"],
  ["/payment-processing?order=zakat_1", "/payment-processing"],
])("%s is kept as %s", async (typed, pattern) => {
  await post({ ...view, data: { path: typed, title: "Asha Juma", referrer: "https://x.example/?q=asha" } });
  await post({
    ...{ ...view, type: "session_end" },
    data: { lastPagePath: typed, timeSpent: 1.4, scrollDepth: 99.6 },
  });
  const rows = await kept();
  expect(rows).toMatchObject([
    { type: "page_view", path: pattern },
    { type: "session_end", path: pattern, seconds: 1, depth: 100 },
  ]);
  const text = JSON.stringify(rows, (_, value) => (typeof value === "bigint" ? String(value) : value));
  expect(text).not.toMatch(/secret|asha|2557|zakat_1|127\.0\.0\.1/i);
});

test("a start keeps a coarse device, a language and the source", async () => {
  const start = {
    ...{ ...view, type: "session_start" },
    data: {
      referrer: "https://www.google.com/search?q=asha",
      utmSource: null,
      utmMedium: "email",
      utmCampaign: null,
    },
  };
  const headers = {
    "User-Agent": "Mozilla/5.0 (Linux; Android 14; SM-A145F) Chrome/130.0 Mobile Safari/537.36",
    "Accept-Language": "sw-TZ,sw;q=0.9",
  };
  await post(start, headers);
  expect(await kept()).toMatchObject([
    { device: "phone", language: "sw", source: "google.com", link: "email", path: null },
  ]);
});

test("an address that sends too much is asked to wait", async () => {
  const statuses = new Set<number>();
  for (let sent = 0; sent < 301; sent++) statuses.add((await post({ ...view, consent })).status);
  expect([...statuses]).toEqual([204, 429]);
  expect(await kept()).toHaveLength(300);
});

test("a visit that cannot be stored changes nothing for the visitor", async () => {
  await onDatabase(site.databaseUrl, "alter table visitor_events rename to hidden_events");
  try {
    expect((await post(view)).status).toBe(204);
  } finally {
    await onDatabase(site.databaseUrl, "alter table hidden_events rename to visitor_events");
  }
  expect(site.logs.map(({ msg }) => msg)).toContain("visit not counted");
});
