import { data, Link, useLocation } from "react-router";
import { editors } from "./navigation.ts";
import { PageHead } from "./page-head.tsx";

export const loader = () => data(null, { status: 404 });

type Place = { label: string; address: string };

/** Also shown if a link names a record that does not exist. */
export function NotFound({ places }: { places: Place[] }) {
  const { pathname } = useLocation();
  const [back = dashboard] = [...places, ...editors].filter(({ address }) =>
    pathname.startsWith(`${address}/`),
  );
  return (
    <>
      <PageHead title="Page Not Found">
        <Link className="button" to={back.address}>
          Back to {back.label}
        </Link>
      </PageHead>
      <p>Check the address, or use the menu above.</p>
    </>
  );
}

const dashboard: Place = { label: "Dashboard", address: "/dashboard" };

export default function NoSuchPlace() {
  return <NotFound places={[]} />;
}
