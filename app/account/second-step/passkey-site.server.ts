import type { RouterContextProvider } from "react-router";
import { accountsContext, originContext } from "#app/http/context.server.ts";
import { relyingPartyOf } from "./relying-party.ts";

/** The relying party, with the key that signs its challenges. Null if the site's URL cannot have passkeys. */
export function passkeySite(context: Readonly<RouterContextProvider>) {
  const site = relyingPartyOf(context.get(originContext));
  return site && { ...site, key: context.get(accountsContext).passkeyKey };
}
