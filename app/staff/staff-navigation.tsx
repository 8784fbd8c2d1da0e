import { useEffect, useRef } from "react";
import { NavLink, useLocation } from "react-router";
import type { PlaceGroup } from "./navigation.ts";

type Props = { groups: PlaceGroup[] };

/** Narrow screens fold the navigation behind a summary, which needs no script. */
export function StaffNavigation({ groups }: Props) {
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
        {groups.map(({ name, places }) => (
          <ul key={name} aria-label={name}>
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
        ))}
      </nav>
    </div>
  );
}
