import sharp from "sharp";
import { expect, test } from "vitest";
import en from "#app/messages/en.ts";
import sw from "#app/messages/sw.ts";
import type { Language } from "#domain/content/language.ts";
import { dayOf, formatDay } from "#domain/system/calendar.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { testSite } from "#tests/support/server/site.ts";
import { structuredDataIn } from "#tests/support/content/structured-data.ts";
import { expectText, expectNoText } from "#tests/support/content/expect-text.ts";

const origin = "https://fund.example";
const site = await testSite({ environment: { PUBLIC_URL: origin } });
const page = async (path: string) => (await site.get(path)).text;

const seven = [
  "conference-center",
  "girls-dormitories",
  "ablution-block",
  "student-scholarship",
  "zakat",
  "cash-waqfu",
  "fun-run-2025",
];

test("search finds campaigns in both languages, and free text is not cached", async () => {
  expect(cardsIn(await page("/campaigns?q=tap"))).toEqual([]);
  expect(cardsIn(await page("/campaigns?q=KILOMET"))).toEqual(["fun-run-2025"]);
  expect(cardsIn(await page("/campaigns?q=mabweni"))).toEqual(["girls-dormitories"]);
  expect(cardsIn(await page("/sw/campaigns?q=borehole%20taps"))).toEqual([]);
  const found = await site.get("/campaigns?q=zaka");
  expect(cardsIn(found.text)).toEqual(["zakat"]);
  expect(found.text).toContain("1 campaign for “zaka”");
  expect(found.headers["cache-control"]).toBe("private, no-store");
  expect(found.text).toContain('<meta name="robots" content="noindex"/>');
});

test("rare queries are rendered each time, common ones are cached", async () => {
  for (const kept of [
    "/campaigns",
    "/campaigns?category=zakat",
    "/campaigns?sort=newest",
    "/sw/campaigns?zakat=1",
  ])
    expect((await site.get(kept)).headers["cache-control"], kept).toBe("public, no-cache");
  for (const made of ["/campaigns?category=x", "/campaigns?page=99999", "/campaigns?utm_source=a"])
    expect((await site.get(made)).headers["cache-control"], made).toBe("private, no-store");
});

test("the list can be sorted in other orders", async () => {
  const inOrder = async (sort: string) => cardsIn(await page(`/campaigns?sort=${sort}`));
  expect(await inOrder("nonsense")).toEqual(seven);
  const newest = await inOrder("newest");
  expect(newest).not.toEqual(seven);
  expect([...newest].sort()).toEqual([...seven].sort());
  expect((await inOrder("nearly-there"))[0]).toBe("ablution-block");
  expect((await inOrder("nearly-there")).at(-1), "a finished one is not nearly there").toBe("fun-run-2025");
  expect((await inOrder("ending-soon"))[0]).toBe("zakat");
  expect((await inOrder("most-raised"))[0]).toBe("ablution-block");
});

test("the Zakat filter shows eligible campaigns, and filters show counts", async () => {
  const text = await page("/campaigns?zakat=1");
  expect(cardsIn(text)).toEqual(["zakat"]);
  expect(filtersIn(text)).toContain("All 1");
  const all = filtersIn(await page("/campaigns"));
  expect(all).toEqual(
    expect.arrayContaining(["All 7", "Infrastructure 3", "Zakat 1", "Waqfu 1", "Events 1"]),
  );
  expect(all, "a filter without campaigns").not.toContain("Research 0");
});

test("hostile and meaningless queries return a page", async () => {
  const long = "x".repeat(10_000);
  for (const query of [
    "category=<script>alert(1)</script>",
    "category[]=zakat",
    "type=ablution",
    "type=__proto__",
    "category=constructor",
    "page=99999",
    "page=-1",
    "page=1e99",
    "q=%00",
    "q=%F0%9F%95%8C",
    "q='%20or%201=1--",
    "q=!%26%7C:*()<->",
    "q=%E0%A4%A",
    `q=${long}`,
    `category=${long}`,
    "sort=;drop table campaigns",
    "a=1&a=2&category=zakat&category=events",
    "%",
    "&&&===",
  ])
    for (const path of ["/campaigns", "/sw/campaigns", "/campaigns/zakat"]) {
      const { status, text } = await site.get(
        `${path}?${encodeURI(query).replaceAll("%20", "+").replaceAll("%25", "%")}`,
      );
      expect(status, `${path}?${query.slice(0, 60)}`).toBe(200);
      expect(text).not.toContain("<script>alert");
      expect(text).toContain("<footer");
    }
  for (const id of ["%ff", "A".repeat(5000), "zakat%27"])
    expect((await site.get(`/campaigns/${id}`)).status, id.slice(0, 20)).toBe(404);
});

test("an impossible category shows an empty list", async () => {
  const text = await page("/campaigns?category=%3Cscript%3E");
  expect(text).toContain("No campaigns found for this category");
  expect(cardsIn(text)).toEqual([]);
  expect(cardsIn(await page("/campaigns?type=ablution"))).toEqual(["ablution-block"]);
});

test("the query returned from a payment is not trusted", async () => {
  const sent = await page("/campaigns/zakat?payment=success");
  expect(sent).toContain("We are checking your payment");
  expect(sent).not.toMatch(/received|successful|thank you/i);
  expect(await page("/campaigns/zakat?payment=failed")).toContain("Your payment was not completed");
  for (const query of ["payment=maybe", "payment=", "amount=5000"])
    expect(await page(`/campaigns/zakat?${query}`), query).not.toContain('role="status"><h2>');
  expect(sent).toContain(`<link rel="canonical" href="${origin}/campaigns/zakat"/>`);
});

test("news appears newest first, and without news there is no heading", async () => {
  const text = await page("/campaigns/girls-dormitories");
  expect(text).toContain(">Updates</h2>");
  expect(text.indexOf("The walls have reached the ring beam")).toBeLessThan(
    text.indexOf("The ground floor is finished"),
  );
  await onDatabase(site.databaseUrl, "delete from campaign_updates where campaign_id = 'girls-dormitories'");
  await expect.poll(() => page("/campaigns/girls-dormitories")).not.toContain(">Updates</h2>");
});

test("a campaign has plain share links, WhatsApp first", async () => {
  const text = await page("/campaigns/zakat");
  const share = /<ul class="share-links[\s\S]*?<\/ul>/.exec(text)?.[0] ?? "";
  const links = [...share.matchAll(/href="([^"]+)"[^>]*>([^<]+)</g)].map(([, href = "", name = ""]) => ({
    name,
    href: href.replaceAll("&amp;", "&"),
  }));
  expect(links.map(({ name }) => name)).toEqual(["WhatsApp", "Twitter", "Facebook", "SMS"]);
  for (const { name, href } of links)
    expect(decodeURIComponent(href), name).toContain(`${origin}/campaigns/zakat`);
  expect(links[0]?.href).toMatch(/^https:\/\/wa\.me\/\?text=Zakat%20fund/);
  expect(links[3]?.href).toMatch(/^sms:\?&body=/);
});

test("the share picture is a small JPEG per language with versioned link", async () => {
  for (const path of ["/campaigns/zakat", "/sw/campaigns/zakat"]) {
    const first = await imageOf(path);
    const answer = await site.get(first);
    expect([answer.status, answer.headers["content-type"]]).toEqual([200, "image/jpeg"]);
    expect(answer.body.length).toBeLessThan(300_000);
    expect(await sharp(answer.body).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
    expect((await site.get(path)).text).toContain('<meta property="og:image:height" content="630"/>');
    const plain = await site.get(`${path}/share.jpg`, { "Accept-Encoding": "br" });
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.body.equals(answer.body)).toBe(true);
    expect((await site.get(`${path}/share.jpg?v=made-up`)).headers.location).toBe(first);
  }
  const before = await imageOf("/campaigns/zakat");
  await onDatabase(site.databaseUrl, "update campaigns set goal_amount = goal_amount * 3 where id = 'zakat'");
  await expect.poll(() => imageOf("/campaigns/zakat")).not.toBe(before);
  expect((await site.get(before)).headers.location).toBe(await imageOf("/campaigns/zakat"));
});

test("share pictures handle extreme data, and hidden campaigns have none", async () => {
  await onDatabase(
    site.databaseUrl,
    `update campaigns set image = null, title = '${"Wanaojitegemea ".repeat(8)}', goal_amount = 3000000000000 where id = 'cash-waqfu'`,
  );
  await expect.poll(() => page("/campaigns/cash-waqfu")).toContain("3,000,000,000,000");
  const drawn = await site.get("/campaigns/cash-waqfu/share.jpg");
  expect(await sharp(drawn.body).metadata()).toMatchObject({ width: 1200, height: 630 });
  for (const absent of ["/campaigns/none/share.jpg", "/campaigns/%ff/share.jpg", "/sw/campaigns/none/poster"])
    expect((await site.get(absent)).status, absent).toBe(404);
});

test("structured data has the shape that search engines expect", async () => {
  const kindsOf = async (path: string) => structuredDataIn(await page(path)).map((each) => each["@type"]);
  expect(await kindsOf("/")).toContain("NGO");
  for (const language of ["", "/sw"]) {
    expect(await kindsOf(`${language}/campaigns?category=zakat`)).toEqual(["BreadcrumbList"]);
    expect(await kindsOf(`${language}/campaigns/zakat`)).toEqual(["BreadcrumbList", "DonateAction"]);
    expect(
      await kindsOf(`${language}/campaigns/fun-run-2025`),
      "a completed campaign takes no donations",
    ).toEqual(["BreadcrumbList", "Event"]);
    const event = structuredDataIn(await page(`${language}/campaigns/fun-run-2025`)).at(-1);
    expect(event, "the day of the run").toMatchObject({ startDate: "2025-10-04", endDate: "2025-10-04" });
  }
});

test("the poster of a completed campaign says that it is completed", async () => {
  const open = await page("/campaigns/zakat/poster");
  expectText(open, "Donate by mobile money or card");
  for (const [path, reason, query] of [
    ["/campaigns/fun-run-2025/poster", "This campaign is completed.", "Donate by mobile money or card"],
    ["/sw/campaigns/fun-run-2025/poster", "Kampeni hii imekamilika.", "Changia kwa pesa ya simu au kadi"],
  ] as const) {
    const over = await page(path);
    expectText(over, reason);
    expectNoText(over, query);
  }
});

/** Without the two open campaigns below a closed one. */
const itself = async (path: string) => (await page(path)).split('class="open-campaigns"')[0] ?? "";

test("the last day has a name, and a closed campaign has no days left", async () => {
  await onDatabase(
    site.databaseUrl,
    "update campaigns set end_date = (now() at time zone 'Africa/Dar_es_Salaam')::date where id = 'zakat'",
  );
  await expect.poll(() => page("/campaigns/zakat")).toContain("<li>Last day</li>");
  expectText(await page("/sw/campaigns/zakat"), "Siku ya mwisho");
  expectNoText(await itself("/campaigns/fun-run-2025"), "days left");
  await onDatabase(site.databaseUrl, "update campaigns set status = 'paused' where id = 'cash-waqfu'");
  await expect.poll(() => itself("/campaigns/cash-waqfu")).not.toContain("days left");
});

test("a paused campaign says since when, and names a campaign like it", async () => {
  const set = (what: string) => onDatabase(site.databaseUrl, `update campaigns set ${what}`);
  await set("category = 'registered-waqfu', sub_type = 'money' where id = 'student-scholarship'");
  await set("status = 'active' where id = 'cash-waqfu'");
  await set("status = 'paused' where id = 'cash-waqfu'");
  const today = dayOf(new Date());
  const since = (language: Language) => formatDay(today, language);
  await expect.poll(() => page("/campaigns/cash-waqfu")).toContain(`paused since ${since("en")}`);
  expectText(await page("/sw/campaigns/cash-waqfu"), `Imesitishwa tangu ${since("sw")}`);
  expect(await page("/campaigns/cash-waqfu")).toMatch(
    /class="closed-instead">[^<]*<a class="button wide" href="\/campaigns\/student-scholarship"/,
  );
  expectText(await page("/campaigns/cash-waqfu/donate"), `paused since ${since("en")}`);
  // Another change of a paused campaign keeps its day.
  await set("paused_at = '2020-01-01', status = 'paused' where id = 'cash-waqfu'");
  await set("status = 'active' where id = 'cash-waqfu'");
  await expect.poll(() => page("/campaigns/cash-waqfu")).not.toContain("paused since");
  await set("status = 'paused' where id = 'cash-waqfu'");
  await set("category = 'scholarship', sub_type = 'tuition' where id = 'student-scholarship'");
});

test("Zakat and waqf lead to no other money's campaign, and say so above the open ones", async () => {
  const set = (what: string) => onDatabase(site.databaseUrl, `update campaigns set ${what}`);
  await set("status = 'paused' where id in ('zakat', 'cash-waqfu')");
  for (const id of ["zakat", "cash-waqfu"])
    for (const language of ["", "/sw"]) {
      const path = `${language}/campaigns/${id}`;
      await expect.poll(() => page(path)).toContain('class="closed-instead"');
      const html = await page(path);
      expect(html).toContain(`class="button wide" href="${language}/campaigns"`);
      const [own = "", others = ""] = html.split('class="open-campaigns"');
      expect(own, "another cause").not.toMatch(/closed-instead">[^<]+<a/);
      const words = language === "" ? en : sw;
      expectText(others, words.campaign.unlike[id === "zakat" ? "zakat" : "waqf"]);
      expect(others.match(/<article/g), "as under any other closed campaign").toHaveLength(2);
      expectNoText(html, words.campaign.stillOpen);
      expect(await page(`${path}/donate`)).not.toContain('class="open-campaigns"');
    }
  await set("status = 'active' where id in ('zakat', 'cash-waqfu')");
});

test("a reached campaign says Goal reached instead of a percentage", async () => {
  await onDatabase(
    site.databaseUrl,
    "update campaigns set goal_amount = 1000 where id = 'student-scholarship'",
  );
  for (const [path, words, percentage] of [
    ["/campaigns/student-scholarship", "Goal reached", "100% funded"],
    ["/sw/campaigns/student-scholarship", "Lengo limefikiwa", "100% imepatikana"],
  ] as const) {
    await expect.poll(() => page(path)).toContain(words);
    expectNoText(await itself(path), percentage);
  }
  expect(await page("/campaigns/student-scholarship")).toContain("goal%20reached");
  const finished = await itself("/campaigns/fun-run-2025");
  expect(finished.match(/Goal reached/g), "said once").toHaveLength(1);
});

test("a campaign without a goal shows no percentage", async () => {
  await onDatabase(site.databaseUrl, "update campaigns set goal_amount = 0 where id = 'cash-waqfu'");
  await expect.poll(() => itself("/campaigns/cash-waqfu")).not.toContain("Goal:");
  const text = await itself("/campaigns/cash-waqfu");
  expectNoText(text, "% funded");
  expect(text).not.toContain("<progress");
  expect(text, "the text for messengers").not.toContain("%25%20funded");
});

test("pages of the list have no gap for one page", async () => {
  await onDatabase(
    site.databaseUrl,
    `insert into campaigns (id, title, description, category, goal_amount, start_date, end_date)
     select 'more-' || n, 'More ' || n, 'One of many', 'research', 1000000, '2026-01-01', '2099-01-01'
     from generate_series(1, 60) n`,
  );
  const links = async (path: string) =>
    [...(await page(path)).matchAll(/aria-label="Page (\d+)"/g)].map(([, n]) => n);
  await expect.poll(async () => (await links("/campaigns")).at(-1)).toBe("6");
  expect(await links("/campaigns")).toEqual(["1", "2", "6"]);
  expect(await links("/campaigns?page=4")).toEqual(["1", "2", "3", "4", "5", "6"]);
  await onDatabase(site.databaseUrl, "delete from campaigns where id like 'more-%'");
});

test("in Kiswahili, silver and money have different words", async () => {
  expectText(await page("/sw"), "Thamani ya Dhahabu/Madini ya Fedha");
  expectText(await page("/sw/zakat"), "Madini ya fedha, kwa thamani");
});

test("favicon.ico is a picture", async () => {
  const { status, headers, body } = await site.get("/favicon.ico");
  expect([status, headers["content-type"]]).toEqual([200, "image/x-icon"]);
  expect(body.subarray(0, 4).toString("hex")).toBe("00000100");
});

test("organizer and location are in the page's language", async () => {
  const kiswahili = await page("/sw/campaigns/zakat");
  for (const words of ["Mfuko wa Jumuiya ya Chuo Kikuu", "Kampasi Kuu - Morogoro, Tanzania"])
    expectText(kiswahili, `<dd><span>${words}</span></dd>`);
  expectText(await page("/sw/campaigns"), "Na Mfuko wa Jumuiya ya Chuo Kikuu");
  expectText(await page("/campaigns"), "By University Community Fund");
});

test("link previews have a title and description of suitable length", async () => {
  await onDatabase(
    site.databaseUrl,
    `update campaigns set title = '${"Long words ".repeat(9)}', description = '${"Many words ".repeat(40)}' where id = 'student-scholarship'`,
  );
  await expect.poll(() => page("/campaigns/student-scholarship")).toContain("Many words");
  const text = await page("/campaigns/student-scholarship");
  const content = (name: string) => new RegExp(`property="${name}" content="([^"]*)"`).exec(text)?.[1] ?? "";
  expect(content("og:title")).toMatch(/^Long words .{20,50}Long…$/);
  expect(content("og:title").length).toBeLessThanOrEqual(65);
  expect(content("og:description").length).toBeLessThanOrEqual(155);
});

test("the sitemap lists every public page in both languages with alternates", async () => {
  const { text, headers } = await site.get("/sitemap.xml");
  expect(headers["content-type"]).toContain("xml");
  const entries = [...text.matchAll(/<url><loc>([^<]+)<\/loc>(?:<lastmod>([^<]+)<\/lastmod>)?(.*?)<\/url>/g)];
  const addresses = entries.map(([, address = ""]) => address);
  expect(new Set(addresses).size).toBe(addresses.length);
  for (const id of seven) {
    expect(addresses).toContain(`${origin}/campaigns/${id}`);
    expect(addresses).toContain(`${origin}/sw/campaigns/${id}`);
  }
  for (const [, address = "", lastmod, alternates = ""] of entries) {
    if (address.includes("/campaigns/")) expect(lastmod, address).toMatch(/^\d{4}-\d\d-\d\d$/);
    const named = [...alternates.matchAll(/hreflang="(en|sw)-TZ" href="([^"]+)"/g)].map(([, , href]) => href);
    expect(named, address).toHaveLength(2);
    expect(named).toContain(address);
    const plain = address.replace(`${origin}/sw`, origin).replace(/^[^/]+\/\/[^/]+$/, `${origin}/`);
    expect(alternates, address).toContain(`hreflang="x-default" href="${plain}"`);
    for (const other of named) expect(addresses, `${address} and back`).toContain(other);
  }
  for (const address of addresses) {
    const found = await site.get(address.slice(origin.length));
    expect(found.status, address).toBe(200);
    expect(found.text, address).not.toContain('name="robots" content="noindex"');
    expect(found.text, address).toContain(`<link rel="canonical" href="${address}"/>`);
  }
  expect((await site.get("/robots.txt")).text).toContain(`Sitemap: ${origin}/sitemap.xml`);
});

test("every link and anchor works, and public pages are in the sitemap", async () => {
  const mapped = new Set(
    [...(await page("/sitemap.xml")).matchAll(/<loc>https:\/\/fund\.example([^<]*)<\/loc>/g)].map(
      ([, path = ""]) => path || "/",
    ),
  );
  const pages = new Map<string, string>();
  const faults: string[] = [];
  const waiting = ["/", "/sw"];
  for (const path of waiting) {
    if (pages.has(path)) continue;
    const { status, text, headers } = await site.get(path);
    pages.set(path, text);
    if (status >= 400) faults.push(`${path} answers ${status}`);
    if (headers.location) waiting.push(headers.location);
    if (!String(headers["content-type"]).startsWith("text/html")) continue;
    const isHidden = text.includes('name="robots" content="noindex"') || path.includes("?");
    if (status === 200 && !isHidden && !mapped.has(path)) faults.push(`${path} is not in the sitemap`);
    for (const { to } of linksIn(text, path)) waiting.push(to);
  }
  expect(pages.size).toBeGreaterThan(40);
  for (const [path, text] of pages)
    for (const { to, anchor } of linksIn(text, path))
      // Browsers handle #top without an element.
      if (anchor !== "" && anchor !== "top" && !pages.get(to)?.includes(` id="${anchor}"`))
        faults.push(`${path} leads to #${anchor} of ${to}`);
  expect(faults).toEqual([]);
});

// Last, because it breaks the database under the site.
test("a list that cannot be read shows an error", async () => {
  site.expectErrors(/page failed/);
  await onDatabase(site.databaseUrl, "drop view public_standings");
  const { status, text } = await site.get("/campaigns?sort=most-raised");
  expect(status).toBe(500);
  expect(text).toContain("Error loading campaigns");
  expect(text).toContain("An error occurred while loading campaigns");
  expect(text).toMatch(/<a[^>]* href="\/campaigns"[^>]*>Try again/);
});

/** Not those that an empty list offers instead. */
function cardsIn(text: string): string[] {
  const [list = ""] = text.split('<div class="empty">');
  const cards = list.matchAll(/<article class="card">[\s\S]*?href="(?:\/sw)?\/campaigns\/([\w-]+)"/g);
  return [...cards].map(([, id = ""]) => id);
}

function filtersIn(text: string): string[] {
  const navigation = text.match(/<nav class="filters[\s\S]*?<\/nav>/g)?.join("") ?? "";
  return [...navigation.matchAll(/<a [^>]*>([\s\S]*?)<\/a>/g)].map(([, inner = ""]) =>
    inner.replaceAll(/<[^>]+>/g, "").trim(),
  );
}

async function imageOf(path: string): Promise<string> {
  const address = /property="og:image" content="([^"]+)"/.exec(await page(path))?.[1] ?? "";
  expect(address).toMatch(new RegExp(`^${origin}${path}/share\\.jpg\\?v=[0-9a-f]{16}$`));
  return address.slice(origin.length);
}

function linksIn(text: string, path: string): { to: string; anchor: string }[] {
  return [...text.matchAll(/<a [^>]*href="([/#?][^"]*)"/g)].map(([, href = ""]) => {
    const { pathname, search, hash } = new URL(href.replaceAll("&amp;", "&"), `${origin}${path}`);
    return { to: pathname + search, anchor: hash.slice(1) };
  });
}
