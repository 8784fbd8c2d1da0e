import { useEffect, useRef } from "react";
import { NavLink, useLocation } from "react-router";

type Props = { places: { label: string; address: string }[] };

/** On a narrow screen the places fold away behind a summary, which needs no script. */
export function StaffNavigation({ places }: Props) {
  const { key } = useLocation();
  const menu = useRef<HTMLDetailsElement>(null);
  // The page does not begin anew on the way from place to place, so the menu would stay open over it.
  useEffect(() => menu.current?.removeAttribute("open"), [key]);
  return (
    <div className="staff-places">
      <details className="wrap" ref={menu}>
        <summary>Menu</summary>
      </details>
      <nav className="wrap" aria-label="Staff area">
        <ul>
          {places.map(({ label, address }) => (
            <li key={address}>
              {address.includes("#") ? (
                <a href={address}>{label}</a>
              ) : (
                <NavLink to={address}>{label}</NavLink>
              )}
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
