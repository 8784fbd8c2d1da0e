import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { beforeAll, expect, inject, test } from "vitest";
import { chromiumFlags } from "#tests/support/browser/chromium.ts";
import { draftOnDevice } from "#tests/support/browser/device-drafts.ts";
import { makePerson, password } from "#tests/support/accounts/people.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
beforeAll(() => makePerson(site.databaseUrl, "amina", "staff"));

test("an editor's draft, stored every second, survives a killed browser", async () => {
  const profile = await mkdtemp(join(tmpdir(), "amana-profile-"));
  try {
    const first = await startBrowser(profile);
    await openEditor(first.page);
    const title = first.page.locator('[name="title.en"]');
    await title.fill("Typed and kept");
    await draftOnDevice(first.page, "Typed and kept");
    await title.fill("Typed at the very end");
    first.kill();
    await first.gone;

    const second = await startBrowser(profile);
    await openEditor(second.page);
    await second.page.getByRole("button", { name: "Restore changes" }).click();
    const kept = await second.page.locator('[name="title.en"]').inputValue();
    expect(["Typed and kept", "Typed at the very end"]).toContain(kept);
    second.kill();
    await second.gone;
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});

/** A separate browser with its own profile, which the test can kill as the system would. */
async function startBrowser(profile: string) {
  // A killed browser leaves its port, and a lock with which the next one can take the profile for used and end.
  for (const left of ["DevToolsActivePort", "SingletonLock", "SingletonSocket", "SingletonCookie"])
    await rm(join(profile, left), { force: true });
  const flags = [...chromiumFlags, "--headless", "--remote-debugging-port=0", `--user-data-dir=${profile}`];
  const child = spawn(inject("browser"), [...flags, "about:blank"], { stdio: "ignore", detached: true });
  const gone = once(child, "exit");
  const port = await expect
    .poll(() => readFile(join(profile, "DevToolsActivePort"), "utf8").catch(() => ""))
    .not.toBe("")
    .then(() => readFile(join(profile, "DevToolsActivePort"), "utf8"))
    .then((text) => text.split("\n")[0]);
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const [context] = browser.contexts();
  if (!context || child.pid === undefined) throw new Error("the browser did not start");
  const group = -child.pid;
  return { page: await context.newPage(), gone, kill: () => process.kill(group, "SIGKILL") };
}

async function openEditor(page: Page): Promise<void> {
  await page.goto(`${site.url}/auth?next=/admin/stats`);
  if (page.url().includes("/auth")) {
    await page.getByLabel("Username").fill("amina");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign In" }).click();
  }
  await page.waitForURL("**/admin/stats");
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith("__reactFiber")));
}
