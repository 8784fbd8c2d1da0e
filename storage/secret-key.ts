import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { dayOf } from "#domain/system/calendar.ts";
import type { RetiredKey } from "#domain/system/key-age.ts";
import type { Seal } from "#domain/system/seal.ts";

const keyBytes = 32;
const fileName = "secret.key";

type Keeping = { secretKeys: Buffer[] | undefined; dataDir: string };

/** Keys in base64, separated by commas. Null if any is invalid. */
export function readKeys(text: string): Buffer[] | null {
  const keys = text.split(",").map((each) => {
    const written = each.trim();
    const key = Buffer.from(written, "base64");
    return key.length === keyBytes && key.toString("base64") === written ? key : null;
  });
  const read = keys.flatMap((key) => (key === null ? [] : [key]));
  return read.length === keys.length ? read : null;
}

/** The keys of the environment, or of `DATA_DIR/secret.key`, which the first start creates. */
export function openSecretKey({ secretKeys, dataDir }: Keeping): { seal: Seal } | { problem: string } {
  if (secretKeys) return { seal: sealWith(secretKeys) };
  const file = join(dataDir, fileName);
  if (!existsSync(file)) makeKeyFile(dataDir, file);
  const keys = readKeys(readFileSync(file, "utf8"));
  if (keys === null)
    return { problem: `${file} has no key. Put back the file of this installation (docs/keys.md).` };
  return { seal: sealWith(keys) };
}

/** The text of the key file, for a backup. */
export function keyText({ secretKeys, dataDir }: Keeping): string {
  if (secretKeys) return `${secretKeys.map((key) => key.toString("base64")).join(",")}\n`;
  return readFileSync(join(dataDir, fileName), "utf8");
}

/** Another process can start at the same time. Only one creates the complete file; the other reads it. */
function makeKeyFile(folder: string, file: string): void {
  mkdirSync(folder, { recursive: true });
  const unfinished = `${file}.${randomUUID()}`;
  const text = `${randomBytes(keyBytes).toString("base64")}\n`;
  writeFileSync(unfinished, text, { mode: 0o600, flag: "wx", flush: true });
  try {
    linkSync(unfinished, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(unfinished);
  }
  // Encrypted data could reach the disk before the name of the key file does.
  const opened = openSync(folder, "r");
  fsyncSync(opened);
  closeSync(opened);
}

/** Message for the operator if the key decrypts nothing in the database. */
export function wrongKey({ secretKeys, dataDir }: Keeping): string {
  const source = secretKeys ? "The key in SECRET_KEY" : `The key in ${join(dataDir, fileName)}`;
  return `${source} is not the key of this database. Put back the key that encrypted it. If that key is lost, see docs/keys.md.`;
}

export function keyUnknownToNodes(processes: number): string {
  return `Running processes without the new key: ${processes}. Start every node with the old key, a comma and the new key first (docs/keys.md). Nothing was changed.`;
}

export function aboutOldKey({ expiresAt, hasExpired }: RetiredKey): string {
  const day = dayOf(expiresAt);
  return hasExpired
    ? `An old key expired on ${day} and is not used. Remove it from SECRET_KEY or secret.key.`
    : `An old key is accepted until ${day}. Remove it from SECRET_KEY or secret.key when all nodes have the new one.`;
}

const version = "v1";
const cipher = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

export function sealWith(keys: readonly Buffer[]): Seal {
  const [first] = keys;
  if (first === undefined) throw new Error("there is no key to encrypt with");
  const keyOf = (purpose: string, sealed: string) =>
    keys.find((key) => openWith(key, purpose, sealed) !== null) ?? null;
  return {
    seal(purpose, text) {
      const nonce = randomBytes(nonceBytes);
      const sealing = createCipheriv(cipher, first, nonce).setAAD(boundTo(purpose));
      const hidden = Buffer.concat([sealing.update(text, "utf8"), sealing.final(), sealing.getAuthTag()]);
      return [version, nonce.toString("base64url"), hidden.toString("base64url")].join(".");
    },
    open(purpose, sealed) {
      for (const key of keys) {
        const text = openWith(key, purpose, sealed);
        if (text !== null) return text;
      }
      return null;
    },
    isCurrent: (purpose, sealed) => openWith(first, purpose, sealed) !== null,
    keyIds: keys.map(idOf),
    sealedWith(purpose, sealed) {
      const key = keyOf(purpose, sealed);
      return key && idOf(key);
    },
    withKeys: (ids) => sealWith(ids.flatMap((id) => keys.filter((key) => idOf(key) === id))),
  };
}

const idOf = (key: Buffer) =>
  createHash("sha256").update("amana key id ").update(key).digest("hex").slice(0, 8);

function openWith(key: Buffer, purpose: string, sealed: string): string | null {
  const [written, nonce = "", hidden = "", ...rest] = sealed.split(".");
  const iv = Buffer.from(nonce, "base64url");
  const bytes = Buffer.from(hidden, "base64url");
  if (written !== version || rest.length > 0 || iv.length !== nonceBytes || bytes.length < tagBytes)
    return null;
  const opening = createDecipheriv(cipher, key, iv, { authTagLength: tagBytes })
    .setAAD(boundTo(purpose))
    .setAuthTag(bytes.subarray(-tagBytes));
  try {
    return opening.update(bytes.subarray(0, -tagBytes), undefined, "utf8") + opening.final("utf8");
  } catch {
    return null;
  }
}

const boundTo = (purpose: string) => Buffer.from(`amana ${version} ${purpose}`);
