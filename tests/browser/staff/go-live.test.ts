import { beforeAll, test } from "vitest";
import { expectAccessible, looks } from "#tests/support/browser/accessibility.ts";
import { staffPages } from "#tests/support/browser/staff-pages.ts";
import { makePerson } from "#tests/support/accounts/people.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
const { open } = staffPages(site);

beforeAll(async () => {
  await makePerson(site.databaseUrl, "asha", "admin");
});

test.each([
  [true, "contact", "Contact details", "address.en"],
  [false, "payee", "Name of the payee", "name.en"],
])(
  "an admin confirms, a changed text reopens the point (script: %s)",
  async (javaScript, name, title, field) => {
    const expected = javaScript ? {} : { expected: /failed: csp/ };
    const page = await open("asha", "/dashboard", { javaScript, ...expected });
    await page.getByRole("link", { name: "Open points before you go live" }).click();
    const item = page.locator(`#point-${name}`);
    await item.getByText(`Confirm ${title}`).click();
    await item.getByLabel("Checked by").fill("Neema Said, treasurer");
    await item.getByRole("button", { name: "Confirm", exact: true }).click();
    await item.getByText("Checked by Neema Said, treasurer. Confirmed by asha").waitFor();

    await item.getByRole("link").click();
    await page.locator(`[name="${field}"]`).fill("Another text");
    await page.getByRole("button", { name: "Publish now" }).click();
    await page.getByText("updated successfully!").first().waitFor();
    await page.goto("/admin/go-live");
    await item.getByText("Changed since then").waitFor();
  },
);

test.each(looks)("the list before going live is accessible at $width px", async (look) => {
  const page = await open("asha", "/admin/go-live", look);
  await page.getByText("Confirm Terms of Service").click();
  await expectAccessible(page);
});
