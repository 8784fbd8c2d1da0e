import type { IncomingHttpHeaders } from "node:http";
import { beforeAll, expect, test } from "vitest";
import { onDatabase } from "#tests/support/database/open.ts";
import { makePerson, postForm, signIn } from "#tests/support/accounts/people.ts";
import { fieldsOf } from "#tests/support/content/form-fields.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
let staff = "";
let admin = "";
let organizer = "";

beforeAll(async () => {
  await makePerson(site.databaseUrl, "amina", "staff");
  await makePerson(site.databaseUrl, "adam", "admin");
  await makePerson(site.databaseUrl, "oscar", "organizer");
  staff = await signIn(site, "amina");
  admin = await signIn(site, "adam");
  organizer = await signIn(site, "oscar");
});

const see = async (path: string, cookie = staff) =>
  (await site.get(`/admin/${path}`, { Cookie: cookie })).text;
const open = async (path: string) => fieldsOf(await see(path));
const post = (path: string, fields: Record<string, string>, cookie = staff) =>
  postForm(site, `/admin/${path}`, fields, { Cookie: cookie });
const setBy = ({ headers }: { headers: IncomingHttpHeaders }) =>
  headers["set-cookie"]?.map((cookie) => cookie.split(";", 1).join()).join("; ") ?? "";
const onSite = async (path: string) => site.get(path);

const rowsOf = (html: string) =>
  [...html.matchAll(/<th[^>]*scope="row"[^>]*>.*?<a[^>]*>([^<]+)</g)].map(([, title]) => title);

test("the list filters by words and status and includes undeleted campaigns", async () => {
  expect(rowsOf(await see("campaigns"))).toHaveLength(7);
  expect(await see("campaigns?q=girls")).toMatch(/<img[^>]*class="row-picture/);
  expect(rowsOf(await see("campaigns?q=girls"))).toEqual(["Girls dormitories"]);
  expect(rowsOf(await see("campaigns?status=completed"))).toEqual(["Fun run 2025"]);
  expect(await see("campaigns?status=completed")).toContain("Fun run 2025: 101% of the goal");
  expect(await see("campaigns?q=%25")).toContain("No campaigns found");
  for (const silly of ["status=none", "q=%00", "after='--", `q=${"x".repeat(5_000)}`])
    expect((await site.get(`/admin/campaigns?${silly}`, { Cookie: staff })).status, silly).toBe(200);
});

test("saved changes are on the campaign's page immediately, in both languages", async () => {
  const fields = await open("campaigns/cash-waqfu");
  const saved = await post("campaigns/cash-waqfu", {
    ...fields,
    "title.en": "Cash waqfu <for ever>",
    "title.sw": "Waqfu ya fedha ya kudumu",
    goal: "123,456,789",
  });
  expect([saved.status, saved.headers.location]).toEqual([303, "/admin/campaigns"]);
  expect((await onSite("/campaigns/cash-waqfu")).text).toContain("Cash waqfu &lt;for ever&gt;");
  expect((await onSite("/campaigns/cash-waqfu")).text).toContain("123,456,789");
  expect((await onSite("/sw/campaigns")).text).toContain("Waqfu ya fedha ya kudumu");
  expect(await see("history/campaigns/cash-waqfu")).toContain("Goal amount");
});

test("a new campaign is written, previewed, saved and receives a donation", async () => {
  const answer = await post("campaigns/new", { title: "Student scholarship fund" });
  expect(answer.headers.location).toBe(
    "/admin/campaigns/student-scholarship-fund?new=Student%20scholarship%20fund",
  );
  const taken = await post("campaigns/new", { title: "Zakat" });
  expect(taken.headers.location, "an address that is taken").toBe("/admin/campaigns/zakat-2?new=Zakat");
  for (const title of ["", "x", "!!!", "زكاة"])
    expect((await post("campaigns/new", { title })).status, title).toBe(400);

  const address = "campaigns/student-scholarship-fund";
  expect((await site.get(`/admin/${address}`, { Cookie: staff })).status, "not yet there").toBe(404);
  const blank = await open(`${address}?new=Student+scholarship+fund`);
  expect(blank).toMatchObject({
    category: "scholarship",
    subType: "tuition",
    currency: "TZS",
    status: "active",
  });
  const typed = {
    ...blank,
    "description.en": "Fees for those who cannot pay.",
    goal: "5000000",
    status: "pending",
  };
  const preview = await post(`preview/${address}?page=/${address}`, typed);
  expect(preview.text, "as if it were public").toContain("Fees for those who cannot pay.");
  const made = await post(`${address}?new=Student+scholarship+fund`, typed);
  expect(made.status, made.text).toBe(303);
  expect((await onSite(`/${address}`)).status, "pending is not public").toBe(404);
  expect((await post("campaigns", { id: "student-scholarship-fund", intent: "active" })).status).toBe(303);
  expect((await onSite(`/${address}`)).status).toBe(200);
});

const categoriesIn = (html: string) => {
  const [, options = ""] = /<select[^>]*id="category"[^>]*>(.*?)<\/select>/s.exec(html) ?? [];
  return [...options.matchAll(/<option[^>]*>([^<]+)/g)].map(([, label]) => label);
};

test("the form offers six categories, preselects none and keeps another", async () => {
  const six = ["Infrastructure", "Scholarship", "Research", "Alumni", "Waqfu", "Zakat"];
  expect(categoriesIn(await see("campaigns/zakat"))).toEqual(six);
  expect(categoriesIn(await see("campaigns/fun-run-2025"))).toEqual([...six, "Events"]);
  const address = "campaigns/a-library?new=A+library";
  expect(categoriesIn(await see(address))).toEqual(["Please choose", ...six]);
  const blank = await open(address);
  expect(blank["category"]).toBe("");
  const typed = { ...blank, "description.en": "Books.", goal: "5000000" };
  expect((await post(address, typed)).text).toContain("Please select a campaign category");
  expect((await post(address, { ...typed, category: "research" })).status).toBe(303);
});

test("invalid values are reported at their field, from rules and ledger", async () => {
  const fields = await open("campaigns/zakat");
  const wrong = async (more: Record<string, string>) =>
    (await post("campaigns/zakat", { ...fields, ...more })).text;
  expect(await wrong({ goal: "0" })).toContain("Goal amount must be a positive number");
  expect(await wrong({ goal: "1e9" })).toContain("Goal amount must be a positive number");
  expect(await wrong({ goal: "0.5" })).toContain("Enter a whole number of shillings, without cents");
  expect(await wrong({ goal: "12500.5" })).toContain("Did you mean TSh\u00a012,500?");
  expect(await wrong({ goal: "12.5" })).toContain("Did you mean TSh\u00a012,500?");
  const several = await wrong({ goal: "", "title.en": "", endDate: "" });
  for (const words of ["Goal amount must be a positive number", "Enter some text", "Enter a date"])
    expect(several).toContain(words);
  expect(await wrong({ endDate: "2000-01-01" })).toContain("End date must be on or after the start date");
  expect(await wrong({ category: "nonsense" })).toContain("Please select a campaign category");
  expect(await wrong({ subType: "tuition" })).toContain("This type does not belong to the category");
  expect(await wrong({ eventDay: "2026-01-01" })).toContain("Only events can have an event date");
  expect(await wrong({ currency: "USD" })).toContain("People have given in TZS: it stays.");
  const scholarship = { category: "scholarship", subType: "tuition", isZakatEligible: "" };
  expect(await wrong(scholarship)).toContain("People have given to it as it was: this stays.");
  for (const [more, words] of [
    [{ currency: "USD" }, "Currency: People have given in TZS: it stays."],
    [scholarship, "Zakat eligible: People have given to it as it was: this stays."],
  ] as const) {
    const preview = await post("preview/campaigns/zakat?page=/campaigns/zakat", { ...fields, ...more });
    expect([preview.status, preview.text]).toEqual([
      200,
      `To see the preview, fix this first:\n\n${words}\n`,
    ]);
  }
  expect(await open("campaigns/zakat")).toEqual(fields);
});

test("one press pauses, completes or activates, and the history records it", async () => {
  const press = (intent: string) => post("campaigns", { id: "ablution-block", intent });
  await press("paused");
  expect((await onSite("/campaigns/ablution-block")).text).toContain(
    "This campaign is paused and is not accepting donations at the moment.",
  );
  await press("completed");
  expect((await onSite("/campaigns/ablution-block")).text).toContain("This campaign is completed.");
  await press("active");
  expect((await onSite("/campaigns/ablution-block")).text).not.toContain("This campaign is");
  expect(await see("history/campaigns/ablution-block")).toContain("<ins>Paused</ins>");
  expect((await press("explode")).status).toBe(400);
});

test("deleting asks first, hides the campaign, loses nothing and is reversible", async () => {
  expect(await see("campaigns?delete=fun-run-2025")).toContain(
    "Are you sure you want to delete this campaign?",
  );
  const answer = await post("campaigns", { id: "fun-run-2025", intent: "delete" });
  expect((await site.get("/admin/campaigns", { Cookie: `${staff}; ${setBy(answer)}` })).text).toMatch(
    /name="intent" value="restore"\/?>\s*<button[^>]*>Undo</,
  );
  expect((await onSite("/campaigns/fun-run-2025")).status).toBe(404);
  expect(rowsOf(await see("campaigns"))).not.toContain("Fun run 2025");
  const deleted = await see("campaigns?status=deleted");
  expect(deleted).toContain("Fun run 2025");
  expect(deleted).toMatch(/class="status" data-tone="plain">Deleted</);
  expect(deleted).not.toMatch(/class="status"[^>]*>Completed</);
  expect(deleted).toMatch(/TSh\s25,340,000/);
  await post("campaigns", { id: "fun-run-2025", intent: "restore" });
  expect((await onSite("/campaigns/fun-run-2025")).status).toBe(200);
});

/** The number of campaigns that a reset would change, and of completed ones that keep their goal. */
async function reachOfReset(): Promise<[string, string]> {
  const page = await see("campaigns/goals", admin);
  const [, changed = ""] = /<strong>(\d+) campaigns?<\/strong>/.exec(page) ?? [];
  const [, kept = ""] = /(\d+) campaigns? that (?:is|are) completed keep/.exec(page) ?? [];
  return [changed, kept];
}

test("only an admin resets all goals, after confirming; the log keeps them", async () => {
  expect((await site.get("/admin/campaigns/goals", { Cookie: staff })).status).toBe(403);
  expect((await post("campaigns/goals", { goal: "3000000000", sure: "yes" })).status).toBe(403);
  expect(await see("campaigns")).not.toContain("Reset all goals");
  expect(await see("campaigns/goals", admin)).toContain('value="3,000,000,000"');
  expect((await post("campaigns/goals", { goal: "3000000000" }, admin)).status).toBe(400);
  for (const goal of ["-1", "1,5"])
    expect((await post("campaigns/goals", { goal, sure: "yes" }, admin)).status, goal).toBe(400);
  const [before] = await reachOfReset();
  const done = await post("campaigns/goals", { goal: "3,000,000,000", sure: "yes" }, admin);
  expect([done.status, done.headers.location]).toEqual([303, "/admin/campaigns"]);
  const toast = await site.get("/admin/campaigns", { Cookie: `${admin}; ${setBy(done)}` });
  expect(toast.text).toContain(`Goal updated for ${before} campaigns`);
  expect(toast.text).toMatch(/action="\/admin\/campaigns\/goals"[^>]*><input[^>]*name="undo" value="\d+"/);
  expect((await open("campaigns/fun-run-2025"))["goal"]).not.toBe("3,000,000,000");
  expect(await reachOfReset(), "the completed campaign keeps its goal").toEqual(["0", "1"]);
  expect((await onSite("/campaigns/girls-dormitories")).text).toContain("3,000,000,000");
  await onDatabase(
    site.databaseUrl,
    `do $$ begin
       if not exists (select from audit_log where action = 'goals-reset' and before ->> 'girls-dormitories' = '650000000')
       then raise exception 'the goals before are not kept'; end if;
     end $$`,
  );
});

test("a reset of all goals is in each campaign's history, and an admin can undo it", async () => {
  const goal = async (id: string) => (await open(`campaigns/${id}`))["goal"];
  const history = await see("history/campaigns/girls-dormitories");
  expect(history).toMatch(/<del>TSh\s650,000,000<\/del>/);
  expect(history).toMatch(/<ins>TSh\s3,000,000,000<\/ins>/);
  const page = await see("campaigns/goals", admin);
  const undo = /<button[^>]* value="(\d+)"[^>]*>Undo/.exec(page)?.[1] ?? "";
  expect(page).toContain("Last reset");
  expect((await post("campaigns/goals", { undo })).status, "staff").toBe(403);
  // Someone has chosen another goal since the reset.
  await post("campaigns/cash-waqfu", { ...(await open("campaigns/cash-waqfu")), goal: "123456789" });
  const undone = await post("campaigns/goals", { undo }, admin);
  expect([undone.status, undone.headers.location]).toEqual([303, "/admin/campaigns"]);
  expect(await goal("girls-dormitories")).toBe("650,000,000");
  expect(await goal("cash-waqfu")).toBe("123,456,789");
  expect((await onSite("/campaigns/girls-dormitories")).text).toContain("650,000,000");
  expect(await see("campaigns/goals", admin)).not.toContain("Last reset");
  const again = await post("campaigns/goals", { undo }, admin);
  expect(again.headers.location).toBe("/admin/campaigns/goals");
});

test("Undo in a campaign's history takes back its newest change only", async () => {
  const goal = async () => (await open("campaigns/girls-dormitories"))["goal"];
  await post("campaigns/goals", { goal: "3000000000", sure: "yes" }, admin);
  const history = await see("history/campaigns/girls-dormitories");
  const opened = /name="opened" value="([^"]+)"/.exec(history)?.[1] ?? "";
  const undo = [...history.matchAll(/value="(\d+)"[^>]*aria-label="Undo the change of [^"]*"/g)];
  expect(undo).toHaveLength(1);
  const done = await post("history/campaigns/girls-dormitories", { opened, version: undo[0]?.[1] ?? "" });
  expect([done.status, done.headers.location]).toEqual([303, "/admin/campaigns/girls-dormitories"]);
  const { text } = await site.get(done.headers.location ?? "", { Cookie: `${staff}; ${setBy(done)}` });
  expect(text).toMatch(/Undone: the goal is TSh\s650,000,000</);
  expect(await goal()).toBe("650,000,000");
  await post("campaigns/goals", { undo: await lastReset() }, admin);
});

test("the message after Undo names everything that it took back", async () => {
  const path = "campaigns/girls-dormitories";
  const before = await open(path);
  await post(path, { ...before, "title.en": "Another title", goal: "710000000" });
  const history = await see(`history/${path}`);
  const opened = /name="opened" value="([^"]+)"/.exec(history)?.[1] ?? "";
  const version = /value="(\d+)"[^>]*aria-label="Undo the change of/.exec(history)?.[1] ?? "";
  const done = await post(`history/${path}`, { opened, version });
  const { text } = await site.get(done.headers.location ?? "", { Cookie: `${staff}; ${setBy(done)}` });
  expect(text).toMatch(/Undone: the goal is TSh\s650,000,000</);
  expect(text).toContain("Also undone: Title (English)");
  expect((await open(path))["title.en"]).toBe(before["title.en"]);
});

const lastReset = async () =>
  /<button[^>]* value="(\d+)"[^>]*>Undo/.exec(await see("campaigns/goals", admin))?.[1] ?? "";

test("only staff reach these pages", async () => {
  for (const path of ["campaigns", "campaigns/new", "campaigns/zakat", "team", "team/1"]) {
    expect((await site.get(`/admin/${path}`)).headers.location, path).toContain("/auth?next=");
    expect((await site.get(`/admin/${path}`, { Cookie: organizer })).status, path).toBe(403);
    expect((await post(path, { intent: "delete", id: "zakat" }, organizer)).status, path).toBe(403);
  }
  expect((await onSite("/campaigns/zakat")).status).toBe(200);
});

const namesOn = async (path: string) =>
  [...(await onSite(path)).text.matchAll(/<h3>((?:Prof|Dr|Sheikh|Bi|Ms|Eng|Mr)[^<]*|Zed[^<]*)<\/h3>/g)].map(
    ([, name]) => name,
  );
const membersOf = (html: string) =>
  [...html.matchAll(/href="\/admin\/team\/(\d+)"[^>]*>([^<]+)</g)].map(([, id = "", name = ""]) => ({
    id,
    name,
  }));

test("team members can be added, sorted and removed", async () => {
  const before = membersOf(await see("team"));
  expect(before.length).toBeGreaterThan(3);
  const begun = await post("team", { intent: "add" });
  const address = begun.headers.location?.replace("/admin/", "") ?? "";
  expect(address).toMatch(/^team\/\d+\?new$/);
  const blank = await open(address);
  const refused = await post(address, { ...blank, name: " " });
  expect([refused.status, refused.text.includes("Name and role are required")]).toEqual([400, true]);
  const made = await post(address, {
    ...blank,
    name: "Zed Mfano",
    "role.en": "Treasurer",
    "role.sw": "Mweka hazina",
  });
  expect([made.status, made.headers.location]).toEqual([303, "/admin/team"]);
  expect((await onSite("/sw")).text).toContain("Mweka hazina");

  const members = membersOf(await see("team"));
  expect(members.map(({ name }) => name)).toEqual([...before.map(({ name }) => name), "Zed Mfano"]);
  const zed = members.at(-1)?.id ?? "";
  await post("team", { intent: "up", id: zed });
  expect(membersOf(await see("team")).at(-2)?.name).toBe("Zed Mfano");
  await post("team", { intent: "order", ids: [zed, ...before.map(({ id }) => id)].join() });
  expect(membersOf(await see("team"))[0]?.name).toBe("Zed Mfano");
  expect((await namesOn("/"))[0]).toBe("Zed Mfano");
  await post("team", { intent: "order", ids: zed });
  expect(membersOf(await see("team")), "an order without one member").toHaveLength(members.length);

  expect(await see(`team?delete=${zed}`)).toContain("Are you sure you want to delete this team member?");
  await post("team", { intent: "remove", id: zed });
  expect((await onSite("/")).text).not.toContain("Zed Mfano");
  expect(await see("team")).toContain("No longer shown");
  await post("team", { intent: "restore", id: zed });
  expect((await onSite("/")).text).toContain("Zed Mfano");
});
