import { redirect } from "react-router";
import type { Route } from "./+types/renamed-address";

export const handle = { policy: "staff" };

const renamed: [was: string, is: string][] = [
  ["/admin/offline-gifts", "/admin/offline-donations"],
  ["/admin/proposals", "/admin/approvals"],
  ["/sw/admin", "/admin"],
  ["/sw/dashboard", "/dashboard"],
  ["/admin", "/dashboard"],
];

/** Sent emails and bookmarks contain the old links. The staff area is in English only. */
export function loader({ url: { pathname, search } }: Route.LoaderArgs) {
  const [was = "", is = "/dashboard"] = renamed.find(([old]) => pathname.startsWith(old)) ?? [];
  return redirect(is + pathname.slice(was.length) + search, 301);
}
