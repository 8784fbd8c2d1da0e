import { data } from "react-router";
import type { Editor } from "./editor.ts";
import { heroEditor } from "./editors/hero.ts";

const editors: Editor[] = [heroEditor];

/** The editor that stands at this address below /admin. */
export function editorAt(path: string | undefined): Editor {
  const editor = editors.find(({ view }) => view.path === path);
  if (!editor) throw data(null, { status: 404 });
  return editor;
}
