import { expect, test } from "vitest";
import { findRecord } from "#operations/content/records/find.ts";
import { editors as links } from "#app/staff/navigation.ts";
import { editorOf } from "./editors.server.ts";
import { bankDetailsEditor } from "./editors/bank-details.ts";
import { campaignEditor } from "./editors/campaign.ts";
import { homeEditors } from "./editors/home.ts";
import { memberEditor } from "./editors/member.ts";
import { siteEditors } from "./editors/site.ts";
import { projectEditors, textEditors } from "./editors/texts.ts";

const editors = [
  ...[...homeEditors, bankDetailsEditor, ...siteEditors, ...textEditors, ...projectEditors],
  ...[campaignEditor("campaigns/zakat"), memberEditor("team/7")],
].filter((editor) => editor !== null);

test("the job that publishes drafts finds the record of every editor", () => {
  expect(editors.length).toBeGreaterThanOrEqual(links.length);
  for (const { view, record } of editors) {
    const found = findRecord(record.subject);
    expect([found?.subject, found?.policy], view.path).toEqual([record.subject, record.policy]);
    expect(editorOf(record.subject)?.view.path).toBe(view.path);
  }
  for (const subject of ["nothing", "campaign:", "campaign:A b", "team:", "team:0", "texts/about/x"])
    expect(findRecord(subject), subject).toBeNull();
});
