import { beforeAll, beforeEach, expect, test } from "vitest";
import en from "#app/messages/en.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { expectAccessible, looks } from "#tests/support/browser/accessibility.ts";
import { boxOf, foot } from "#tests/support/browser/boxes.ts";
import { openClearedPage, type Look } from "#tests/support/browser/open.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { makePerson, password } from "#tests/support/accounts/people.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
const open = (path: string, look: Look = {}) => openClearedPage(site.url, path, look);
const refusals = /status of 4(00|01)/;
let amina: Awaited<ReturnType<typeof makePerson>>;

beforeAll(async () => {
  amina = await makePerson(site.databaseUrl, "amina");
});
beforeEach(() => onDatabase(site.databaseUrl, "delete from rate_limits"));

test("without script a person signs in from the home page and out", async () => {
  const page = await open("/", { javaScript: false, expected: /\/assets\/\S+\.js failed: csp/ });
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.waitForURL("**/auth");
  await page.getByLabel("Username").fill("amina");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/dashboard");
  for (const text of [amina.email, amina.id])
    expect(await page.getByRole("main").getByText(text).isVisible()).toBe(true);
  await page.getByRole("link", { name: "View Live Website" }).click();
  await page.waitForURL(`${site.url}/`);
  await page.getByRole("link", { name: "Your account" }).click();
  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await page.waitForURL("**/auth");
  expect(await page.getByRole("status").innerText()).toContain("Signed out successfully!");
  await page.goto("/dashboard");
  await page.waitForURL("**/auth?next=%2Fdashboard");
});

test("without script errors appear at the field and on top", async () => {
  const page = await open("/auth", { javaScript: false, expected: refusals });
  await page.getByRole("button", { name: "Sign In" }).click();
  const summary = page.getByRole("alert");
  expect(await summary.innerText()).toContain("Validation Error");
  await summary.getByRole("link", { name: "Password is required" }).click();
  expect(await page.getByLabel("Password").evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await page.getByLabel("Username").getAttribute("aria-describedby")).toContain("username-error");
  expect(await page.getByRole("button", { name: "Show" }).isVisible()).toBe(false);
});

test("a first press before the form's script also says what failed in a message", async () => {
  const page = await open("/auth", { expected: refusals });
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/\/assets\/sign-in\.island/, async (route) => {
    await held;
    await route.fallback();
  });
  await page.reload();
  const [posted] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === "POST"),
    page.getByRole("button", { name: "Sign In" }).click(),
  ]);
  expect(posted.status()).toBe(400);
  await page.getByRole("alert").waitFor();
  letGo();
  const toasts = page.getByRole("status", { name: "Messages" });
  await toasts.getByText("Validation Error").waitFor();
  for (const words of ["Username is required", "Password is required"])
    expect(await toasts.innerText()).toContain(words);
});

test("with script the page waits for the answer and shows progress", async () => {
  const page = await open("/auth?next=/campaigns", { expected: refusals });
  await page.getByLabel("Username").focus();
  await page.locator("[data-island=sign-in][data-awake]").waitFor();

  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("alert").waitFor();
  expect(await page.getByRole("alert").evaluate((alert) => alert === document.activeElement)).toBe(true);

  await page.getByLabel("Username").fill("amina");
  await page.getByLabel("Password").fill("wrong");
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("alert").getByText("Sign in failed: Invalid username or password").waitFor();
  const toasts = page.getByRole("status", { name: "Messages" });
  for (const words of ["Validation Error", "Username is required", "Authentication Error", "Sign in failed"])
    expect(await toasts.innerText()).toContain(words);
  expect(await page.getByLabel("Username").inputValue()).toBe("amina");
  expect(await page.getByLabel("Password").inputValue()).toBe("");

  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route("**/auth**", async (route) => {
    if (route.request().method() === "POST") await held;
    await route.fallback();
  });
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("button", { name: "Signing in..." }).waitFor();
  expect(await page.getByRole("button", { name: "Signing in..." }).isDisabled()).toBe(true);
  letGo();
  await page.getByRole("status").getByText("Signed in successfully! Redirecting...").waitFor();
  await page.waitForURL(`${site.url}/campaigns`);
  expect(await page.getByRole("link", { name: "Your account" }).isVisible()).toBe(true);
});

test("a password can be shown, hidden and pasted", async () => {
  const page = await open("/auth");
  const field = page.getByLabel("Password");
  await field.focus();
  await page.locator("[data-island=sign-in][data-awake]").waitFor();
  await field.fill("siri");
  await page.getByRole("button", { name: "Show" }).click();
  expect(await field.getAttribute("type")).toBe("text");
  await page.getByRole("button", { name: "Hide" }).click();
  expect(await field.getAttribute("type")).toBe("password");
  expect(await field.getAttribute("autocomplete")).toBe("current-password");
  expect(await page.getByLabel("Username").getAttribute("autocomplete")).toBe("username");
});

test("the dashboard hydrates within its policy and signs out", async () => {
  const page = await open("/sw/auth");
  await page.getByLabel("Jina la mtumiaji").fill("amina");
  await page.getByLabel("Nenosiri").fill(password);
  await page.getByRole("button", { name: "Ingia" }).click();
  await page.waitForURL("**/dashboard");
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith("__reactFiber")));
  expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Dashboard");
  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await page.waitForURL("**/auth");
  await page.getByRole("status").getByText("Signed out successfully!").waitFor();
});

test.each(looks)("sign-in and dashboard are accessible at $width px", async (look) => {
  const page = await open("/auth", { ...look, stillness: true, expected: refusals });
  await expectAccessible(page, "/auth");
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("alert").waitFor();
  await expectAccessible(page, "/auth with errors");
  await page.getByLabel("Username").fill("amina");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/dashboard");
  await expectAccessible(page, "/dashboard");
});

test("signing in needs no scrolling on a phone that also shows the consent banner", async () => {
  const page = await openClearedPage(site.url, "/auth", { width: 360 });
  await page.locator("[data-consent-banner]").waitFor();
  expect((await boxOf(page, "form .button")).bottom).toBeLessThanOrEqual(foot(page));
});

test("the notice after a sign-up covers no heading on a phone", async () => {
  const { done: title, doneText: text } = en.signUp;
  const [cookie = ""] = noticeCookie({ tone: "success", title, text }).split(";");
  const [name = "", value = ""] = cookie.split(/=(.*)/s);
  const page = await openClearedPage(site.url, "/privacy", { width: 360 });
  await page.context().addCookies([{ name, value, url: site.url }]);
  await page.goto("/auth");
  await page.locator(".toast").waitFor();
  // A live site has no notice of tests above its header, and asks about cookies once.
  await page
    .locator(".sandbox-notice, [data-consent-banner]")
    .evaluateAll((all) => all.forEach((each) => each.remove()));
  const [message, heading] = [await boxOf(page, ".toast"), await boxOf(page, "h1")];
  expect(message.bottom).toBeLessThanOrEqual(heading.top);
});

test("a message covers no field of a phone's form", async () => {
  const page = await openClearedPage(site.url, "/auth", { width: 360, expected: /401/ });
  await page.getByLabel("Username").fill("unknown-person");
  await page.getByLabel("Password", { exact: true }).fill("a wrong password");
  await page.locator("[data-island=sign-in][data-awake]").waitFor();
  await page.getByRole("button", { name: "Sign In" }).click();
  const message = await page.locator(".toast").boundingBox();
  for (const field of await page.locator("main input:visible").all()) {
    const box = await field.boundingBox();
    expect(box?.y).toBeGreaterThan((message?.y ?? Infinity) + (message?.height ?? 0));
  }
});
