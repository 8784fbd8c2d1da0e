import { createHash, generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { z } from "zod";

const options = z.object({ challenge: z.string() });

type Creating = { options: string; origin: string; rpId?: string };
type Signing = Creating & {
  userId: string;
  counter?: number;
  isVerified?: boolean;
  crossOrigin?: boolean;
  /** Signs for this credential instead of its own. */
  id?: string;
};

/** A security key as WebAuthn describes it, with one key pair. */
export function makeAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const rawId = createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest();
  const id = rawId.toString("base64url");

  return {
    id,

    create({
      options: json,
      origin,
      rpId = "localhost",
      isVerified = true,
    }: Creating & { isVerified?: boolean }) {
      const attested = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, rawId.length]),
        rawId,
        coseKey(publicKey),
      ]);
      const data = Buffer.concat([authenticatorData(rpId, isVerified ? 0x45 : 0x41, 0), attested]);
      // {"fmt": "none", "attStmt": {}, "authData": data} in CBOR.
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        ...[cborText("fmt"), cborText("none"), cborText("attStmt"), Buffer.from([0xa0])],
        ...[cborText("authData"), cborBytes(data)],
      ]);
      const clientData = clientDataOf("webauthn.create", json, { origin });
      return answer(id, {
        clientDataJSON: clientData.toString("base64url"),
        attestationObject: attestation.toString("base64url"),
      });
    },

    get({
      options: json,
      origin,
      rpId = "localhost",
      userId,
      counter = 0,
      isVerified = true,
      crossOrigin,
      id: as = id,
    }: Signing) {
      const data = authenticatorData(rpId, isVerified ? 0x05 : 0x01, counter);
      const clientData = clientDataOf("webauthn.get", json, { origin, crossOrigin });
      const signed = Buffer.concat([data, createHash("sha256").update(clientData).digest()]);
      return answer(as, {
        clientDataJSON: clientData.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", signed, privateKey).toString("base64url"),
        userHandle: Buffer.from(userId).toString("base64url"),
      });
    },
  };
}

const answer = (id: string, response: Record<string, string>) =>
  JSON.stringify({ id, rawId: id, type: "public-key", clientExtensionResults: {}, response });

const clientDataOf = (
  type: string,
  json: string,
  page: { origin: string; crossOrigin?: boolean | undefined },
) => Buffer.from(JSON.stringify({ type, challenge: options.parse(JSON.parse(json)).challenge, ...page }));

function authenticatorData(rpId: string, flags: number, counter: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([createHash("sha256").update(rpId).digest(), Buffer.from([flags]), count]);
}

/** {1: 2, 3: -7, -1: 1, -2: x, -3: y} in CBOR: a key for ES256. */
function coseKey(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, "base64url")),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, "base64url")),
  ]);
}

const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

const cborBytes = (bytes: Buffer) => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);
