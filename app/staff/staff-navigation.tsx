import { useEffect, useRef } from "react";
import { Link, NavLink, useLocation } from "react-router";
import { editorsAddress, type PlaceGroup } from "./navigation.ts";

type Props = { groups: PlaceGroup[] };

/** Narrow screens fold the navigation behind a summary, which needs no script. */
export function StaffNavigation({ groups }: Props) {
  const { key, pathname } = useLocation();
  // Every unlisted address is an editor, but these two.
  const isOfSubmissions = /^\/admin\/(?:organizers|change-requests)\//.test(pathname);
  const isOfPlace = groups.some(({ places }) =>
    places.some(({ address }) => `${pathname}/`.startsWith(`${address}/`)),
  );
  const isEditor = !isOfPlace && !isOfSubmissions;
  const menu = useRef<HTMLDetailsElement>(null);
  const list = useRef<HTMLElement>(null);
  // Client navigation keeps the document, so an open menu would cover the next page.
  useEffect(() => menu.current?.removeAttribute("open"), [key]);
  // The navigation beside a page can be taller than the window.
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>("[aria-current=page]");
    const nav = list.current;
    if (nav && current) nav.scrollTop = current.offsetTop - nav.clientHeight / 2;
  }, [key]);
  return (
    <div className="staff-places">
      <details className="wrap" ref={menu}>
        <summary>Menu</summary>
      </details>
      <nav className="wrap" ref={list} aria-label="Staff area">
        {groups.map(({ name, places }) => (
          <ul key={name} aria-label={name ?? undefined}>
            {places.map(({ label, address, count }) => (
              <li key={address}>
                {isEditor && address === editorsAddress ? (
                  <Link to={address} aria-current="true">
                    <PlaceLabel label={label} />
                  </Link>
                ) : (
                  <NavLink to={address}>
                    <PlaceLabel label={label} />
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
        <form className="menu-sign-out" method="post" action="/auth/sign-out">
          <button className="button quiet small" type="submit">
            Sign Out
          </button>
        </form>
      </nav>
    </div>
  );
}

/** As wide as in bold, so that no entry moves when it becomes the current one. */
const PlaceLabel = ({ label }: { label: string }) => (
  <span className="place-label" data-label={label}>
    {label}
  </span>
);
