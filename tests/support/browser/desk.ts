import { beforeAll } from "vitest";
import type { Page } from "playwright-core";
import type { Look } from "./open.ts";
import { reportedDonation, scriptedProvider } from "#tests/support/donations/begin.ts";
import { makePerson, postForm, signIn } from "#tests/support/accounts/people.ts";
import { submissionFields } from "#tests/support/campaigns/submission.ts";
import { testSite } from "#tests/support/server/site.ts";
import { staffPages } from "./staff-pages.ts";

/** A site with two admins, one of the staff and an organizer. Call it at the top of a test file. */
export async function openDesk() {
  const site = await testSite();
  const { db } = site;
  const provider = scriptedProvider();
  const { open } = staffPages(site);

  beforeAll(async () => {
    await makePerson(site.databaseUrl, "juma", "staff");
    await makePerson(site.databaseUrl, "asha", "admin");
    await makePerson(site.databaseUrl, "neema", "admin");
    await makePerson(site.databaseUrl, "mwandaaji", "organizer");
  });

  const donation = (paid: boolean) =>
    reportedDonation(db, provider, "conference-center", paid ? {} : { amount: 9_999n });

  const openAs = (name: string, path: string, look: Look = {}) =>
    open(name, path, {
      ...(look.javaScript === false && { expected: /failed: csp/ }),
      stillness: false,
      ...look,
    });

  async function submitted(): Promise<string> {
    const headers = { Cookie: await signIn(site, "mwandaaji") };
    const sent = await postForm(site, "/organizer/new", { ...submissionFields(), do: "submit" }, headers);
    return `/admin/submissions/${sent.headers.location?.split("/").at(-1)}`;
  }

  return { site, db, donation, open, openAs, submitted };
}

/** Reaches a control by keyboard and presses it. */
export async function press(page: Page, name: string) {
  const control = page.getByRole("button", { name, exact: true });
  await control.focus();
  await page.keyboard.press("Enter");
}
