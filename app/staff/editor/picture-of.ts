import type { DescribedPicture } from "#domain/content/home.ts";
import { valueAt, type Draft } from "#domain/content/draft.ts";

export function pictureOf(draft: Draft | undefined): DescribedPicture | null {
  if (typeof draft !== "object" || Array.isArray(draft) || !("focus" in draft)) return null;
  const text = (path: string) => String(valueAt(draft, path) ?? "");
  return {
    id: text("id"),
    width: Number(text("width")),
    height: Number(text("height")),
    alt: { en: text("alt.en"), sw: text("alt.sw") },
    focus: { x: Number(text("focus.x")), y: Number(text("focus.y")) },
  };
}
