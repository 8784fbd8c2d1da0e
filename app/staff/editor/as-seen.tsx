import type { Draft } from "#domain/content/draft.ts";
import { Picture } from "#app/ui/picture.tsx";
import { pictureOf } from "./picture-of.ts";

export function AsSeen({ draft }: { draft: Draft }) {
  if (typeof draft === "string") return draft === "" ? "(empty)" : draft;
  const picture = pictureOf(draft);
  if (picture !== null)
    return (
      <>
        <Picture picture={picture} alt="" sizes="8rem" className="as-seen" />
        <small>{picture.alt.en}</small>
      </>
    );
  return Object.entries(draft).map(([name, part]) => (
    <div key={name}>
      <AsSeen draft={part} />
    </div>
  ));
}
