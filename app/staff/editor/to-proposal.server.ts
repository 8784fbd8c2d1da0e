import { redirect, type RouterContextProvider } from "react-router";
import { configContext } from "#app/http/context.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { requestSentWords } from "#app/staff/approvals/words.ts";
import type { OpenProposal } from "#operations/cases/propose.ts";

/** That page shows the old and new values, and a button to withdraw the request. */
export function toProposal(context: Readonly<RouterContextProvider>, { kind, id }: OpenProposal): Response {
  const notice =
    kind === "proposed"
      ? noticeCookie({
          tone: "success",
          title: requestSentWords(context.get(configContext).mail !== undefined),
          text: "The website will not change until an admin approves.",
        })
      : noticeCookie({ tone: "info", title: "Another change is waiting for approval" });
  return redirect(`/admin/approvals/${id}`, { status: 303, headers: { "Set-Cookie": notice } });
}
