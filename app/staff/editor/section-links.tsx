import type { MouseEvent } from "react";
import type { Field, GroupField } from "#domain/content/field.ts";
import { groupId } from "./field-inputs.tsx";

const fewest = 4;

/** The parts of a long form, in their order. A form of few parts needs no list. */
export function SectionLinks({ fields }: { fields: Field[] }) {
  const groups = fields.filter((field): field is GroupField => field.kind === "group" && !field.isFolded);
  if (groups.length < fewest) return null;
  return (
    <nav className="editor-sections" aria-label="Parts of this form">
      {groups.map((group) => (
        <a key={group.label} href={`#${groupId(group)}`} onClick={scrollTo}>
          {group.label}
        </a>
      ))}
    </nav>
  );
}

/** Another address would ask about leaving the unsaved changes. */
function scrollTo(event: MouseEvent<HTMLAnchorElement>) {
  const part = document.getElementById(event.currentTarget.hash.slice(1));
  if (!part) return;
  event.preventDefault();
  part.scrollIntoView();
  part.querySelector<HTMLElement>("input, select, textarea")?.focus({ preventScroll: true });
}
