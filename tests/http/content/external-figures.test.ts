import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readProgress } from "#database/campaigns/progress.ts";
import { fetchExternalFigures } from "#operations/content/fetch-external-figures.ts";
import { openReporting } from "#outside/reporting/reporting.ts";
import { makePerson, postForm, signIn } from "#tests/support/accounts/people.ts";
import { fieldsOf } from "#tests/support/content/form-fields.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
let staff: string;
let respond: RequestListener;
const service = createServer((request, response) => respond(request, response));

beforeAll(async () => {
  await once(service.listen(0, "127.0.0.1"), "listening");
  await makePerson(site.databaseUrl, "amina", "staff");
  staff = await signIn(site, "amina");
});

afterAll(() => {
  service.close();
  service.closeAllConnections();
});

let minutes = 0;

/** As the job does, each time 20 minutes later, with a service that was never asked before. */
function fetchNow(milliseconds = 600_000) {
  const { port } = service.address() as AddressInfo;
  const limits = { milliseconds, slowMilliseconds: milliseconds, answerBytes: 65_536 };
  const reporting = openReporting(`http://127.0.0.1:${port}`, () => new Date(), limits);
  const now = new Date(Date.now() + (minutes += 20) * 60_000);
  return fetchExternalFigures(site.db, reporting, {
    ...{ payments: "sandbox", now },
    stop: new AbortController().signal,
  });
}

const saying =
  (overall: object, campaign: object): RequestListener =>
  ({ url = "" }, response) =>
    void response.end(JSON.stringify(url.startsWith("/?") || url.startsWith("?") ? overall : campaign));

const figures = saying(
  { success: true, completed_count: 12, total_completed_amount: 1_234_567_000 },
  { success: true, donors: 5, total_amount: 7_654_000, target_amount: 1 },
);

const pages = ["/", "/sw", "/campaigns/ablution-block", "/sw/campaigns/ablution-block"];
const texts = () =>
  Promise.all(pages.map(async (path) => (await site.get(path)).text.replaceAll(/nonce="[^"]*"/g, "")));
const progress = async () => {
  const [block] = await readProgress(site.db, ["ablution-block"]);
  if (block === undefined) throw new Error("no such campaign");
  return block;
};

async function switchOn(isOn: boolean) {
  const fields = fieldsOf((await site.get("/admin/stats", { Cookie: staff })).text);
  const { overall: _, "campaigns.ablution-block": __, ...others } = fields;
  const switches = isOn ? { overall: "yes", "campaigns.ablution-block": "yes" } : {};
  const answer = await postForm(site, "/admin/stats", { ...others, ...switches }, { Cookie: staff });
  expect(answer.status).toBe(303);
}

test("switched-on figures are added and dated on pages in both languages", async () => {
  const before = await progress();
  const api = (await site.get("/api/statistics")).text;
  await texts();
  await switchOn(true);
  respond = figures;
  expect(await fetchNow()).toEqual({ fetched: 2, failures: [] });

  const after = await progress();
  expect(after.raised.amount).toBe(before.raised.amount + 7_654_000n);
  expect(after.donors).toBe(before.donors + 5);
  expect(after.goal).toEqual(before.goal);
  await expect
    .poll(texts)
    .toEqual([
      expect.stringMatching(/Includes TSh\s1,234,567,000 from 12 donors outside this site, counted until/),
      expect.stringMatching(/Pamoja na TSh\s1,234,567,000 kutoka kwa wachangiaji 12 nje ya tovuti hii/),
      expect.stringMatching(/Includes TSh\s7,654,000 from 5 donors outside this site/),
      expect.stringMatching(/Pamoja na TSh\s7,654,000 kutoka kwa wachangiaji 5/),
    ]);
  const [, shown] =
    /"amount_raised":(\d+)/.exec((await site.get("/api/campaigns/ablution-block")).text) ?? [];
  expect(BigInt(shown ?? 0)).toBe(after.raised.amount);
  expect((await site.get("/api/statistics")).text).toBe(api);
  expect(await site.db.selectFrom("broken_promises").selectAll().execute()).toEqual([]);
});

test("a range of days says what it leaves out", async () => {
  const { text } = await site.get("/?fromdate=2026-01-01&todate=2026-02-01");
  expect(text).toContain("Without donations that were collected outside this site.");
  expect(text).not.toContain("counted until");
});

const wrong: [string, RequestListener][] = [
  ["down", (_, response) => void response.writeHead(503).end()],
  ["broken off", ({ socket }) => void socket.destroy()],
  ["lying", saying({ success: true, completed_count: -1, total_completed_amount: 9 }, { success: false })],
  ["huge", (_, response) => void response.end("9".repeat(3_000_000))],
];

test.each(wrong)("a service that is %s changes no figure and no page", async (_, listener) => {
  const before = { pages: await texts(), progress: await progress() };
  respond = listener;
  expect((await fetchNow()).failures).toHaveLength(2);
  expect({ pages: await texts(), progress: await progress() }).toEqual(before);
});

test("pages answer while the service keeps the job waiting", async () => {
  const before = await texts();
  const asked = Promise.withResolvers<void>();
  respond = () => asked.resolve();
  const fetching = fetchNow(1_500);
  await asked.promise;
  const waiting = Symbol("waiting");
  expect(await texts()).toEqual(before);
  expect(await Promise.race([fetching, Promise.resolve(waiting)])).toBe(waiting);
  expect((await fetching).failures.map(({ reason }) => reason)).toEqual([
    "no answer in time",
    "no answer in time",
  ]);
});

test("staff switch the figures off, and pages show the ledger alone", async () => {
  await switchOn(false);
  for (const text of await texts()) expect(text).not.toMatch(/counted until|nje ya tovuti hii/);
});

test("the sandbox has its own reporting service", async () => {
  const { status, text } = await site.get("/sandbox/reporting/mosque?fromdate=2026-01-01&todate=2026-01-10");
  expect(status).toBe(200);
  expect(JSON.parse(text)).toEqual({
    success: true,
    total_amount: 900_000,
    donors: 30,
    target_amount: 1_000_000_000,
  });
  const overall = JSON.parse(
    (await site.get("/sandbox/reporting?fromdate=2026-01-01&todate=2026-01-01")).text,
  );
  expect(overall).toMatchObject({ success: true, completed_count: 16, total_completed_amount: 540_000 });
});
