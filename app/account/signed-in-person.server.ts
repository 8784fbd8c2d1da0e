import { redirectDocument, type RouterContextProvider } from "react-router";
import type { Person } from "#domain/accounts/roles.ts";
import { visitorContext } from "#app/http/context.server.ts";

/** On pages whose policy lets nobody else through. */
export function signedInPerson(context: Readonly<RouterContextProvider>): Person {
  const person = context.get(visitorContext);
  if (!person) throw redirectDocument("/auth", 303);
  return person;
}
