import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { buffer } from "node:stream/consumers";
import { createGunzip, createGzip } from "node:zlib";
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { extract, pack, type Pack } from "tar-stream";

/** A part of a backup. A large table has several entries. */
export type Entry = { name: string; body: Buffer };

export type BackupKey = { secret: string; recipient: string };

/** The recipient encrypts. Only the secret decrypts, so it need not stay on this machine. */
export async function createBackupKey(): Promise<BackupKey> {
  const secret = await generateX25519Identity();
  return { secret, recipient: await identityToRecipient(secret) };
}

export function isRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text);
    return /^age1[a-z0-9]+$/.test(text);
  } catch {
    return false;
  }
}

/** More than any entry that Amana writes. A small file can unpack to more than the memory of the machine. */
const largestEntry = 64 * 1024 * 1024;

/** A gzipped tar in age's format: the programs `age` and `tar` can open it without Amana. */
export async function writeBackupFile(
  path: string,
  recipients: readonly string[],
  entries: AsyncIterable<Entry>,
): Promise<void> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  const archive = pack();
  await Promise.all([
    fill(archive, entries),
    pipeline(
      archive,
      createGzip({ level: 1 }),
      async function* (zipped: AsyncIterable<Buffer>) {
        yield* await encrypter.encrypt(asWebStream(zipped));
      },
      createWriteStream(path, { flags: "wx", mode: 0o600, flush: true }),
    ),
  ]);
}

async function fill(archive: Pack, entries: AsyncIterable<Entry>): Promise<void> {
  try {
    for await (const { name, body } of entries) {
      await new Promise<void>((resolve, reject) => {
        // A body passed to entry() would not wait for the disk.
        archive
          .entry({ name, mode: 0o600, size: body.length }, (error) => (error ? reject(error) : resolve()))
          .end(body);
      });
    }
    archive.finalize();
  } catch (error) {
    archive.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

/** The file is not a complete backup that this key opens. Nothing after the damaged place was read. */
export class DamagedBackup extends Error {}

export async function* readBackupFile(path: string, secret: string): AsyncGenerator<Entry> {
  const decrypter = openDecrypter(secret);
  const source = createReadStream(path);
  const archive = extract();
  const stop = new AbortController();
  try {
    const decrypted = await decrypter.decrypt(asWebStream(source));
    let unread = 0;
    async function* ofBearableSize(unpacked: AsyncIterable<Buffer>) {
      for await (const chunk of unpacked) {
        unread += chunk.length;
        if (unread > largestEntry) throw new Error("an entry is too large");
        yield chunk;
      }
    }
    const reading = pipeline(decrypted, createGunzip(), ofBearableSize, archive, { signal: stop.signal });
    // The loop below meets the error as well, unless its consumer stopped.
    reading.catch(() => undefined);
    for await (const entry of archive) {
      const body = await buffer(entry);
      unread = 0;
      yield { name: entry.header.name, body };
    }
    await reading;
  } catch (error) {
    throw new DamagedBackup(reasonOf(error), { cause: error });
  } finally {
    stop.abort();
    source.destroy();
  }
}

/** The error of the library repeats the key, which may be right but for one character. So it is not passed on. */
function openDecrypter(secret: string): Decrypter {
  const decrypter = new Decrypter();
  try {
    decrypter.addIdentity(secret);
  } catch {
    throw new DamagedBackup("This is not a complete key of backups. Copy it again.");
  }
  return decrypter;
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (/no identity matched/i.test(message)) return "The key is wrong, or the start of the file was altered.";
  if (/ENOENT/.test(message)) return "The file does not exist.";
  if (/^E[A-Z]+:/.test(message)) return `The file cannot be read (${message}).`;
  return `The file is cut, altered or no backup (${message}).`;
}

/** The types of Node and of age's streams differ. */
function asWebStream(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await chunks.return?.();
    },
  });
}
