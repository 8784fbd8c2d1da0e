import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import { z } from "zod";
import type { Language } from "#domain/content/language.ts";
import type { Person } from "#domain/accounts/roles.ts";
import { findPasskey, readPasskeys } from "#database/accounts/passkeys.ts";
import { recordPasskeyUse } from "#operations/accounts/second-step/record-passkey-use.ts";
import type { Reads } from "#database/sql.server.ts";
import { addPasskey } from "#operations/accounts/second-step/add-passkey.ts";
import { makeChallenge, takeChallenge, type Purpose } from "./passkey-challenge.server.ts";
import type { RelyingParty } from "./relying-party.ts";

const userVerification = "required";

/** `key` signs challenges. */
type Site = RelyingParty & { key: string };

export async function beginAdding(
  db: Reads,
  site: Site,
  { person, fund }: { person: Person; fund: string },
): Promise<{ options: PublicKeyCredentialCreationOptionsJSON; cookie: string }> {
  const { challenge, cookie } = makeChallenge(site.key, `add in ${person.sessionId}`);
  const known = await readPasskeys(db, person.id);
  const options = await generateRegistrationOptions({
    rpName: fund,
    rpID: site.id,
    userID: new TextEncoder().encode(person.id),
    userName: person.username ?? person.email,
    challenge,
    excludeCredentials: known.map(({ id }) => ({ id })),
    // The device finds the account, so people need not type a username.
    authenticatorSelection: { residentKey: "required", userVerification },
  });
  return { options, cookie };
}

type Adding = { person: Person; name: string; credential: string; cookies: string; language: Language };

export async function finishAdding(
  db: Reads,
  site: Site,
  { person, name, credential, cookies, language }: Adding,
): Promise<Awaited<ReturnType<typeof addPasskey>> | "refused"> {
  const expectedChallenge = await takeChallenge(db, {
    ...{ key: site.key, cookies, purpose: `add in ${person.sessionId}` },
  });
  const response = parsed(attestation, credential);
  if (expectedChallenge === null || response === null) return "refused";
  const verified = await verifyRegistrationResponse({
    ...{ response, expectedChallenge, expectedOrigin: site.origin, expectedRPID: site.id },
    requireUserVerification: true,
  }).catch(asRefusal);
  if (!verified?.verified) return "refused";
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  const by = { person, sessionId: person.sessionId, language };
  return addPasskey(db, { id, name, publicKey, counter }, by);
}

export async function beginUsing(
  site: Site,
  purpose: Purpose,
): Promise<{ options: PublicKeyCredentialRequestOptionsJSON; cookie: string }> {
  const { challenge, cookie } = makeChallenge(site.key, purpose);
  const options = await generateAuthenticationOptions({ rpID: site.id, challenge, userVerification });
  return { options, cookie };
}

/** The passkey's owner, with the version that was read before the check. */
export async function finishUsing(
  db: Reads,
  site: Site,
  { credential, cookies, purpose }: { credential: string; cookies: string; purpose: Purpose },
): Promise<{ userId: string; version: number } | null> {
  const expectedChallenge = await takeChallenge(db, { key: site.key, cookies, purpose });
  const response = parsed(assertion, credential);
  if (expectedChallenge === null || response === null) return null;
  const passkey = await findPasskey(db, response.id);
  if (passkey === null) return null;
  const { userHandle } = response.response;
  if (Buffer.from(userHandle, "base64url").toString() !== passkey.userId) return null;
  const verified = await verifyAuthenticationResponse({
    ...{ response, expectedChallenge, expectedOrigin: site.origin, expectedRPID: site.id },
    credential: { ...passkey, publicKey: new Uint8Array(passkey.publicKey) },
    requireUserVerification: true,
  }).catch(asRefusal);
  if (!verified?.verified) return null;
  const isNew = await recordPasskeyUse(db, passkey.id, verified.authenticationInfo.newCounter);
  return isNew ? { userId: passkey.userId, version: passkey.version } : null;
}

/**
 * The library throws an Error for every invalid answer. Its calls do not use the database, so no database error is
 * hidden.
 */
const asRefusal = () => null;

const bytes = z
  .string()
  .regex(/^[\w-]+$/)
  .max(20_000);
/** A browser sets `crossOrigin` if a page of another site has framed ours. The library does not check it. */
const ownFrame = bytes.refine((encoded) => {
  const { data } = clientData.safeParse(parseJson(Buffer.from(encoded, "base64url").toString()));
  return data !== undefined && data.crossOrigin !== true;
});
const clientData = z.object({ crossOrigin: z.boolean().optional() });
const shared = {
  id: bytes,
  rawId: bytes,
  type: z.literal("public-key"),
  clientExtensionResults: z.object({}).default({}),
};
const attestation = z.object({
  ...shared,
  response: z.object({ clientDataJSON: ownFrame, attestationObject: bytes }),
});
const assertion = z.object({
  ...shared,
  response: z.object({
    clientDataJSON: ownFrame,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes,
  }),
});

function parsed<Shape extends z.ZodType>(shape: Shape, text: string): z.output<Shape> | null {
  return shape.safeParse(parseJson(text)).data ?? null;
}

/** Undefined: invalid JSON, which the schema then refuses. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
