import type { RouterContextProvider } from "react-router";
import { originContext } from "#app/http/context.server.ts";
import { relyingPartyOf } from "./relying-party.ts";
import { signedInPerson } from "#app/account/signed-in-person.server.ts";

/** The factor that `prove` needs next to the password. */
export type SecondFactor =
  | { kind: "none" }
  | { kind: "code" }
  /** The relying party's id. */
  | { kind: "passkey"; site: string };

export function secondFactorOf(context: Readonly<RouterContextProvider>): SecondFactor {
  const { hasSecondStep, hasPasskey } = signedInPerson(context);
  if (hasSecondStep) return { kind: "code" };
  return hasPasskey
    ? { kind: "passkey", site: relyingPartyOf(context.get(originContext))?.id ?? "" }
    : { kind: "none" };
}
