import { redirectDocument, type RouterContextProvider } from "react-router";
import type { Person } from "#domain/accounts/roles.ts";
import { visitorContext } from "#app/http/context.server.ts";

/** Call this only on pages whose policy requires a signed-in person. */
export function signedInPerson(context: Readonly<RouterContextProvider>): Person {
  const person = context.get(visitorContext);
  if (!person) throw redirectDocument("/auth", 303);
  return person;
}
