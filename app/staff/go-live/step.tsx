import type { ReactNode } from "react";
import { Status, type Tone } from "#app/staff/list/status.tsx";

type Props = {
  id: string;
  title: string;
  state: [word: string, tone: Tone];
  isDone: boolean;
  isUnfolded: boolean;
  children: ReactNode;
};

/** One line, and its details under it. */
export function Step({ id, title, state: [word, tone], isDone, isUnfolded, children }: Props) {
  return (
    <li id={id} data-open={!isDone}>
      <details data-tone={tone} open={isUnfolded}>
        <summary>
          <h4>{title}</h4>
          <Status tone={tone}>{word}</Status>
        </summary>
        <div className="go-live-step">{children}</div>
      </details>
    </li>
  );
}

type ListProps<Item> = {
  groups: { title: string; items: Item[] }[];
  isDone: (item: Item) => boolean;
  children: (item: Item) => ReactNode;
};

/** Each group counts its open steps. Finished steps are in a fold, so that the open ones come first. */
export function StepList<Item>({ groups, isDone, children: stepOf }: ListProps<Item>) {
  const done = groups.flatMap(({ items }) => items.filter(isDone));
  const openIn = (items: Item[]) => items.filter((item) => !isDone(item));
  return (
    <>
      {groups
        .filter(({ items }) => openIn(items).length > 0)
        .map(({ title, items }) => (
          <section key={title} className="go-live-group">
            <h3>
              {title}
              <small>{`${openIn(items).length} of ${items.length} open`}</small>
            </h3>
            <ul className="go-live-list">{openIn(items).map(stepOf)}</ul>
          </section>
        ))}
      {done.length > 0 && (
        <details className="go-live-done">
          <summary>{`${done.length} done`}</summary>
          <ul className="go-live-list go-live-group">{done.map(stepOf)}</ul>
        </details>
      )}
    </>
  );
}
