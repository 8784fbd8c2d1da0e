/** A field of a form, or a file. Asking for the next part skips unread bytes. */
export type Part = { name: string; filename: string | undefined; bytes: AsyncIterable<Uint8Array> };

/** The body is not a form, or it is incomplete. */
export class BrokenForm extends Error {}

const largestHead = 4 * 1024;
const mostParts = 500;

/** Parses a form with files as a stream, and holds only the last chunk. */
export async function* partsOf(body: AsyncIterable<Uint8Array>, contentType: string): AsyncGenerator<Part> {
  const delimiter = Buffer.from(`\r\n--${boundaryOf(contentType)}`);
  const reading = new Reading(body);
  await passOver(reading.until(delimiter));
  for (let count = 0; ; count++) {
    const next = await reading.next(2);
    if (next === "--") return;
    if (next !== "\r\n" || count === mostParts) throw new BrokenForm("no such form is one of ours");
    const bytes = reading.until(delimiter);
    yield { ...namesIn(await headOf(reading)), bytes: withoutEnd(bytes) };
    await passOver(bytes);
  }
}

function boundaryOf(contentType: string): string {
  const [, quoted, plain] =
    /^multipart\/form-data;.*?\bboundary=(?:"([^"]{1,70})"|([^\s";]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw new BrokenForm("no boundary");
  return boundary;
}

async function headOf(reading: Reading): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of reading.until(Buffer.from("\r\n\r\n"))) {
    size += chunk.length;
    if (size > largestHead) throw new BrokenForm("a part's head is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function namesIn(head: string): Pick<Part, "name" | "filename"> {
  const disposition = /^content-disposition:\s*form-data\s*;.*$/im.exec(head)?.[0] ?? "";
  const name = /[;\s]name="([^"]*)"/i.exec(disposition)?.[1];
  if (name === undefined) throw new BrokenForm("a part without a name");
  return { name: unescaped(name), filename: /[;\s]filename="([^"]*)"/i.exec(disposition)?.[1] };
}

/** Browsers escape these three characters in a name. */
function unescaped(name: string): string {
  return name.replaceAll("%22", '"').replaceAll("%0D", "\r").replaceAll("%0A", "\n");
}

/** A reader that stops within one part must not end the reading of the whole form. */
function withoutEnd(bytes: AsyncGenerator<Uint8Array>): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => ({ next: () => bytes.next() }) };
}

async function passOver(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of bytes);
}

class Reading {
  readonly #source: AsyncIterator<Uint8Array>;
  // No line precedes the first delimiter. With this line end it is found like the others.
  #held: Buffer = Buffer.from("\r\n");

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Everything before these bytes. Removes the bytes too. */
  async *until(end: Buffer): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = this.#held.indexOf(end);
      if (at !== -1) {
        const last = this.#take(at);
        this.#take(end.length);
        if (last.length > 0) yield last;
        return;
      }
      const sure = this.#held.length - end.length + 1;
      if (sure > 0) yield this.#take(sure);
      await this.#more();
    }
  }

  async next(length: number): Promise<string> {
    while (this.#held.length < length) await this.#more();
    return this.#take(length).toString("latin1");
  }

  #take(length: number): Buffer {
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    return taken;
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#source.next();
    if (done) throw new BrokenForm("the form ends in its middle");
    this.#held = Buffer.concat([this.#held, value]);
  }
}
