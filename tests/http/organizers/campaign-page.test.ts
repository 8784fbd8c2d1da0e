import { beforeAll, expect, test } from "vitest";
import { dayOf, formatDay } from "#domain/system/calendar.ts";
import { makePerson, signIn } from "#tests/support/accounts/people.ts";
import { campaign, complete, pendingDonation } from "#tests/support/database/records.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
let owner = "";

beforeAll(async () => {
  const { id } = await makePerson(site.databaseUrl, "neema", "organizer");
  owner = await signIn(site, "neema");
  await campaign(site.db, {
    ...{ id: "well", title: "A well & more", title_sw: "Kisima", owner_id: id, goal_amount: 100_000n },
  });
  await campaign(site.db, { id: "waiting", title: "Not yet", owner_id: id, status: "pending" });
  for (const donor_name of ["Asha Secret", "Juma Secret"]) {
    const donation = { donor_name, donor_email: "secret@donors.example", is_anonymous: false };
    await complete(site.db, await pendingDonation(site.db, { to: "well", amount: 20_000n, donation }));
  }
});

const page = async (path: string) => {
  const { status, text } = await site.get(path, { Cookie: owner });
  expect(status, path).toBe(200);
  return text.slice(text.indexOf("<main")).replaceAll("\u00a0", " ");
};

test("an organizer sees the sums of each day and no donor", async () => {
  const text = await page("/organizer/campaigns/well");
  expect(text).toContain("TSh 40,000 in 2 donations in the last 30 days.");
  expect(text.match(/<rect (?!class)/g)).toHaveLength(30);
  const today = formatDay(dayOf(new Date()), "en");
  expect(text).toContain(`<th scope="row">${today}</th><td>TSh 40,000</td><td>2</td>`);
  expect(text).not.toMatch(/secret/i);
  expect(await page("/sw/organizer/campaigns/well")).toContain("kwa michango 2 katika siku 30 zilizopita");
});

test("visits, started and paid donations are counted once by source, if visitors agreed", async () => {
  expect(await page("/organizer/campaigns/well")).toContain("No counted visits yet.");
  const begin = { type: "session_start", device: "phone" } as const;
  const view = { type: "page_view", path: "/campaigns/:id", campaign_id: "well" } as const;
  const paid = { type: "event", action: "donation:paid", campaign_id: "well" } as const;
  const sessions = ["1700000000001-a", "1700000000002-b", "1700000000003-c"] as const;
  await site.db
    .insertInto("visitor_events")
    .values([
      { ...begin, session_id: sessions[0], source: "whatsapp" },
      { ...view, session_id: sessions[0] },
      { ...view, session_id: sessions[0] },
      { ...begin, session_id: sessions[1], source: "<b>evil</b>" },
      { ...view, session_id: sessions[1] },
      { ...view, session_id: sessions[2] },
      {
        type: "event",
        path: "/campaigns/:id",
        campaign_id: "well",
        action: "form:start",
        session_id: sessions[0],
      },
      { ...view, session_id: sessions[0], path: "/campaigns/:id/donate" },
      { ...paid, path: "/donations/:orderId", session_id: sessions[0] },
      { ...paid, path: "/donations/:orderId", session_id: sessions[0] },
      { ...paid, path: "/donations/:orderId", session_id: sessions[1], campaign_id: "waiting" },
      { ...view, session_id: "1700000000004-d", campaign_id: "waiting" },
    ])
    .execute();
  const text = await page("/organizer/campaigns/well");
  for (const [source, started, paidOnes] of [
    ["whatsapp", 1, 1],
    ["&lt;b&gt;evil&lt;/b&gt;", 0, 0],
    ["Not known", 0, 0],
  ])
    expect(text).toContain(`<th scope="row">${source}</th><td>1</td><td>${started}</td><td>${paidOnes}</td>`);
});

test("the share kit has link, code, posters and a text for WhatsApp in both languages", async () => {
  const text = await page("/sw/organizer/campaigns/well");
  expect(text).toContain(`value="${site.url}/sw/campaigns/well"`);
  expect(text).toContain('class="qr-code"');
  for (const [prefix, title] of [
    ["", "A well & more"],
    ["/sw", "Kisima"],
  ] as const) {
    const [link = ""] =
      text.match(
        new RegExp(`https://wa\\.me/\\?text=[^"]*${encodeURIComponent(`${prefix}/campaigns/well`)}(?=")`),
      ) ?? [];
    const message = decodeURIComponent(link.slice("https://wa.me/?text=".length));
    expect(message).toContain(title);
    expect(message).toContain("40%");
    expect(message.endsWith(`${site.url}${prefix}/campaigns/well`)).toBe(true);
    expect(text).toContain(`href="${prefix}/campaigns/well/poster"`);
    expect((await site.get(`${prefix}/campaigns/well/poster`)).status).toBe(200);
  }
  expect(await page("/organizer/campaigns/waiting")).not.toContain('class="qr-code"');
});
