import { data, redirect, type RouterContextProvider } from "react-router";
import { findRefundableDonation } from "#database/cases/proposals.ts";
import { accessIsConfirmed } from "#database/accounts/role-grants.ts";
import { signedInPerson } from "#app/account/signed-in-person.server.ts";
import type { OpenProposal } from "#operations/cases/propose.ts";
import { configContext, databaseContext } from "#app/http/context.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { requestSentWords } from "#app/staff/approvals/words.ts";
import { readId } from "#app/staff/read-id.ts";

/** False: a second admin has to confirm this person's access before they can request anything. */
export function mayRequest(context: Readonly<RouterContextProvider>): Promise<boolean> {
  return accessIsConfirmed(context.get(databaseContext), signedInPerson(context).id);
}

export async function requireDonation(context: Readonly<RouterContextProvider>, written: string) {
  const id = readId(written);
  const donation = id === null ? null : await findRefundableDonation(context.get(databaseContext), id);
  if (donation === null) throw data(null, { status: 404 });
  return donation;
}

export function toCorrection(context: Readonly<RouterContextProvider>, { kind, id }: OpenProposal): Response {
  const notice =
    kind === "proposed"
      ? noticeCookie({
          tone: "success",
          title: requestSentWords(context.get(configContext).mail !== undefined),
        })
      : noticeCookie({
          tone: "info",
          title: "Another request is already open",
          text: "Your request was not sent. This page shows the open one.",
        });
  return redirect(`/admin/approvals/${id}`, { status: 303, headers: { "Set-Cookie": notice } });
}
