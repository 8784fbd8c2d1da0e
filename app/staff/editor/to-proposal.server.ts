import { redirect } from "react-router";
import { noticeCookie } from "#app/http/notice.server.ts";
import type { OpenProposal } from "#operations/propose.ts";

/** Old and new stand beside each other there, and it can be withdrawn. */
export function toProposal({ kind, id }: OpenProposal): Response {
  const notice =
    kind === "proposed"
      ? noticeCookie({
          tone: "success",
          title: "Proposed. Everybody on staff is told.",
          text: "The website shows what stood before until another admin approves.",
        })
      : noticeCookie({ tone: "info", title: "Another change waits for its decision" });
  return redirect(`/admin/proposals/${id}`, { status: 303, headers: { "Set-Cookie": notice } });
}
