import type { Draft } from "#domain/draft.ts";

/** Lists and what stands in them, as lines. */
export function asText(draft: Draft): string {
  if (typeof draft === "string") return draft === "" ? "(empty)" : draft;
  return Object.values(draft).map(asText).join("\n");
}
