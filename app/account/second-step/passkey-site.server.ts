import type { RouterContextProvider } from "react-router";
import { accountsContext, originContext } from "#app/http/context.server.ts";
import { relyingPartyOf } from "./relying-party.ts";

/** The site as passkeys know it, with the key that signs its challenges. Null: it has no name. */
export function passkeySite(context: Readonly<RouterContextProvider>) {
  const site = relyingPartyOf(context.get(originContext));
  return site && { ...site, key: context.get(accountsContext).passkeyKey };
}
