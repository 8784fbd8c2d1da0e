import sharp from "sharp";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { expectAccessible, looks } from "#tests/support/browser/accessibility.ts";
import { openClearedPage, type Look } from "#tests/support/browser/open.ts";
import { makePerson, signIn } from "#tests/support/accounts/people.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
let cookie: string;
let photo: { name: string; mimeType: string; buffer: Buffer };

beforeAll(async () => {
  await makePerson(site.databaseUrl, "amina", "staff");
  cookie = await signIn(site, "amina");
  const noise = { type: "gaussian", sigma: 20 } as const;
  const image = sharp({ create: { width: 800, height: 500, channels: 3, background: "#1d7a4a", noise } });
  photo = { name: "photo.jpg", mimeType: "image/jpeg", buffer: await image.jpeg().toBuffer() };
});

async function openEditor(look: Look = {}): Promise<Page> {
  const page = await openClearedPage(site.url, "/healthz", { stillness: true, ...look });
  const [name = "", value = ""] = cookie.split("=");
  await page.context().addCookies([{ name, value, url: site.url }]);
  await page.goto("/admin/hero");
  if (look.javaScript !== false)
    await page.waitForFunction(() =>
      [...document.querySelectorAll("form")].some((form) =>
        Object.keys(form).some((key) => key.startsWith("__reactFiber")),
      ),
    );
  return page;
}

const field = (page: Page) => page.getByRole("group", { name: "Background image", exact: true });
const chooser = (page: Page) => field(page).locator("input[type=file]");
const message = (page: Page, words: string) => field(page).getByText(words).waitFor();
const idOf = (page: Page) => field(page).locator("input[name=picture]").inputValue();
const save = (page: Page) => page.getByRole("button", { name: "Publish now" }).click();

test("an uploaded image is public with its description and focal point", async () => {
  const page = await openEditor();
  await chooser(page).setInputFiles(photo);
  await message(page, "Image uploaded successfully");
  expect(await idOf(page)).toMatch(/^[0-9a-f]{32}$/);

  await field(page).getByLabel("From the left").press("End");
  await field(page).getByLabel("From the left").press("ArrowLeft");
  await field(page).getByLabel("From the top").press("Home");
  await field(page).getByLabel("Image description (English)").fill("Students in the new hall");
  await field(page).getByLabel("Image description (Kiswahili)").fill("Wanafunzi katika ukumbi mpya");
  await save(page);
  await page.getByText("Hero section updated successfully!").waitFor();

  await page.goto("/");
  const shown = page.getByRole("img", { name: "Students in the new hall" });
  expect(await shown.evaluate((image) => getComputedStyle(image).objectPosition)).toBe("90% 0%");
  await page.goto("/sw");
  expect(await page.getByRole("img", { name: "Wanafunzi katika ukumbi mpya" }).count()).toBe(1);
});

test("clicking the image sets its focal point and marks unsaved changes", async () => {
  const page = await openEditor();
  await chooser(page).setInputFiles(photo);
  await message(page, "Image uploaded successfully");
  await page.getByText("Unsaved changes").waitFor();
  const image = field(page).locator(".picture-whole");
  const { width = 0, height = 0 } = (await image.boundingBox()) ?? {};
  await image.click({ position: { x: width * 0.2, y: height * 0.71 } });
  expect(await field(page).getByLabel("From the left").inputValue()).toBe("20");
  expect(await field(page).getByLabel("From the top").inputValue()).toBe("70");
});

for (const [how, event] of [
  ["dropped", "drop"],
  ["pasted", "paste"],
] as const)
  test(`an image can be ${how}`, async () => {
    const page = await openEditor();
    await field(page)
      .locator(".picture-place")
      .evaluate(
        async (place, { event, bytes }) => {
          const data = new DataTransfer();
          const binary = Uint8Array.from(atob(bytes), (email) => email.charCodeAt(0));
          data.items.add(new File([binary], "photo.jpg", { type: "image/jpeg" }));
          const init = { bubbles: true, cancelable: true };
          place.dispatchEvent(
            event === "drop"
              ? new DragEvent("drop", { ...init, dataTransfer: data })
              : new ClipboardEvent("paste", { ...init, clipboardData: data }),
          );
        },
        { event, bytes: photo.buffer.toString("base64") },
      );
    await message(page, "Image uploaded successfully");
    expect(await idOf(page)).toMatch(/^[0-9a-f]{32}$/);
  });

test("removing an image moves focus to choosing another", async () => {
  const page = await openEditor();
  await chooser(page).setInputFiles(photo);
  await message(page, "Image uploaded successfully");
  await field(page).getByRole("button", { name: "Remove image" }).press("Enter");
  expect(await idOf(page)).toBe("");
  expect(await field(page).getByRole("img").count()).toBe(0);
  expect(await chooser(page).evaluate((input) => input === document.activeElement)).toBe(true);
});

test("large files and other types are refused before upload", async () => {
  const page = await openEditor();
  const sent: string[] = [];
  page.on("request", (request) => void sent.push(new URL(request.url()).pathname));
  await chooser(page).setInputFiles({ ...photo, buffer: Buffer.alloc(5 * 1024 * 1024 + 1) });
  await message(page, "File too large");
  await message(page, "Please select an image smaller than 5MB.");
  await chooser(page).setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("text") });
  await message(page, "Invalid file type");
  await message(page, "Please select an image file.");
  expect(sent).not.toContain("/admin/pictures");
});

test("a refused or interrupted upload is reported and keeps the image", async () => {
  const page = await openEditor({ expected: /status of 415|ERR_CONNECTION_RESET|net::/ });
  await chooser(page).setInputFiles(photo);
  await message(page, "Image uploaded successfully");
  const before = await idOf(page);
  await chooser(page).setInputFiles({ ...photo, buffer: Buffer.from("<svg/>") });
  await message(page, "Invalid file type");
  await page.route("**/admin/pictures", (route) => route.abort("connectionreset"));
  await chooser(page).setInputFiles(photo);
  await message(page, "There was an error uploading your image. Please try again.");
  expect(await idOf(page)).toBe(before);
});

test("a phone's large photo is resized before upload and stays upright", async () => {
  const noise = { type: "gaussian", sigma: 12 } as const;
  const large = sharp({ create: { width: 2000, height: 2600, channels: 3, background: "#1d7a4a", noise } });
  const lying = await large.jpeg({ quality: 92 }).withMetadata({ orientation: 6 }).toBuffer();
  expect(lying.length).toBeGreaterThan(1_000_000);
  const page = await openEditor();
  const answered = page.waitForResponse("**/admin/pictures");
  await chooser(page).setInputFiles({ ...photo, buffer: lying });
  expect(await (await answered).json()).toMatchObject({ width: 2400, height: 1846 });
  await message(page, "Image uploaded successfully");
});

test("without script the form uploads the file, and a checkbox removes it", async () => {
  const look: Look = { javaScript: false, expected: /\/assets\/\S+\.js failed: csp|status of 400/ };
  const page = await openEditor(look);
  await chooser(page).setInputFiles(photo);
  await field(page).getByLabel("Image description (English)").fill("Sent without script");
  await save(page);
  await page.getByText("Hero section updated successfully!").waitFor();
  await page.goto("/");
  expect(await page.getByRole("img", { name: "Sent without script" }).count()).toBe(1);

  await page.goto("/admin/hero");
  await field(page).getByLabel("Remove this image").check();
  await save(page);
  await page.goto("/");
  expect(await page.getByRole("img", { name: "Sent without script" }).count()).toBe(0);
});

test.each(looks)("the field is accessible at $width px", async (look) => {
  // The preview waits until the image has its description.
  const page = await openEditor({ ...look });
  await expectAccessible(page, "the picture's fields", "fieldset.picture-field");
  await chooser(page).setInputFiles(photo);
  await message(page, "Image uploaded successfully");
  await expectAccessible(page, "the picture's fields", "fieldset.picture-field");
});
