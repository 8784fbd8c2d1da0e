import { data, type RouterContextProvider } from "react-router";
import { visitorContext } from "#app/http/context.server.ts";
import { serves } from "#domain/accounts/roles.ts";
import type { Editor } from "./editor.ts";
import { bankDetailsEditor } from "./editors/bank-details.ts";
import { campaignEditor } from "./editors/campaign.ts";
import { homeEditors } from "./editors/home.ts";
import { memberEditor } from "./editors/member.ts";
import { siteEditors } from "./editors/site.ts";
import { projectEditors, textEditors } from "./editors/texts.ts";

const editors: Editor[] = [
  ...homeEditors,
  bankDetailsEditor,
  ...siteEditors,
  ...textEditors,
  ...projectEditors,
];

export function editorOf(subject: string): Editor | null {
  const path = subject.replace(/^campaign:/, "campaigns/").replace(/^team:/, "team/");
  return (
    editors.find(({ record }) => record.subject === subject) ?? campaignEditor(path) ?? memberEditor(path)
  );
}

/** The editor at this path below /admin, if the signed-in person may use it. */
export function editorAt(path: string | undefined, context: Readonly<RouterContextProvider>): Editor {
  const editor =
    editors.find(({ view }) => view.path === path) ?? campaignEditor(path ?? "") ?? memberEditor(path ?? "");
  if (!editor) throw data(null, { status: 404 });
  if (!serves(editor.record.policy, context.get(visitorContext))) throw data(null, { status: 403 });
  return editor;
}
