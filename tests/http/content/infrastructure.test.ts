import { expect, test } from "vitest";
import { z } from "zod";
import { onDatabase } from "#tests/support/database/open.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();

const projects = [
  {
    slug: "conference-center",
    campaign: "conference-center",
    target: "TSh 850,000,000",
    timeline: "18-24 months",
    muda: "Miezi 18-24",
    features: ["500-seat auditorium", "6 breakout rooms", "300 sqm exhibition area"],
    amounts: [50_000],
    chosen: 50_000,
  },
  {
    slug: "dormitories",
    campaign: "girls-dormitories",
    target: "TSh 650,000,000",
    timeline: "12-18 months",
    muda: "Miezi 12-18",
    features: ["200 students per dormitory", "2-4 person rooms"],
    amounts: [10_000, 50_000, 100_000],
    chosen: 10_000,
  },
  {
    slug: "ablution-block",
    campaign: "ablution-block",
    target: "TSh 350,000,000",
    timeline: "8-12 months",
    muda: "Miezi 8-12",
    features: ["Serves up to 50 people at once"],
    amounts: [10_000, 50_000, 100_000],
    chosen: 10_000,
  },
];

test("the list shows three projects in order, with pictures and links", async () => {
  for (const prefix of ["", "/sw"]) {
    const whole = mainOf((await site.get(`${prefix}/infrastructure`)).text);
    const [main = "", others = ""] = whole.split('<section class="other-campaigns"');
    expect([...others.matchAll(/class="covering" href="([^"]*)"/g)].map((match) => match[1])).toEqual(
      ["student-scholarship", "zakat", "cash-waqfu"].map((id) => `${prefix}/campaigns/${id}`),
    );
    const links = [...main.matchAll(/<a class="button[^>]* href="([^"]*)"[^>]*>([^<]*)</g)];
    const [donate, more] = prefix ? ["Changia Sasa", "Soma Zaidi"] : ["Donate Now", "Learn More"];
    expect(links.map((match) => match.slice(1))).toEqual(
      projects.flatMap(({ slug, campaign, chosen }) => [
        [`${prefix}/campaigns/${campaign}/mobile?amount=${chosen}`, donate],
        [`${prefix}/infrastructure/${slug}`, more],
      ]),
    );
    expect(main.match(/<img /g)).toHaveLength(3);
    for (const { target, timeline, muda } of projects) {
      expect(wordsOf(main)).toContain(target);
      expect(wordsOf(main)).toContain(prefix ? muda : timeline);
    }
  }
});

test.each(projects)("$slug shows its numbers, six features and donations", async (project) => {
  const { text } = await site.get(`/infrastructure/${project.slug}`);
  const main = mainOf(text);
  const words = wordsOf(main);
  expect(words).toContain(`Target Amount ${project.target}`);
  expect(words).toContain("Location Main Campus - Morogoro, Tanzania");
  expect(words).toContain(`Timeline ${project.timeline}`);
  const features = listAfter(main, "Key Features");
  expect(features).toHaveLength(6);
  expect(features.slice(0, project.features.length)).toEqual(project.features);
  expect(main).toMatch(/<progress [^>]*max="100"/);
  const amounts = [...main.matchAll(/href="\/campaigns\/([\w-]+)\/mobile\?amount=(\d+)"/g)];
  expect(new Set(amounts.map((match) => match[1]))).toEqual(new Set([project.campaign]));
  expect(new Set(amounts.map((match) => Number(match[2])))).toEqual(new Set(project.amounts));
  const choices = [...main.matchAll(/<input type="radio"[^>]* value="(\d+)"/g)].map(([, value]) =>
    Number(value),
  );
  expect(choices).toEqual(project.amounts.length > 1 ? project.amounts : []);
  expect(main).toMatch(
    new RegExp(`class="button wide" href="/campaigns/${project.campaign}/mobile\\?amount=${project.chosen}"`),
  );
});

test.each(projects)("$slug and its campaign link to each other", async ({ slug, campaign }) => {
  for (const prefix of ["", "/sw"]) {
    const project = mainOf((await site.get(`${prefix}/infrastructure/${slug}`)).text);
    expect(project).toContain(`href="${prefix}/campaigns/${campaign}"`);
    expect(project).toContain(`href="${prefix}/campaigns/${campaign}#give"`);
    expect(mainOf((await site.get(`${prefix}/campaigns/${campaign}`)).text)).toContain(
      `href="${prefix}/infrastructure/${slug}"`,
    );
  }
  expect(mainOf((await site.get("/campaigns/zakat")).text)).not.toContain('href="/infrastructure');
});

test.each(projects)("$slug is also in Kiswahili", async ({ slug, campaign, target, muda, chosen }) => {
  const main = mainOf((await site.get(`/sw/infrastructure/${slug}`)).text);
  const words = wordsOf(main);
  expect(words).toContain(`Kiasi Kinachohitajika ${target}`);
  expect(words).toContain(`Muda wa Ujenzi ${muda}`);
  expect(listAfter(main, "Sifa Kuu")).toHaveLength(6);
  expect(main).toContain(`href="/sw/campaigns/${campaign}/mobile?amount=${chosen}"`);
  expect(main).not.toContain('lang="en"');
});

test("a project shows the newest update of its campaign", async () => {
  for (const path of ["/infrastructure", "/infrastructure/dormitories"])
    expect(wordsOf((await site.get(path)).text), path).toContain("The walls have reached the ring beam");
});

test("the dormitories ask for donations in the specification's words", async () => {
  expect(wordsOf((await site.get("/infrastructure/dormitories")).text)).toContain(
    "Support Girls' Dormitories Project",
  );
});

test("search engines get the breadcrumb of each project", async () => {
  const shape = z.object({
    "@type": z.literal("BreadcrumbList"),
    itemListElement: z.array(z.object({ name: z.string(), item: z.url(), position: z.number() })).length(3),
  });
  for (const { slug } of projects) {
    const { text } = await site.get(`/infrastructure/${slug}`);
    const json = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(text)?.[1] ?? "";
    expect(shape.parse(JSON.parse(json)).itemListElement.at(-1)?.item).toMatch(`/infrastructure/${slug}`);
  }
});

test("an unknown project is a real 404, and its route is logged", async () => {
  for (const path of ["/infrastructure/stadium", "/sw/infrastructure/stadium", "/infrastructure/__proto__"]) {
    const { status, text } = await site.get(path);
    expect(status, path).toBe(404);
    expect(text).toContain('content="noindex"');
  }
  const logged = expect.objectContaining({ path: "/infrastructure/:slug", msg: "page not found" });
  await expect.poll(() => site.logs).toContainEqual(logged);
});

test("a meaningless query returns the page", async () => {
  for (const query of ["?amount=<script>", "?amount=-1", `?${"x=1&".repeat(2000)}`])
    for (const path of ["/infrastructure", "/infrastructure/dormitories"])
      expect((await site.get(path + query)).status).toBe(200);
});

test("a paused or missing campaign takes no donations here and says so", async () => {
  const main = async () => mainOf((await site.get("/infrastructure/ablution-block")).text);
  await onDatabase(site.databaseUrl, "update campaigns set status = 'paused' where id = 'ablution-block'");
  await expect.poll(main).toContain("This project is not accepting donations at the moment.");
  expect(await main()).not.toContain("?amount=");
  await onDatabase(site.databaseUrl, "update campaigns set status = 'pending' where id = 'ablution-block'");
  await expect.poll(main).toContain("You cannot donate to this project yet.");
  expect(await main()).not.toMatch(/<progress|<img/);
});

const mainOf = (text: string) => /<main[\s\S]*<\/main>/.exec(text)?.[0] ?? "";

function listAfter(main: string, heading: string): string[] {
  const [, after = ""] = main.split(new RegExp(`<h2[^>]*>${heading}</h2>`));
  const list = /<ul[^>]*>([\s\S]*?)<\/ul>/.exec(after)?.[1] ?? "";
  return [...list.matchAll(/<li[^>]*>([\s\S]*?)<\/li>/g)].map((match) => wordsOf(match[1] ?? ""));
}

function wordsOf(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll(/[\s\u00a0]+/g, " ")
    .trim();
}

test("a preset says what it does where its campaign offers the same amount", async () => {
  const doesIn = (text: string) =>
    [...text.matchAll(/<p class="project-does">(.*?)<\/p>/g)].map(([, words = ""]) => wordsOf(words));
  for (const [path, does] of [
    ["/infrastructure/dormitories", ["TSh 10,000 pays for half a sheet of roofing"]],
    ["/sw/infrastructure/dormitories", ["TSh 10,000 inalipia nusu ya bati la paa"]],
    ["/infrastructure/conference-center", []],
  ] as const)
    expect(doesIn((await site.get(path)).text), path).toEqual(does);
});
