import { redirect } from "react-router";
import { noticeCookie } from "#app/http/notice.server.ts";
import type { OpenProposal } from "#operations/cases/propose.ts";

/** Old and new stand beside each other there, and it can be withdrawn. */
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
