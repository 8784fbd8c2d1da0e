import { expect, test } from "vitest";
import { findProject, listProjects } from "#database/campaigns/building-projects.ts";
import { findAboutText, findPage } from "#database/content/pages.ts";
import { projectSlugs } from "#domain/campaigns/building-projects.ts";
import { pageSlugs } from "#domain/content/pages.ts";
import { onDatabase, testRecords } from "#tests/support/database/open.ts";
import { seed } from "#database/seed/seed.ts";

const { url, database } = await testRecords();

test("an unedited database has no building projects", async () => {
  expect(await listProjects(database.publicReads)).toEqual([]);
  expect(await findProject(database.publicReads, "dormitories")).toBeNull();
  expect(await findPage(database.publicReads, "terms")).toBeNull();
});

test("a new installation has every project and every text in both languages", async () => {
  const putPicture = () => Promise.reject(new Error("an empty installation has no pictures"));
  await seed(url, "empty", { putPicture, say: () => {} });
  const projects = await listProjects(database.publicReads);
  expect(projects.map(({ slug }) => slug)).toEqual(projectSlugs);
  for (const { title, summary, description, timeline, location, features, picture, ...project } of projects) {
    const { giveTitle, giveText, giveButton, presets, chosen } = project;
    const texts = [title, summary, description, timeline, location, giveTitle, giveText, giveButton];
    for (const text of [...texts, ...features]) expect(text.sw, text.en).toBeTruthy();
    expect(presets).toContain(chosen);
    expect(picture).toBeNull();
  }
  for (const slug of pageSlugs) {
    const db = database.publicReads;
    const page = await (slug === "about" ? findAboutText(db) : findPage(db, slug));
    if (slug !== "about") expect((await findPage(db, slug))?.title.sw).toBeTruthy();
    expect(page?.body.sw).toBeTruthy();
    expect(headingsIn(page?.body.sw ?? "")).toBe(headingsIn(page?.body.en ?? ""));
  }
});

test.each([
  ["five features", `features = features - 0`],
  ["a default that is not among the presets", "default_preset = 7000"],
  ["no target", "target_amount = 0"],
])("a project with %s is refused", async (_, change) => {
  await expect(onDatabase(url, `update infrastructure_projects set ${change}`)).rejects.toThrow(/check/);
});

const headingsIn = (text: string) => text.match(/^## /gm)?.length;
