import { redirect } from "react-router";
import { noticeCookie } from "#app/http/notice.server.ts";
import type { OpenProposal } from "#operations/cases/propose.ts";

/** That page shows the old and new values, and a button to withdraw the request. */
export function toProposal({ kind, id }: OpenProposal): Response {
  const notice =
    kind === "proposed"
      ? noticeCookie({
          tone: "success",
          title: "Request sent. All staff get an email.",
          text: "The website will not change until another admin approves.",
        })
      : noticeCookie({ tone: "info", title: "Another change is waiting for approval" });
  return redirect(`/admin/approvals/${id}`, { status: 303, headers: { "Set-Cookie": notice } });
}
