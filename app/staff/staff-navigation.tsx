import { useEffect, useRef } from "react";
import { NavLink, useLocation } from "react-router";
import type { ShownPlace } from "./navigation.ts";

type Props = { places: ShownPlace[] };

/** Narrow screens fold the navigation behind a summary, which needs no script. */
export function StaffNavigation({ places }: Props) {
  const { key } = useLocation();
  const menu = useRef<HTMLDetailsElement>(null);
  // Client navigation keeps the document, so an open menu would cover the next page.
  useEffect(() => menu.current?.removeAttribute("open"), [key]);
  return (
    <div className="staff-places">
      <details className="wrap" ref={menu}>
        <summary>Menu</summary>
      </details>
      <nav className="wrap" aria-label="Staff area">
        <ul>
          {places.map(({ label, address, count }) => (
            <li key={address}>
              {address.includes("#") ? (
                <a href={address}>{label}</a>
              ) : (
                <NavLink to={address}>
                  {label}
                  {count > 0 && (
                    <span className="waiting-count">
                      {count}
                      <span className="visually-hidden"> waiting</span>
                    </span>
                  )}
                </NavLink>
              )}
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
