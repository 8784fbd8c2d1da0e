import { beforeAll, expect, test } from "vitest";
import { makePerson, postForm, signIn } from "#tests/support/people.ts";
import { fieldsOf } from "#tests/support/record-form.ts";
import { testSite } from "#tests/support/site.ts";

const site = await testSite();
const secondNode = await testSite({ databaseUrl: site.databaseUrl });
let staff: string;
let colleague: string;
let organizer: string;

beforeAll(async () => {
  await makePerson(site.databaseUrl, "amina", "staff");
  await makePerson(site.databaseUrl, "juma", "staff");
  await makePerson(site.databaseUrl, "oscar", "organizer");
  [staff, colleague, organizer] = await Promise.all(
    ["amina", "juma", "oscar"].map((name) => signIn(site, name)),
  ).then(([one = "", two = "", three = ""]) => [one, two, three] as const);
});

const editors = [{ path: "hero", seenAt: ["/", "/sw"], saved: "Hero section updated successfully!" }];

const open = async (path: string, cookie = staff) =>
  fieldsOf((await site.get(`/admin/${path}`, { Cookie: cookie })).text);
const post = (path: string, fields: Record<string, string>, cookie = staff) =>
  postForm(site, `/admin/${path}`, fields, { Cookie: cookie });

test.each(editors)(
  "$path: what staff write is on the site with the next request, of every node",
  async (editor) => {
    const fields = await open(editor.path);
    const [en = "", sw = ""] = Object.keys(fields).filter((name) => /^(?!opened).*\.(?:en|sw)$/.test(name));
    const answer = await post(editor.path, {
      ...fields,
      [en]: "Mti <wenye> matunda",
      [sw]: 'Mti wa "Kiswahili"',
    });
    expect([answer.status, answer.headers.location], answer.text).toEqual([303, `/admin/${editor.path}`]);
    const [english = "", kiswahili = ""] = editor.seenAt;
    for (const node of [site, secondNode]) {
      expect((await node.get(english)).text).toContain("Mti &lt;wenye&gt; matunda");
      expect((await node.get(kiswahili)).text).toContain("Mti wa &quot;Kiswahili&quot;");
    }
    const cookies = [
      staff,
      ...(answer.headers["set-cookie"] ?? []).map((each) => each.split(";", 1).join()),
    ].join("; ");
    const after = await site.get(`/admin/${editor.path}`, { Cookie: cookies });
    expect(after.text).toContain(editor.saved);
  },
);

test.each(editors)("$path: saving it as it was opened changes nothing", async ({ path }) => {
  const fields = await open(path);
  expect((await post(path, fields)).status).toBe(303);
  expect(await open(path)).toEqual(fields);
});

test.each(editors)(
  "$path: what is left empty is said at its field, and what was typed is kept",
  async ({ path }) => {
    const fields = await open(path);
    const [required = ""] = Object.keys(fields).filter((name) => name.endsWith(".en"));
    const answer = await post(path, {
      ...fields,
      [required]: "  ",
      [required.replace(/en$/, "sw")]: "imebaki",
    });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(`href="#${required}"`);
    expect(answer.text).toMatch(/<p class="field-error"[^>]*>This cannot be empty/);
    expect(fieldsOf(answer.text)[required.replace(/en$/, "sw")]).toBe("imebaki");
  },
);

test.each(editors)("$path: nobody but staff sees, saves or previews it", async ({ path }) => {
  const fields = await open(path);
  for (const address of [`/admin/${path}`, `/admin/history/${path}`]) {
    expect((await site.get(address)).headers.location).toContain("/auth?next=");
    expect((await site.get(address, { Cookie: organizer })).status, address).toBe(403);
  }
  for (const address of [path, `preview/${path}`, `history/${path}`]) {
    expect((await post(address, fields, organizer)).status, address).toBe(403);
    expect((await post(address, fields, "")).headers.location, address).toBe("/auth");
  }
  const foreign = await postForm(site, `/admin/${path}`, fields, {
    Cookie: staff,
    Origin: "https://evil.example",
  });
  expect(foreign.status).toBe(403);
});

test("a list is changed by its buttons without script, and nothing is saved by them", async () => {
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

test("a stale save comes back with both versions; what only they changed is taken over; then it saves", async () => {
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

test("the history says who changed what, and brings an earlier version back", async () => {
  const fields = await open("hero");
  await post("hero", { ...fields, "title.en": "A title for a day" }, colleague);
  const history = await site.get("/admin/history/hero", { Cookie: staff });
  for (const text of ["juma", "Title (English)", "A title for a day", "before anybody edited it here"])
    expect(history.text).toContain(text);
  const opened = /name="opened" value="([^"]*)"/.exec(history.text)?.[1] ?? "";
  const restored = await postForm(site, "/admin/history/hero", { opened, version: "0" }, { Cookie: staff });
  expect([restored.status, restored.headers.location]).toEqual([303, "/admin/hero"]);
  expect((await site.get("/")).text).toContain("Give where knowledge grows");
  const again = await postForm(site, "/admin/history/hero", { opened, version: "1" }, { Cookie: staff });
  expect(again.headers.location).toBe("/admin/history/hero");
});

test("a preview is the real page with what was typed, for our own frame only, and leaves nothing behind", async () => {
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
  expect([wrong.status, wrong.headers["content-type"]]).toEqual([422, "text/plain; charset=utf-8"]);
  expect(wrong.text).toContain("Title (English): This cannot be empty");
  for (const page of ["//evil.example", "https://evil.example/", "\\evil", ""])
    expect((await post(`preview/hero?page=${encodeURIComponent(page)}`, typed)).text, page).toContain(
      "Only a",
    );
});

test("forms that nobody of ours made are refused, not stumbled over", async () => {
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
