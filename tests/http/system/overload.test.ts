import { beforeEach, expect, test } from "vitest";
import type { Limits } from "#domain/system/admission.ts";
import { equalLimits } from "#tests/support/server/equal-limits.ts";
import { makePerson, signIn } from "#tests/support/accounts/people.ts";
import { openStream } from "#tests/support/server/event-stream.ts";
import { testSite } from "#tests/support/server/site.ts";
import { expectText } from "#tests/support/content/expect-text.ts";

const none = { together: 0, waiting: 0 };
const limit = equalLimits({ together: 50, waiting: 0 });
const limits: Limits = { calm: limit, busy: { ...limit, other: none, picture: none } };
const site = await testSite({ environment: { LIMITS: JSON.stringify(limits) } });

beforeEach(() => site.setLoad("calm"));

test("beyond its limits the site asks to come back, and still takes donations", async () => {
  const cached = await site.get("/");
  await site.setLoad("busy");
  const refused = await site.get("/campaigns?category=zakat");
  expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "5"]);
  expect(refused.headers["cache-control"]).toBe("no-store");
  expectText(refused.text, "Many people are visiting at the moment");
  expectText(refused.text, "You were not charged, and nothing was changed.");
  const inKiswahili = await site.get("/sw/campaigns?category=zakat");
  expect([inKiswahili.status, inKiswahili.headers["retry-after"]]).toEqual([503, "5"]);
  expectText(inKiswahili.text, "Hujakatwa pesa, na hakuna kilichobadilishwa.");
  const program = await site.get("/api/campaigns");
  expect([program.status, program.headers["retry-after"]]).toEqual([503, "5"]);
  expect(JSON.parse(program.text)).toEqual({
    success: false,
    message: expect.stringMatching(/not charged.* Hujakatwa pesa/),
  });

  expect((await site.get("/")).headers.etag).toBe(cached.headers.etag);
  expect((await site.get("/apple-touch-icon.png")).status).toBe(200);
  const { status, externalId } = await donate();
  expect(status).toBe(200);
  expect(JSON.parse((await site.get(`/api/donations/${externalId}`)).text).status).toBe("pending");
  expect((await site.get(`/payment-processing?order_id=${externalId}`)).status).toBe(200);

  await site.setLoad("calm");
  expect((await site.get("/campaigns?category=zakat")).status).toBe(200);
});

test("pictures have places of their own", async () => {
  await site.setLoad("busy");
  const picture = await site.get("/media/none/360.avif");
  expect([picture.status, picture.headers["retry-after"]]).toEqual([503, "5"]);
  await site.setLoad("calm");
  expect((await site.get("/media/none/360.avif")).status).toBe(404);
});

test("the staff area has places of its own, for people with a session", async () => {
  await makePerson(site.databaseUrl, "amina");
  const cookie = await signIn(site, "amina");
  await site.setLoad("busy");
  for (const path of ["/admin/audit", "/dashboard"]) {
    expect((await site.get(path, { Cookie: cookie })).status, path).toBe(200);
    expect((await site.get(path)).status, path).toBe(503);
    const forged = { Cookie: `${cookie.slice(0, -8)}AAAAA%3D` };
    expect((await site.get(path, forged)).status, path).toBe(503);
  }
  expect((await site.get("/campaigns?category=zakat", { Cookie: cookie })).status).toBe(503);
});

test("a busy site answers a status with the time of the next question", async () => {
  const { externalId } = await donate();
  const path = `/api/donations/${externalId}`;
  expect((await site.get(path)).headers["retry-after"]).toBeUndefined();
  await site.setLoad("busy");
  expect((await site.get(path)).headers["retry-after"]).toBe("15");
});

test("a busy site opens streams for donors and none for figures", async () => {
  const { externalId } = await donate();
  await site.setLoad("busy");
  const donor = await openStream(site.url, `/api/live?order=${externalId}`);
  expect(donor.status).toBe(200);
  donor.close();
  const figures = await openStream(site.url, "/api/live?totals=yes");
  expect([figures.status, figures.headers["retry-after"]]).toEqual([503, "120"]);
  figures.close();
});

test("a busy site asks pages without a stream to ask more rarely", async () => {
  const { externalId } = await donate();
  const askAll = async () => {
    const answers = [await site.get("/api/live?totals=yes"), await site.get(`/api/live?order=${externalId}`)];
    return answers.map(({ status, headers }) => [status, headers["retry-after"]]);
  };
  expect(await askAll()).toEqual([
    [200, undefined],
    [200, undefined],
  ]);
  await site.setLoad("busy");
  expect(await askAll()).toEqual([
    [503, "120"],
    [200, "120"],
  ]);
});

let phones = 0;

async function donate() {
  const answer = await site.ask("/api/donations/mobile", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      ...{ campaignId: "conference-center", amount: 20_000, currency: "TZS", provider: "Tigo" },
      ...{ name: "Asha Juma", email: "asha@example.org", phoneNumber: `065512345${(phones += 1)}` },
    }),
  });
  return { ...answer, externalId: String(JSON.parse(answer.text).externalId) };
}
