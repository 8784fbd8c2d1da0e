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
      <details open={isUnfolded}>
        <summary>
          <h3>{title}</h3>
          <Status tone={tone}>{word}</Status>
        </summary>
        <div className="go-live-step">{children}</div>
      </details>
    </li>
  );
}

/** Finished steps are in a fold, so that the open ones come first. */
export function StepList({ open, done }: { open: ReactNode[]; done: ReactNode[] }) {
  return (
    <>
      {open.length > 0 && <ul className="go-live-list">{open}</ul>}
      {done.length > 0 && (
        <details className="go-live-done">
          <summary>{`${done.length} done`}</summary>
          <ul className="go-live-list">{done}</ul>
        </details>
      )}
    </>
  );
}
