import { beforeAll, expect, test } from "vitest";
import { keepJobRun } from "#operations/system/record-job-run.ts";
import { updateAlarms } from "#operations/system/update-alarms.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { makePerson, signIn } from "#tests/support/accounts/people.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
const cookies = { asha: "", juma: "", salma: "", organizer: "" };

beforeAll(async () => {
  await makePerson(site.databaseUrl, "asha", "admin");
  await makePerson(site.databaseUrl, "juma", "staff");
  await makePerson(site.databaseUrl, "salma", "staff");
  await makePerson(site.databaseUrl, "organizer", "organizer");
  for (const name of ["asha", "juma", "salma", "organizer"] as const)
    cookies[name] = await signIn(site, name);
});

const get = async (path: string, name: keyof typeof cookies) => {
  const answer = await site.get(path, { Cookie: cookies[name] });
  return { ...answer, text: answer.text.replaceAll("<!-- -->", "") };
};

const editors = [
  ["hero", "Hero Section"],
  ["about", "About Section"],
  ["campaigns", "Campaigns"],
  ["bank-details", "Bank Details"],
  ["stats", "Stats"],
  ["team", "Team"],
  ["how-it-works", "How It Works"],
  ["zakat", "Zakat"],
  ["contact", "Contact"],
  ["vice-chancellor", "Vice Chancellor"],
] as const;

test("staff see the ten editors, the staff pages and current activity", async () => {
  const { text } = await get("/dashboard", "juma");
  for (const [path, label] of editors)
    expect(text).toMatch(new RegExp(`href="/admin/${path}"[^>]*>${label}<`));
  for (const words of [
    "Today",
    "Last 7 days",
    "Last 30 days",
    "Nothing else waits for you.",
    "AzamPay",
    "Selcom",
    "View Live Website",
  ])
    expect(text).toContain(words);
  expect(text).toMatch(/TSh\s[\d,]+/);
  expect(text.indexOf("Needs attention")).toBeLessThan(text.indexOf("Last 30 days"));
  expect(text).not.toContain("<strong>0</strong>");
  expect(text).not.toContain("/admin/people");
  expect(text, "as specified").toContain("User ID");
  expect((await get("/dashboard", "asha")).text).toContain("/admin/people");
});

test("on a new site, the editors promise no days, and the wait of an invitation is one word", async () => {
  const editors = await get("/admin/editors", "juma");
  expect(editors.text).toContain("Hero Section");
  expect(editors.text).not.toContain("The day beside a name");
  expect((await get("/admin/invitations", "asha")).text).toContain("for up to 7\u00a0days");
});

test("a page outside one's role redirects to the dashboard", async () => {
  for (const [path, who] of [
    ["/admin/people", "juma"],
    ["/admin/settings", "juma"],
    ["/admin/history/settings", "juma"],
    ["/admin/payment-stops", "juma"],
    ["/admin/donations", "organizer"],
  ] as const) {
    const { status, text } = await get(path, who);
    expect(status, path).toBe(403);
    expect(text, path).toContain("<h1>You cannot view this page</h1>");
    expect(text, path).toMatch(/href="\/dashboard"[^>]*>Back to Dashboard</);
  }
  for (const path of ["/admin/settings", "/admin/people", "/admin/audit"])
    expect((await get(path, "juma")).text, `${path} inside the frame`).toContain('class="staff-header"');
  expect((await get("/admin/donations", "organizer")).text).not.toContain('class="staff-header"');
});

test("only admins are sent to the switches of the jobs", async () => {
  const link = 'href="/admin/settings"';
  const [forStaff, forAdmin] = await Promise.all([
    get("/admin/health", "juma"),
    get("/admin/health", "asha"),
  ]);
  expect(forStaff.text).toContain("An admin can stop and start jobs.");
  expect(forStaff.text).not.toContain(link);
  expect(forAdmin.text).toMatch(/You can stop and start jobs in <a[^>]*href="\/admin\/settings"/);
});

test("a missing record shows an error and a link to the list", async () => {
  for (const [path, back] of [
    ["/admin/campaigns/nothing-like-it", "/admin/campaigns"],
    ["/admin/team/99999", "/admin/team"],
    ["/admin/cases/99999", "/admin/cases"],
    ["/admin/donations/99999", "/admin/donations"],
    ["/admin/donations/99999/refund", "/admin/donations"],
    ["/admin/offline-donations/99999", "/admin/offline-donations"],
    ["/admin/mail/99999", "/admin/mail"],
    ["/admin/approvals/99999", "/admin/approvals"],
    ["/admin/people/nobody", "/admin/people"],
    ["/admin/history/nothing", "/dashboard"],
    ["/admin/nothing", "/dashboard"],
  ] as const) {
    const { status, text } = await get(path, "asha");
    expect([status, /<h1[^>]*>([^<]+)/.exec(text)?.[1]], path).toEqual([404, "Page Not Found"]);
    expect(text.slice(text.indexOf("<main")), path).toContain(`href="${back}"`);
    expect(text, path).not.toMatch(/went wrong|did not charge you/);
  }
});

test("old addresses of approvals and offline donations redirect permanently", async () => {
  for (const [old, now] of [
    ["/admin/proposals", "/admin/approvals"],
    ["/admin/proposals/7", "/admin/approvals/7"],
    ["/admin/proposals?status=open", "/admin/approvals?status=open"],
    ["/admin/offline-gifts", "/admin/offline-donations"],
    ["/sw/dashboard", "/dashboard"],
    ["/admin", "/dashboard"],
    ["/sw/admin/donations?state=paid", "/admin/donations?state=paid"],
    ["/admin/offline-gifts/7/document", "/admin/offline-donations/7/document"],
  ] as const) {
    const { status, headers } = await get(old, "juma");
    expect([status, headers["location"]], old).toEqual([301, now]);
  }
  expect((await get("/admin/proposals/7", "organizer")).status).toBe(403);
});

test("the dashboard redirects an organizer to their campaigns", async () => {
  const { status, headers, text } = await get("/dashboard", "organizer");
  expect([status, headers["location"]]).toEqual([303, "/organizer"]);
  for (const words of ["/admin/", "Open cases", "Hero Section"]) expect(text).not.toContain(words);
  expect((await get("/admin/health", "organizer")).status).toBe(403);
});

test("an unknown staff link shows the error inside the staff area", async () => {
  const { status, text } = await get("/admin/nothing/here", "juma");
  expect([status, text.includes("Page Not Found"), text.includes("Back to Dashboard")]).toEqual([
    404,
    true,
    true,
  ]);
});

test("everything that waits for a person is counted, also in the navigation", async () => {
  await onDatabase(
    site.databaseUrl,
    `insert into site_settings (key, value, is_public) values ('payments', '{"stopped": true}', true)
       on conflict (key) do update set value = excluded.value;
     insert into offline_donations (campaign_id, amount, currency, method, received_on, reference, donor, language, entered_by)
       select 'zakat', 50000, 'TZS', 'cash', current_date, 'C-1', '{"kind": "anonymous"}', 'en', id
       from users where username = 'juma';
     alter table donations disable trigger keep_agreement;
     update donations set is_shown = true, message = 'Allah akubali'
       where id = (select min(id) from donations where status = 'completed' and reversed_at is null);
     alter table donations enable trigger keep_agreement`,
  );
  const { text } = await get("/dashboard", "salma");
  for (const [label, address] of [
    ["Offline donation to confirm", "/admin/offline-donations?status=entered"],
    ["Message to approve", "/admin/support-messages"],
  ])
    expect(text).toContain(`<strong>1</strong><a href="${address}" data-discover="true">${label}</a>`);
  for (const words of ["Online payments are stopped", "No mail server is set up"])
    expect(text).toContain(words);
  for (const label of ["Offline donations", "Messages of support"])
    expect(text).toMatch(new RegExp(`>${label}</span><span class="waiting-count">1<`));
  expect(text).not.toMatch(/>Submissions<\/span><span class="waiting-count">/);
});

test("a person sees only requests and offline donations that they may decide", async () => {
  await onDatabase(
    site.databaseUrl,
    `alter table proposals disable trigger user;
     insert into proposals (kind, subject, details, reason, proposed_by)
       select 'bank-details', 'bank-details', '{"kind": "bank-details", "was": null, "becomes": {}}', 'A new branch', id
       from users where username = 'juma';
     alter table proposals enable trigger user`,
  );
  const toldOf = async (name: keyof typeof cookies) => {
    const { text } = await get("/dashboard", name);
    const listed = /<ul class="waiting-list">.*?<\/ul>/s.exec(text)?.[0] ?? "";
    const menu = [...text.matchAll(/>([\w ]+)<\/span><span class="waiting-count">/g)].map(
      ([, label]) => label,
    );
    return ["Request to approve", "Offline donation to confirm", "Approvals", "Offline donations"].filter(
      (label) => listed.includes(`>${label}<`) || menu.includes(label),
    );
  };
  const [approve, confirm] = [
    ["Request to approve", "Approvals"],
    ["Offline donation to confirm", "Offline donations"],
  ] as const;
  expect(await toldOf("asha")).toEqual([approve[0], confirm[0], approve[1], confirm[1]]);
  expect(await toldOf("salma"), "staff confirm, and do not approve").toEqual([...confirm]);
  expect(await toldOf("juma"), "who requested and entered them").toEqual([]);
  await onDatabase(
    site.databaseUrl,
    `alter table role_grants disable trigger user;
     update role_grants set given_at = now() where user_id = (select id from users where username = 'salma');
     alter table role_grants enable trigger user`,
  );
  expect(await toldOf("salma"), "new for 72 hours: counted, and not to confirm yet").toEqual([confirm[1]]);
  expect((await get("/dashboard", "salma")).text).toMatch(
    />Offline donation waits<\/a><small>You can confirm it from \d/,
  );
});

test("a requested change counts among the submissions of the navigation", async () => {
  await onDatabase(
    site.databaseUrl,
    `alter table change_requests disable trigger user;
     insert into change_requests (campaign_id, requested_by, language, goal_was, end_date_was, goal, reason)
       select 'zakat', id, 'en', 100, current_date, 200, 'More families asked for help.'
       from users where username = 'juma';
     alter table change_requests enable trigger user`,
  );
  const { text } = await get("/dashboard", "juma");
  expect(text).toContain(
    '<a href="/admin/submissions#changes" data-discover="true">Requested change to review</a>',
  );
  expect(text).toMatch(/>Submissions<\/span><span class="waiting-count">1</);
});

test("waiting and broken items are counted and named", async () => {
  await onDatabase(
    site.databaseUrl,
    `insert into cases (kind, subject) values ('mail-server', 'mail');
     insert into site_settings (key, value) values ('jobs', '{"forget-expired": false}')
       on conflict (key) do update set value = excluded.value`,
  );
  expect((await get("/admin/health", "juma")).text).toContain("Not checked yet");
  const problems = [{ promise: "I5", problem: "fund total differs from its campaigns", subject: "TZS" }];
  await keepJobRun(site.db, "check-ledger", new Date(), { outcome: { count: 1, problems } });
  await keepJobRun(site.db, "send-mail", new Date(), { failure: "the server is <away>" });
  await keepJobRun(site.db, "forget-expired", new Date(), {
    outcome: { attempts: 0, provider_messages: 35 },
  });
  await updateAlarms(site.db, { kinds: ["sign-ins", "mismatch"] }, [
    { kind: "sign-ins", refused: 31 },
    { kind: "mismatch", cases: 1, requested: 1 },
  ]);
  const overview = (await get("/dashboard", "juma")).text.replaceAll("<!-- -->", "");
  expect(overview).toMatch(/<li><a href="\/admin\/health#jobs"[^>]*>Job stopped: Delete expired data<\/a>/);
  expect(overview).not.toContain("Job stopped: Send emails");
  expect(overview).toContain("Failed: Totals by campaign, by day and for the fund match the ledger (I5)");
  const { text } = await get("/admin/health", "juma");
  for (const words of [
    "fund total differs from its campaigns: TZS",
    "the server is &lt;away&gt;",
    "Stopped by staff",
    "Every journal entry balances to zero",
    "Delete expired data<small>forget-expired</small>",
    "35 provider messages cleared",
    "Many refused sign-ins",
    "31 sign-ins were refused within 10 minutes",
    "PostgreSQL 1",
    "% free",
    'href="/admin/cases?kind=mismatch"',
    'href="/admin/cases?kind=mismatch&amp;status=waiting"',
    "To decide: 0. Waiting for approval: 1.",
  ])
    expect(text).toContain(words);
});
