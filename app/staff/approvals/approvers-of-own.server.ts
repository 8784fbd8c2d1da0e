import type { RouterContextProvider } from "react-router";
import { readApprovers } from "#database/cases/approvers.ts";
import { signedInPerson } from "#app/account/signed-in-person.server.ts";
import { databaseContext } from "#app/http/context.server.ts";
import { approverWords } from "./words.ts";

/** The people who can approve a request that this person makes now. */
export async function approversOfOwn(context: Readonly<RouterContextProvider>): Promise<string> {
  const { id, role } = signedInPerson(context);
  const approvers = await readApprovers(context.get(databaseContext), { proposer: id, reader: id });
  return approverWords(approvers, role);
}
