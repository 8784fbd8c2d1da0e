import type { ReactNode } from "react";
import { Link } from "react-router";

type Props = {
  /** The title of the tab, and the heading unless `heading` differs. */
  title: string;
  heading?: ReactNode;
  /** The page that this one belongs to. */
  back?: { to: string; label: string };
  /** A second page that leads here. */
  list?: { to: string; label: string };
  /** Buttons and links beside the heading. */
  children?: ReactNode;
};

/** The head of a staff page. */
export function PageHead({ title, heading = title, back, list, children }: Props) {
  return (
    <>
      <title>{title}</title>
      <div className="staff-head">
        {back && (
          <Link className="back" to={back.to}>
            {back.label}
          </Link>
        )}
        {list && (
          <Link className="back-list" to={list.to}>
            {list.label}
          </Link>
        )}
        <h1>{heading}</h1>
        {children}
      </div>
    </>
  );
}
