import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { withValue } from "#domain/content/draft.ts";
import { addDays, dayOf } from "#domain/system/calendar.ts";
import { paymentStops, settings } from "#operations/content/records/settings.ts";
import { localAddress } from "#app/site/address.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { editors } from "#tests/support/content/editor-samples.ts";
import { makePerson, postForm, signIn } from "#tests/support/accounts/people.ts";
import { cookieOf } from "#tests/support/accounts/second-step.ts";
import { fieldsOf } from "#tests/support/content/form-fields.ts";
import { wordsOf } from "#tests/support/donations/donor.ts";
import { testSite } from "#tests/support/server/site.ts";
import { expectText, expectNoText } from "#tests/support/content/expect-text.ts";

const site = await testSite();
const secondNode = await testSite({ databaseUrl: site.databaseUrl });
let staff: string;
let colleague: string;
let organizer: string;
let admin: string;

beforeAll(async () => {
  await makePerson(site.databaseUrl, "amina", "staff");
  await makePerson(site.databaseUrl, "juma", "staff");
  await makePerson(site.databaseUrl, "oscar", "organizer");
  await makePerson(site.databaseUrl, "asha", "admin");
  staff = await signIn(site, "amina");
  colleague = await signIn(site, "juma");
  organizer = await signIn(site, "oscar");
  admin = await signIn(site, "asha");
});

const everyEditor = [...editors, { path: "submenus" }];

const faultsIn = (html: string) => [...html.matchAll(/<a href="#[^"]+">[^<]+/g)].map(String).join("\n");
const open = async (path: string, cookie = staff) =>
  fieldsOf((await site.get(`/admin/${path}`, { Cookie: cookie })).text);
const post = (path: string, fields: Record<string, string>, cookie = staff) =>
  postForm(site, `/admin/${path}`, fields, { Cookie: cookie });

test.each(editors)("$path: saved text is on every node's next page", async (editor) => {
  const { path, text, seenAt, saved } = editor;
  const fields = await open(path);
  const typed = {
    [`${text}.en`]: `Mti <${path}> wenye matunda`,
    [`${text}.sw`]: `Mti "${path}" wa matunda`,
  };
  const answer = await post(path, { ...fields, ...typed });
  expect([answer.status, answer.headers.location], faultsIn(answer.text)).toEqual([303, `/admin/${path}`]);
  for (const node of [site, secondNode]) {
    expect((await node.get(seenAt)).text).toContain(`Mti &lt;${path}&gt; wenye matunda`);
    expect((await node.get(localAddress("sw", seenAt))).text).toContain(`Mti &quot;${path}&quot; wa matunda`);
  }
  const cookies = (answer.headers["set-cookie"] ?? []).map((each) => each.split(";", 1).join());
  const after = await site.get(`/admin/${path}`, { Cookie: [staff, ...cookies].join("; ") });
  expect(after.text).toContain(saved);

  // English is shown where there is no Kiswahili.
  await post(path, { ...(await open(path)), [`${text}.sw`]: "" });
  expect((await site.get(localAddress("sw", seenAt))).text).toContain(`Mti &lt;${path}&gt; wenye matunda`);
});

test.each(everyEditor)("$path: saving unchanged content changes nothing", async ({ path }) => {
  const fields = await open(path);
  const answer = await post(path, fields);
  expect(answer.status, faultsIn(answer.text)).toBe(303);
  expect(await open(path)).toEqual(fields);
  const cookies = (answer.headers["set-cookie"] ?? []).map((each) => each.split(";", 1).join());
  const after = await site.get(`/admin/${path}`, { Cookie: [staff, ...cookies].join("; ") });
  expectText(after.text, "Nothing changed, so no new version was saved.");
});

test.each(editors)("$path: an empty field is reported, and input stays", async ({ path, text }) => {
  const fields = await open(path);
  const answer = await post(path, { ...fields, [`${text}.en`]: "  ", [`${text}.sw`]: "imebaki" });
  expect(answer.status).toBe(400);
  expect(answer.text).toContain(`href="#${text}.en"`);
  expect(answer.text).toMatch(/<p class="field-error"[^>]*>Enter some text/);
  expect(fieldsOf(answer.text)[`${text}.sw`]).toBe("imebaki");
});

test.each(everyEditor)("$path: a zero byte in a hidden field is no error", async ({ path }) => {
  const fields = await open(path);
  for (const name of ["opened", "held"]) {
    const answer = await post(path, { ...fields, [name]: "a\0b" });
    expect([303, 409], name).toContain(answer.status);
  }
  expect(await open(path)).toEqual(fields);
});

test.each(everyEditor)("$path: only staff can see, save or preview it", async ({ path }) => {
  const fields = await open(path);
  for (const address of [`/admin/${path}`, `/admin/history/${path}`]) {
    expect((await site.get(address)).headers.location).toContain("/auth?next=");
    expect((await site.get(address, { Cookie: organizer })).status, address).toBe(403);
  }
  for (const address of [path, `preview/${path}`, `history/${path}`]) {
    expect((await post(address, fields, organizer)).status, address).toBe(403);
    const back = address === `preview/${path}` ? "" : `?next=${encodeURIComponent(`/admin/${address}`)}`;
    expect((await post(address, fields, "")).headers.location, address).toBe(`/auth${back}`);
  }
  const strange = { Cookie: staff, Origin: "https://evil.example" };
  expect((await postForm(site, `/admin/${path}`, fields, strange)).status).toBe(403);
});

test("the About Section sets the about page's title, and no other editor", async () => {
  expect(Object.keys(await open("texts/about"))).toEqual([
    ...["publishAt", "opened", "held"],
    ...["body.en", "body.sw"],
  ]);
  const title = { "title.en": "A trust held for students", "title.sw": "Amana kwa wanafunzi" };
  expect((await post("about", { ...(await open("about")), ...title })).status).toBe(303);
  for (const [address, words] of [
    ["/about", title["title.en"]],
    ["/sw/about", title["title.sw"]],
  ] as const) {
    const { text } = await site.get(address);
    expect(text).toContain(`<h1>${words}</h1>`);
    expect(text).toMatch(new RegExp(`<title>${words} `));
  }
});

test("the titles at the reporting service are folded until one is wrong", async () => {
  const folded = /<details class="editor-group"><summary>Names of the campaigns at the service</;
  expect((await site.get("/admin/stats", { Cookie: staff })).text).toMatch(folded);
  const fields = await open("stats");
  const wrong = await post("stats", { ...fields, "titles.zakat": "x".repeat(81) });
  expect([wrong.status, folded.test(wrong.text)], "open at the error").toEqual([400, false]);
});

test("one press stops or starts one kind of payments, after a question and without drafts", async () => {
  for (const path of ["payment-stops", "history/payment-stops"])
    expect((await site.get(`/admin/${path}`, { Cookie: staff })).status, path).toBe(403);
  const page = async () => (await site.get("/admin/payment-stops", { Cookie: admin })).text;
  const statuses = async () =>
    [...(await page()).matchAll(/class="status"[^>]*>([^<]+)/g)].map(([, word]) => word);
  expectText(await page(), "<h1>Payment stops</h1>");
  for (const words of ["Save", "Publish later", 'type="checkbox"']) expectNoText(await page(), words);
  expectText(await page(), "While they are stopped, mobile money and bank transfers still work.");
  expect(await statuses()).toEqual(["Accepted", "Accepted"]);
  const press = async (payments: string, what: string) => {
    const { headers } = await post("payment-stops", { payments, do: what }, admin);
    const notice = headers["set-cookie"]?.join().match(/amana_notice=([\w-]+)/)?.[1] ?? "";
    return JSON.parse(Buffer.from(notice, "base64url").toString()).title;
  };
  const stops = () => paymentStops.read(site.db);
  const before = await stops();
  for (const [wrong, cookie, status] of [
    [{ payments: "paymentsStopped", do: "stop" }, staff, 403],
    [{ payments: "nothing", do: "stop" }, admin, 400],
    [{ payments: "paymentsStopped", do: "save" }, admin, 400],
    [{ paymentsStopped: "yes", intent: "draft" }, admin, 400],
  ] as const) {
    expect((await post("payment-stops", wrong, cookie)).status, JSON.stringify(wrong)).toBe(status);
    expect(await stops()).toEqual(before);
  }

  const asking = await site.get("/admin/payment-stops?stop=cardsStopped", { Cookie: admin });
  expectText(asking.text, "Card payments are switched off for now.");
  expect(await stops(), "a question changes nothing").toEqual(before);
  expect(await press("cardsStopped", "stop")).toBe("Card payments are stopped");
  const stopped = await site.get("/admin/payment-stops?stop=cardsStopped", { Cookie: admin });
  expectNoText(stopped.text, "<dialog");
  expect(await statuses()).toEqual(["Accepted", "Stopped by staff"]);
  expectText(await page(), 'aria-label="Start: Card payments"');
  expect(await press("paymentsStopped", "stop")).toBe("All online payments are stopped");
  expect(await press("paymentsStopped", "start")).toBe("Only card payments are stopped now");
  expect(await press("cardsStopped", "start")).toBe("Card payments are accepted again");
  expect(await press("paymentsStopped", "stop")).toBe("All online payments are stopped");
  expect(await statuses()).toEqual(["Stopped by staff", "Stopped with all payments"]);
  expect(await press("paymentsStopped", "start")).toBe("Online payments are accepted again");
  expect(await press("paymentsStopped", "start"), "nothing changed").toBe(
    "Payment stops updated successfully!",
  );
  expect(await stops()).toEqual(before);
  const history = await site.get("/admin/history/payment-stops", { Cookie: admin });
  expectText(history.text, "Stop card payments");
});

test("the list of editors has groups, with drafts and the day of the last change", async () => {
  const rowOf = async (label: string) => {
    const { text } = await site.get("/admin/editors", { Cookie: staff });
    const rows = text.slice(text.indexOf("<main")).match(/<li><a[^>]*href="\/admin\/.*?<\/li>/g) ?? [];
    expect(rows).toHaveLength(19);
    return wordsOf(rows.find((row) => row.includes(`>${label}<`)) ?? "");
  };
  const { text } = await site.get("/admin/editors", { Cookie: staff });
  expect([...text.matchAll(/<h2>([^<]+)/g)].map(([, name]) => name)).toEqual([
    ...["Home page", "Donations", "Every page", "Texts", "Building projects"],
  ]);
  const fields = await open("vice-chancellor");
  const name = Object.keys(fields).find((each) => each.endsWith(".en")) ?? "";
  await post("vice-chancellor", { ...fields, [name]: "Another beginning", intent: "draft" });
  expect(await rowOf("Vice Chancellor")).toContain("Draft");
  expect(await rowOf("Hero Section")).not.toContain("Draft");
  const { held = "" } = await open("vice-chancellor");
  await post("drafts", { intent: "discard", subject: "vice-chancellor", fingerprint: held });
  expect(await rowOf("Vice Chancellor")).not.toContain("Draft");
  const team = await open("fund");
  await post("fund", { ...team, "tagline.en": "A trust that changes today" });
  expect(await rowOf("Fund Name and Tagline")).toContain(String(new Date().getFullYear()));
  expect(
    (await post("fund", { ...(await open("fund")), "tagline.en": team["tagline.en"] ?? "" })).status,
  ).toBe(303);
});

test("only admins reach the settings, and two-step sign-in has one place", async () => {
  for (const path of ["settings", "history/settings"])
    expect((await site.get(`/admin/${path}`, { Cookie: staff })).status, path).toBe(403);
  for (const path of ["settings", "preview/settings", "history/settings"])
    expect((await post(path, {})).status, path).toBe(403);
  const page = await site.get("/admin/settings", { Cookie: admin });
  expect(page.status, "the page is served").toBe(200);
  expectText(page.text, 'href="/admin/people#two-step"');
  expectText(page.text, "Not run yet");
  expectText(page.text, 'href="/admin/payment-stops"');
});

test("the button of a new staff member says from when it works, before they press it", async () => {
  await makePerson(site.databaseUrl, "mgeni", "staff");
  await onDatabase(
    site.databaseUrl,
    `alter table role_grants disable trigger keep;
    update role_grants set given_at = now() where user_id = (select id from users where username = 'mgeni');
    alter table role_grants enable trigger keep`,
  );
  const cookie = await signIn(site, "mgeni");
  const see = async (path: string) => (await site.get(`/admin/${path}`, { Cookie: cookie })).text;
  expect(await see("submenus")).toMatch(
    /aria-describedby="saves-from"[^>]*>Publish now<.*?id="saves-from"[^>]*>Possible from \d+ \w+ \d{4} at \d\d:\d\d EAT</s,
  );
  expectNoText(await see("hero"), "saves-from");
});

test("a submenu link appears on every page; a dangerous link is refused", async () => {
  const fields = await open("submenus");
  const added = fieldsOf((await post("submenus", { ...fields, intent: "add:about" })).text);
  const link = { "about.0.label.en": "Our story", "about.0.label.sw": "Historia yetu" };
  for (const address of ["javascript:alert(1)", "//evil.example", "http://plain.example", ""])
    expect((await post("submenus", { ...added, ...link, "about.0.address": address })).status, address).toBe(
      400,
    );
  expect((await post("submenus", { ...added, ...link, "about.0.address": "/about" })).status).toBe(303);
  expect((await site.get("/terms")).text).toContain("Our story");
  expect((await site.get("/sw/terms")).text).toMatch(/href="\/sw\/about"[^>]*>Historia yetu/);
});

test("the nisab follows the saved prices and needs all or none", async () => {
  const fields = await open("zakat");
  const some = await post("zakat", { ...fields, gold: "" });
  expect(some.status).toBe(400);
  expect(some.text).toContain("Enter both prices, their date and their source, or leave all four empty");
  for (const gold of ["abc", "-5", "1.5", "0", "1e3", "9".repeat(30)])
    expect((await post("zakat", { ...fields, gold })).status, gold).toBe(400);
  const future = await post("zakat", { ...fields, asOf: addDays(dayOf(new Date()), 2) });
  expect([future.status, future.text.includes("Enter today or an earlier date")]).toEqual([400, true]);
  expect((await post("zakat", { ...fields, silver: "1,000" })).status).toBe(303);
  expect((await open("zakat"))["silver"]).toBe("1,000");
  const nisab = "Nisab today: TSh\u00a0612,360 (silver), TSh\u00a0";
  expectText((await site.get("/admin/zakat", { Cookie: staff })).text, nisab);
  expect((await site.get("/zakat/learn-more")).text).toContain("612,360");
  const none = { gold: "", silver: "", asOf: "", "source.en": "", "source.sw": "" };
  expect((await post("zakat", { ...(await open("zakat")), ...none })).status).toBe(303);
  expect((await site.get("/zakat")).status).toBe(200);
  expect((await open("zakat"))["gold"]).toBe("");
  expectNoText((await site.get("/admin/zakat", { Cookie: staff })).text, "Nisab today");
});

test("project amounts accept usual spellings, and the default is among them", async () => {
  const path = "infrastructure/dormitories";
  const fields = await open(path);
  const wrong = await post(path, { ...fields, chosen: "7" });
  expect(wrong.text).toContain("Choose one of the amounts above");
  for (const target of ["", "0", "-1", "many"])
    expect((await post(path, { ...fields, target })).status, target).toBe(400);
  expect((await post(path, { ...fields, target: "TSh 700,000,000" })).status).toBe(303);
  expect((await site.get("/infrastructure/dormitories")).text).toContain("700,000,000");
});

test("a picture uploads with the form without script and needs a description", async () => {
  const fields = await open("hero");
  const png = await readFile("public/apple-touch-icon.png");
  const send = (more: Record<string, string>, file: Uint8Array<ArrayBuffer> = new Uint8Array(png)) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...fields, ...more })) form.set(name, value);
    form.set("picture-file", new File([file], "sign.png", { type: "image/png" }));
    return fetch(`${site.url}/admin/hero`, {
      method: "POST",
      body: form,
      headers: { Origin: site.url, Cookie: staff },
      redirect: "manual",
    });
  };
  for (const [file, words] of [
    [new TextEncoder().encode("no picture"), "Invalid file type. Please select an image file."],
    [new Uint8Array(6 * 1024 * 1024), "File too large. Please select an image smaller than 5MB."],
  ] as const)
    expectText(await (await send({}, file)).text(), words);
  const refused = await send({});
  expect(refused.status).toBe(400);
  const text = await refused.text();
  expect(text).toContain('href="#picture-alt"');
  expect(text).toContain("Enter a description of the image.");
  const known = fieldsOf(text);
  expect(known["picture-size"]).toBe("180x180");

  expect((await post("hero", { ...known, "picture-alt": "The fund's sign" })).status).toBe(303);
  expect((await site.get("/")).text).toContain('alt="The fund&#x27;s sign"');
  const set = await open("hero");
  expect(set["picture"]).toBe(known["picture"]);
  expect((await post("hero", { ...set, picture: "nobody-has-it" })).text).toContain(
    "Please select the image again.",
  );
  expect((await post("hero", { ...set, "picture-remove": "on" })).status).toBe(303);
  expect((await site.get("/")).text).not.toContain("The fund&#x27;s sign");
});

test("list buttons work without script and save nothing", async () => {
  const fields = await open("hero");
  const before = (await site.get("/")).text;
  const removed = fieldsOf((await post("hero", { ...fields, intent: "remove:stats.0" })).text);
  expect(removed["stats.count"]).toBe("2");
  expect(removed["stats.0.label.en"]).toBe(fields["stats.1.label.en"]);
  const added = fieldsOf((await post("hero", { ...removed, intent: "add:stats" })).text);
  expect([added["stats.count"], added["stats.2.label.en"]]).toEqual(["3", ""]);
  const moved = fieldsOf((await post("hero", { ...fields, intent: "down:stats.0" })).text);
  expect(moved["stats.1.label.en"]).toBe(fields["stats.0.label.en"]);
  expect((await site.get("/")).text).toBe(before);
});

const countersOf = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<dt>(Total [^<]+)<\/dt><dd>.*?data-live="([^"]+)"/gs)].map(([, label, figure]) => [
      label,
      figure,
    ]),
  );

const defaultCounters = {
  "Total Donors": "*.donors",
  "Total Raised": "*.raised",
  "Total Campaigns": "*.campaigns",
};

test("a live figure of the hero follows its row when rows are moved or removed", async () => {
  const own = defaultCounters;
  await onDatabase(
    site.databaseUrl,
    "update hero_section set stats = (select jsonb_agg(item - 'figure' order by at) from jsonb_array_elements(stats) with ordinality items (item, at))",
  );
  const first = await open("hero");
  const press = async (intent: string) =>
    fieldsOf((await post("hero", { ...(await open("hero")), intent })).text);
  expect((await post("hero", await press("down:stats.0"))).status).toBe(303);
  expect(countersOf((await site.get("/")).text)).toEqual(own);
  expect((await post("hero", await press("remove:stats.1"))).status).toBe(303);
  const { "Total Donors": _, ...others } = own;
  expect(countersOf((await site.get("/")).text)).toEqual(others);

  const added = {
    ...(await press("add:stats")),
    "stats.2.label.en": "Givers",
    "stats.2.value": "Live Counter",
  };
  expectText((await post("hero", added)).text, "Choose the figure that ‘Live Counter’ shows");
  const { opened = "" } = await open("hero");
  expect((await post("hero", { ...first, opened })).status).toBe(303);
  expect(countersOf((await site.get("/")).text)).toEqual(own);
});

test("a figure of the hero is a live one or staff's own text, chosen without typing its word", async () => {
  const first = await open("hero");
  const shown = (await site.get("/admin/hero", { Cookie: staff })).text;
  expect(wordsOf(shown)).not.toContain("Live Counter");
  expect([first["stats.0.figure"], first["stats.0.value"]]).toEqual(["donors", ""]);
  const own = { ...first, "stats.0.figure": "", "stats.0.value": "500+" };
  expect((await post("hero", own)).status).toBe(303);
  const home = (await site.get("/")).text;
  expect(Object.values(countersOf(home))).toEqual(["*.raised", "*.campaigns"]);
  expectText(home, "500+");

  const { opened = "", ...again } = await open("hero");
  expect([again["stats.0.figure"], again["stats.0.value"]]).toEqual(["", "500+"]);
  expect((await post("hero", { ...again, opened, "stats.0.figure": "donors" })).status).toBe(303);
  expect(countersOf((await site.get("/")).text)).toEqual(defaultCounters);
  const row = await site.db.selectFrom("hero_section").select("stats").executeTakeFirstOrThrow();
  expect(row.stats).toMatchObject([{ value: "Live Counter", figure: "donors" }, {}, {}]);
});

const withoutFigures = (column: string) =>
  `(select jsonb_agg(item - 'figure' order by at) from jsonb_array_elements(${column}) with ordinality items (item, at))`;

test("a draft older than the field of the figure has the figure of its row", async () => {
  const begun = await open("hero");
  await post("hero", { ...begun, "title.en": "A title from before the update", intent: "draft" });
  await onDatabase(
    site.databaseUrl,
    `update record_drafts set value = jsonb_set(value, '{stats}', ${withoutFigures("value -> 'stats'")}) where subject = 'hero'`,
  );
  const draft = await open("hero");
  const figures = [0, 1, 2].map((at) => `stats.${at}.figure`);
  expect(figures.map((name) => draft[name])).toEqual(figures.map((name) => begun[name]));
  expect((await post("hero", draft)).status).toBe(303);
  await onDatabase(
    site.databaseUrl,
    `insert into record_versions (subject, version, value, fingerprint, author_id)
     select subject, version + 1, jsonb_set(value, '{stats}', ${withoutFigures("value -> 'stats'")}), 'old', author_id
     from record_versions where subject = 'hero' order by version desc limit 1`,
  );
  const [, newest = ""] = (await site.get("/admin/history/hero", { Cookie: staff })).text.split("<li ");
  expect(newest).toContain("staff-card");
  expectNoText(newest, ", Value");
});

test("a figure with an unknown name is not shown", async () => {
  const begun = await open("hero");
  await onDatabase(
    site.databaseUrl,
    "update hero_section set stats = jsonb_set(stats, '{0,figure}', '\"speed\"')",
  );
  const { text } = await site.get("/");
  expect(Object.values(countersOf(text))).toEqual(["*.raised", "*.campaigns"]);
  expectNoText(text, "NaN");
  const { opened = "", "stats.0.figure": shown } = await open("hero");
  expect(shown).toBe("");
  expect((await post("hero", { ...begun, opened })).status).toBe(303);
});

test("a stale save shows both versions, keeps other changes, then saves", async () => {
  const mine = await open("hero");
  const theirs = await open("hero", colleague);
  await post("hero", { ...theirs, "title.en": "Juma's title", "subtitle.en": "Juma's subtitle" }, colleague);
  const refused = await post("hero", {
    ...mine,
    "title.en": "Amina's title",
    "buttonText.en": "Amina's button",
  });
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("juma saved this page while you were editing it");
  expect(refused.text).toContain("Juma&#x27;s title");
  const merged = fieldsOf(refused.text);
  expect(merged).toMatchObject({
    "title.en": "Amina's title",
    "subtitle.en": "Juma's subtitle",
    "buttonText.en": "Amina's button",
    "choose:title.en": "mine",
  });
  expect((await post("hero", { ...merged, "choose:title.en": "theirs" })).status).toBe(303);
  expect(await open("hero")).toMatchObject({
    "title.en": "Juma's title",
    "subtitle.en": "Juma's subtitle",
    "buttonText.en": "Amina's button",
  });
});

test("the history shows who changed what, and restores an earlier version", async () => {
  const fields = await open("hero");
  await post("hero", { ...fields, "title.en": "A title for a day" }, colleague);
  const history = await site.get("/admin/history/hero", { Cookie: staff });
  for (const text of ["juma", "Title (English)", "A title for a day", "Original version"])
    expect(history.text).toContain(text);
  // Only the moment of the first change is known, so the version before it has none.
  expect(history.text).toMatch(/<h2>Original version<\/h2>/);
  const opened = /name="opened" value="([^"]*)"/.exec(history.text)?.[1] ?? "";
  const restored = await postForm(site, "/admin/history/hero", { opened, version: "0" }, { Cookie: staff });
  expect([restored.status, restored.headers.location]).toEqual([303, "/admin/hero"]);
  expect((await site.get("/")).text).toContain("Give where knowledge grows");
  const again = await postForm(site, "/admin/history/hero", { opened, version: "1" }, { Cookie: staff });
  expect(again.headers.location).toBe("/admin/history/hero");
});

test("the history of one record of many is headed by its name", async () => {
  const { title } = await site.db
    .selectFrom("campaigns")
    .select("title")
    .where("id", "=", "conference-center")
    .executeTakeFirstOrThrow();
  const { text } = await site.get("/admin/history/campaigns/conference-center", { Cookie: staff });
  expect(text).toContain(`<h1>History: ${title}</h1>`);
});

test("a preview shows unsaved text in our own frame only, storing nothing", async () => {
  const fields = await open("hero");
  const typed = { ...fields, "title.en": "Only a <preview>", "title.sw": "Hakikisho tu" };
  const preview = await post("preview/hero?page=/", { ...typed, language: "en" });
  expect(preview.status).toBe(200);
  expect(preview.text).toContain("Only a &lt;preview&gt;");
  expect(preview.text).toContain("Our Impact");
  expect(preview.text).not.toContain("<script");
  expect(preview.headers["x-frame-options"]).toBe("SAMEORIGIN");
  expect(preview.headers["content-security-policy"]).toMatch(
    /frame-ancestors 'self'.*sandbox allow-same-origin$/,
  );
  expect(preview.headers["cache-control"]).toBe("private, no-store");
  const kiswahili = await post("preview/hero?page=/", { ...typed, language: "sw" });
  expect(kiswahili.text).toContain("Hakikisho tu");
  expect((await site.get("/")).text).not.toContain("Only a");
  expect(await open("hero")).toEqual(fields);

  const wrong = await post("preview/hero?page=/", { ...typed, "title.en": "" });
  expect([wrong.status, wrong.headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(wrong.text).toContain("Title (English): Enter some text");
});

test("a preview of a page that the record is not on is refused in words", async () => {
  const foreign = ["//evil.example", "https://evil.example/", "\\evil", "", "/privacy", "/admin/people"];
  const fields = await open("hero");
  for (const page of foreign) {
    const refused = await post(`preview/hero?page=${encodeURIComponent(page)}`, fields);
    expect([page, refused.status]).toEqual([page, 404]);
    expect(refused.text).toBe(
      "This editor has no preview of that page. Open the editor again, and use its preview.\n",
    );
  }
  for (const path of ["settings", "payment-stops"])
    expect((await post(`preview/${path}?page=/`, fields, admin)).status, path).toBe(404);
});

test.each([
  ["a text of 600 kB", 'name="title.en"', 600 * 1024],
  ["a file of 25 MB", 'name="other"; filename="a.png"', 25 * 1024 * 1024],
])("a form with %s is refused as too large, and says what to do", async (_, part, size) => {
  const refused = await site.ask("/admin/hero", {
    method: "POST",
    body: `--x\r\nContent-Disposition: form-data; ${part}\r\n\r\n${"a".repeat(size)}\r\n--x--\r\n`,
    headers: { Origin: site.url, Cookie: staff, "Content-Type": "multipart/form-data; boundary=x" },
  });
  expect(refused.status).toBe(413);
  expectText(refused.text, "This is too large to send");
  expectText(refused.text, "Nothing was saved. Go back to the form, shorten the text, and send it again.");
  expectNoText(refused.text, "Something went wrong on our side");
});

test.each(editors)(
  "$path: colleagues find a saved draft, visitors do not",
  async ({ path, text, seenAt }) => {
    const before = (await site.get(seenAt)).text;
    const fields = await open(path);
    const name = `${text}.en`;
    const typed = { ...fields, [name]: `${fields[name]} as a draft`, intent: "draft" };
    const answer = await post(path, typed);
    expect([answer.status, answer.headers.location], faultsIn(answer.text)).toEqual([303, `/admin/${path}`]);
    const page = await secondNode.get(`/admin/${path}`, { Cookie: colleague });
    expectText(page.text, "This is a draft that amina saved on");
    const begun = fieldsOf(page.text);
    expect(begun[name]).toBe(typed[name]);
    expect((await site.get(seenAt)).text).toBe(before);
    const list = await site.get("/admin/drafts", { Cookie: colleague });
    expectText(list.text, `href="/admin/${path}"`);
    expectNoText(list.text, "Publication");

    const discard = {
      intent: "discard",
      subject: subjectOf(list.text, path),
      fingerprint: begun["held"] ?? "",
    };
    expect((await post("drafts", discard, colleague)).status).toBe(303);
    expect(await open(path)).toEqual(fields);
  },
);

/** Its link to discard the draft names the record. */
function subjectOf(list: string, path: string): string {
  const row = list.slice(list.indexOf(`href="/admin/${path}"`));
  return decodeURIComponent(/discard=([^"]+)"/.exec(row)?.[1] ?? "");
}

test("a new campaign can begin as a draft, and its address is taken", async () => {
  const add = () => post("campaigns/new", { title: "Books for Girls" });
  const first = (await add()).headers.location ?? "";
  const path = "campaigns/books-for-girls";
  expect(first).toBe(`/admin/${path}?new=Books%20for%20Girls`);
  const fields = fieldsOf((await site.get(first, { Cookie: staff })).text);
  expect((await post(path, { ...fields, intent: "draft" })).headers.location).toBe(`/admin/${path}`);
  expect((await open(path, colleague))["title.en"]).toBe("Books for Girls");
  expect((await site.get("/campaigns/books-for-girls")).status).toBe(404);
  expect((await add()).headers.location).toContain("/admin/campaigns/books-for-girls-2?new");
  const { held = "" } = await open(path);
  await post("drafts", { intent: "discard", subject: "campaign:books-for-girls", fingerprint: held });
  expect((await site.get(`/admin/${path}`, { Cookie: staff })).status).toBe(404);
});

test("a goal with two meanings is asked about; the answer publishes as before", async () => {
  const path = "campaigns/conference-center";
  const fields = { ...(await open(path)), goal: "2.000.000" };
  const asked = await post(path, { ...fields, intent: "save" });
  expectText(asked.text, "Did you mean TSh\u00a02,000,000?");
  expect(asked.text).toMatch(/value="2,000,000"[^>]* name="meant-goal"/);
  const answer = { ...fieldsOf(asked.text), "meant-goal": "2,000,000" };
  expect((await post(path, answer)).status).toBe(303);
  expect((await open(path))["goal"]).toBe("2,000,000");
});

test("an answer to a question about a scheduled change publishes nothing now", async () => {
  const path = "campaigns/conference-center";
  const before = await open(path);
  const publishAt = `${addDays(dayOf(new Date()), 3)}T10:00`;
  const asked = await post(path, { ...before, goal: "3.000.000", publishAt, intent: "schedule" });
  const answer = { ...fieldsOf(asked.text), publishAt, "meant-goal": "3,000,000" };
  const scheduled = await post(path, answer);
  expect([scheduled.status, scheduled.headers.location]).toEqual([303, `/admin/${path}`]);
  const { goal_amount } = await site.db
    .selectFrom("campaigns")
    .select("goal_amount")
    .where("id", "=", "conference-center")
    .executeTakeFirstOrThrow();
  expect(goal_amount).toBe(BigInt((before["goal"] ?? "").replaceAll(",", "")));
  const { held = "" } = await open(path);
  await post("drafts", { intent: "discard", subject: "campaign:conference-center", fingerprint: held });
});

test("one button stops or starts one job, and the page says what a stop causes", async () => {
  const read = async () => (await site.get("/admin/settings", { Cookie: admin })).text;
  const first = await read();
  expectText(first, "<h1>Background jobs</h1>");
  for (const words of ["Save", "Publish later", 'type="checkbox"']) expectNoText(first, words);
  expectText(first, "While it is stopped, no email is sent, and donors get no receipts.");
  expect(first.match(/While it is stopped, /g), "each job").toHaveLength(13);
  expect(first.match(/<button(?=[^>]*name="do")(?=[^>]*value="stop")/g), "each job").toHaveLength(13);

  const press = async (job: string, what: string, cookie = admin) => {
    const answer = await post("settings", { job, do: what }, cookie);
    const notice = cookieOf(answer, /^amana_notice=/);
    const next = await site.get("/admin/settings", { Cookie: `${cookie}; ${notice}` });
    return { status: answer.status, text: next.text };
  };
  const switches = () => settings.read(site.db);
  expect((await press("check-ledger", "stop", staff)).status).toBe(403);
  const before = await switches();
  const stopped = await press("check-ledger", "stop");
  expect(stopped.status).toBe(303);
  expectText(stopped.text, "Job stopped: Check the ledger");
  expectText(stopped.text, 'aria-label="Start: Check the ledger"');
  expect(await switches()).toEqual(withValue(before ?? {}, "jobs.check-ledger", ""));
  expectText((await press("check-ledger", "stop")).text, "Job stopped: Check the ledger");
  await press("send-mail", "stop");
  expectText((await press("check-ledger", "start")).text, "Job started: Check the ledger");
  expect(await switches(), "only the other job stays stopped").toEqual(
    withValue(before ?? {}, "jobs.send-mail", ""),
  );
  await press("send-mail", "start");
  expect(await switches()).toEqual(before);
  for (const wrong of [
    { job: "nothing", do: "stop" },
    { job: "send-mail", do: "save" },
    { intent: "draft" },
  ]) {
    expect((await post("settings", wrong, admin)).status, JSON.stringify(wrong)).toBe(400);
    expect(await switches()).toEqual(before);
  }
  const history = await site.get("/admin/history/settings", { Cookie: admin });
  expectText(history.text, "Jobs that run: Check the ledger");
  expect((await post("drafts", { intent: "cancel", subject: "settings" })).status).toBe(403);
  for (const subject of ["nothing", "campaign:", "team:x"])
    expect((await post("drafts", { intent: "cancel", subject })).status, subject).toBe(404);
});

test("a change is scheduled in Tanzanian time, changed and cancelled", async () => {
  const day = addDays(dayOf(new Date()), 3);
  const fields = await open("hero");
  const later = { ...fields, "title.en": "From Saturday", intent: "schedule", publishAt: `${day}T18:30` };
  expect((await post("hero", later)).headers.location).toBe("/admin/hero");
  const { publish_at } = await site.db
    .selectFrom("record_drafts")
    .select("publish_at")
    .where("subject", "=", "hero")
    .executeTakeFirstOrThrow();
  expect(publish_at?.toISOString()).toBe(`${day}T15:30:00.000Z`);
  const page = await site.get("/admin/hero", { Cookie: colleague });
  expectText(page.text, "amina scheduled this change for");
  expectText(page.text, "at 18:30 EAT");
  expect(fieldsOf(page.text)["publishAt"]).toBe(`${day}T18:30`);
  expectText((await site.get("/admin/drafts", { Cookie: colleague })).text, "Scheduled by amina");

  const cancel = { intent: "cancel", subject: "hero" };
  expect((await post("drafts", cancel, colleague)).status).toBe(303);
  expectText((await site.get("/admin/hero", { Cookie: staff })).text, "This is a draft that amina saved on");
  expect((await post("hero", { ...(await open("hero")), "title.en": "From today" })).status).toBe(303);
  expect((await site.get("/")).text).toContain("From today");
  expect(await site.db.selectFrom("record_drafts").select("subject").execute()).toEqual([]);
});

test("a time in the past, too far ahead or unreadable is refused, and input stays", async () => {
  const fields = await open("hero");
  const today = dayOf(new Date());
  for (const publishAt of [
    "",
    "soon",
    "2026-02-31T10:00",
    `${addDays(today, -1)}T10:00`,
    `${addDays(today, 400)}T10:00`,
  ]) {
    const answer = await post("hero", { ...fields, "title.en": "Not yet", intent: "schedule", publishAt });
    expect(answer.status, publishAt).toBe(400);
    expectText(answer.text, "Date and time: Choose a time from now to one year ahead");
    expect(fieldsOf(answer.text)["title.en"]).toBe("Not yet");
  }
  const bank = await open("bank-details", admin);
  const forged = { ...bank, reason: "x", intent: "schedule", publishAt: `${addDays(today, 1)}T10:00` };
  expect((await post("bank-details", forged, admin)).status).toBe(400);
});

test("a draft opens on the conflict screen if the record changed since", async () => {
  const begun = await open("hero");
  await post("hero", { ...begun, "title.en": "Amina's draft", intent: "draft" });
  const { held = "" } = await open("hero");
  // A form that was opened before there was a draft, and knows of none, meets the draft first.
  const early = await post("hero", { ...begun, "title.en": "Juma's title" }, colleague);
  expect(early.status).toBe(409);
  expectText(early.text, "amina saved a draft of this page while you were editing it");
  const merged = fieldsOf(early.text);
  expect(merged).toMatchObject({ held, "title.en": "Juma's title", "compared-with": "draft" });
  const theirs = { ...merged, "choose:title.en": "theirs", "subtitle.en": "Juma's subtitle" };
  expect((await post("hero", { ...theirs, intent: "draft" }, colleague)).status).toBe(303);
  expect(await open("hero")).toMatchObject({
    "title.en": "Amina's draft",
    "subtitle.en": "Juma's subtitle",
  });

  const restore = { opened: begun["opened"] ?? "", version: "0" };
  await postForm(site, "/admin/history/hero", restore, { Cookie: staff });
  const stale = await site.get("/admin/hero", { Cookie: staff });
  expectText(stale.text, "You changed this page after the draft was saved");
  const seenByJuma = await site.get("/admin/hero", { Cookie: colleague });
  expectText(seenByJuma.text, "amina changed this page after the draft was saved");
  const both = fieldsOf(stale.text);
  expect(both).toMatchObject({ "title.en": "Amina's draft", "choose:title.en": "mine" });
  expect((await post("hero", { ...both, "choose:title.en": "theirs" })).status).toBe(303);
  expectNoText((await site.get("/admin/drafts", { Cookie: staff })).text, 'href="/admin/hero"');
});

test("a renamed figure keeps its number when a colleague moved the rows", async () => {
  const mine = await open("hero");
  const moved = fieldsOf((await post("hero", { ...mine, intent: "down:stats.0" }, colleague)).text);
  expect((await post("hero", moved, colleague)).status).toBe(303);
  const refused = await post("hero", { ...mine, "stats.0.label.en": "Total of All Donors" });
  expect(refused.status).toBe(409);
  expectText(refused.text, "You both changed these fields");
  const form = fieldsOf(refused.text);
  expect(form["choose:stats"]).toBe("mine");
  expect((await post("hero", form)).status).toBe(303);
  expect(countersOf((await site.get("/")).text)).toMatchObject({
    "Total of All Donors": "*.donors",
    "Total Raised": "*.raised",
  });
  const { opened = "" } = await open("hero");
  expect((await post("hero", { ...mine, opened })).status).toBe(303);
});

test("forms not made by the site are refused without server errors", async () => {
  for (const path of ["no-such-editor", "preview/no-such", "history/no-such", "preview/", "history/"])
    expect([404, 405], path).toContain((await post(path, {})).status);
  for (const fields of [
    {},
    { "stats.count": "1e9" },
    { opened: "x", intent: "add:__proto__" },
    { intent: "up:stats.x" },
  ])
    expect([200, 400], JSON.stringify(fields)).toContain((await post("hero", fields)).status);
  const strange = await site.ask("/admin/hero", {
    method: "POST",
    body: "{}",
    headers: { Origin: site.url, Cookie: staff, "Content-Type": "application/json" },
  });
  expect(strange.status).toBe(400);
});

/** Simulates a lost table. */
async function without(table: string, work: () => Promise<void>): Promise<void> {
  await onDatabase(site.databaseUrl, `alter table ${table} rename to away`);
  await work().finally(() => onDatabase(site.databaseUrl, `alter table away rename to ${table}`));
}

test("a read failure shows in the frame, without an empty form", async () => {
  site.expectErrors(/^Failed to|page failed/);
  for (const [table, path, words] of [
    ["vice_chancellor_message", "/admin/vice-chancellor", "Failed to load vice chancellor message"],
    ["bank_details", "/admin/bank-details", "Failed to load bank details"],
    ["campaigns_with_calculated_days", "/admin/campaigns", "Failed to fetch campaigns"],
    ["team_members", "/admin/team", "Failed to load team members"],
  ] as const)
    await without(table, async () => {
      const answer = await site.get(path, { Cookie: staff });
      expect([answer.status, /role="alert".*?<h1>([^<]*)/s.exec(answer.text)?.[1]]).toEqual([500, words]);
      for (const words of ["/admin/donations", "Try again"]) expectText(answer.text, words);
      expectNoText(answer.text, 'id="record"');
    });
  await without("cases", async () => {
    const answer = await site.get("/admin/cases", { Cookie: staff });
    expect(answer.status).toBe(500);
    for (const words of ["System Error", "Unexpected error: Unknown error"]) expectText(answer.text, words);
    expectNoText(answer.text, "does not exist");
  });
});

test("a write failure is reported in the page's words", async () => {
  site.expectErrors(/^Failed to|sign-in failed/);
  const post = (path: string, fields: Record<string, string>, cookie = admin) =>
    postForm(site, path, fields, { Cookie: cookie });
  const broken = `create function broken() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
    create trigger broken before update on campaigns for each statement execute function broken();
    create trigger broken before update on team_members for each statement execute function broken()`;
  await onDatabase(site.databaseUrl, broken);
  const message = async (path: string, fields: Record<string, string>) => {
    const { headers } = await post(path, fields);
    const cookie = headers["set-cookie"]?.join().match(/amana_notice=[\w-]+/)?.[0] ?? "";
    return (await site.get("/dashboard", { Cookie: `${admin}; ${cookie}` })).text;
  };
  const fun = { id: "fun-run-2025" };
  expectText(await message("/admin/campaigns", { ...fun, intent: "delete" }), "Failed to delete campaign");
  expectText(
    await message("/admin/campaigns", { id: "conference-center", intent: "paused" }),
    "Failed to save campaign",
  );
  expectText(await message("/admin/team", { id: "1", intent: "remove" }), "Failed to delete team member");
  const goals = await post("/admin/campaigns/goals", { goal: "5000", sure: "yes" });
  expect([goals.status, goals.text.includes("Failed to update campaign goals")]).toEqual([500, true]);
  await onDatabase(site.databaseUrl, "drop function broken cascade");

  await without("rate_limits", async () => {
    const answer = await postForm(site, "/auth", { username: "asha", password: "x" });
    expect(answer.status).toBe(500);
    for (const words of ["System Error", "Unexpected error: Unknown error", 'value="asha"'])
      expectText(answer.text, words);
  });
});

test("a failed save shows an error and keeps the input", async () => {
  site.expectErrors(/could not be saved/);
  const fields = await open("hero");
  const refuse = "alter table hero_section add constraint never check (title = '') not valid";
  await onDatabase(site.databaseUrl, refuse);
  const answer = await post("hero", { ...fields, "title.en": "Kept in the form" });
  await onDatabase(site.databaseUrl, "alter table hero_section drop constraint never");
  expect([answer.status, fieldsOf(answer.text)["title.en"]]).toEqual([500, "Kept in the form"]);
  expect(answer.text).toMatch(/class="toast" data-tone="error"><p><strong>Failed to update hero section/);
});

test("a zero byte in the form that restores a version is no error", async () => {
  const text = `${editors.find(({ path }) => path === "hero")?.text}.en`;
  const fields = await open("hero");
  expect((await post("hero", { ...fields, [text]: "Mti mwingine" })).status).toBe(303);
  const answer = await post("history/hero", { opened: "a\0b", version: "0" });
  expect([answer.status, answer.headers.location]).toEqual([303, "/admin/history/hero"]);
});
