import fc from "fast-check";
import { expect, test } from "vitest";
import { BrokenForm, partsOf } from "./multipart.server.ts";

type Field = { name: string; filename?: string; bytes: Uint8Array };

const type = "multipart/form-data; boundary=between";
const text = (value: string) => Buffer.from(value);

function form(fields: Field[]): Buffer {
  const parts = fields.flatMap(({ name, filename, bytes }) => {
    const file = filename === undefined ? "" : `; filename="${filename}"`;
    return [
      text(`--between\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`),
      bytes,
      text("\r\n"),
    ];
  });
  return Buffer.concat([...parts, text("--between--\r\n")]);
}

async function* inPieces(whole: Uint8Array, size: number) {
  for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size);
}

async function read(body: Uint8Array, { size = 7, contentType = type } = {}): Promise<Field[]> {
  const fields: Field[] = [];
  for await (const { name, filename, bytes } of partsOf(inPieces(body, size), contentType)) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of bytes) chunks.push(chunk);
    fields.push({
      name,
      ...(filename !== undefined && { filename }),
      bytes: new Uint8Array(Buffer.concat(chunks)),
    });
  }
  return fields;
}

const anyField = fc.record(
  {
    name: fc.stringMatching(/^[a-z-]{1,20}$/),
    filename: fc.stringMatching(/^[\w .]{0,20}$/),
    // Line ends and dashes are frequent, because a boundary begins with them.
    bytes: fc
      .array(fc.oneof(fc.constantFrom(13, 10, 45), fc.constantFrom(...text("between")), fc.nat(255)), {
        maxLength: 200,
      })
      .map((bytes) => new Uint8Array(bytes))
      .filter((bytes) => !Buffer.from(bytes).includes("\r\n--between")),
  },
  { requiredKeys: ["name", "bytes"] },
);

test("a form's contents are read unchanged, however the network splits them", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyField, { maxLength: 6 }),
      fc.integer({ min: 1, max: 300 }),
      async (fields, size) => {
        expect(await read(form(fields), { size })).toEqual(fields);
      },
    ),
  );
});

test("the router's own parser reads such a form the same way", async () => {
  const sent = new FormData();
  sent.append('a "quoted" name', "Mchango wa ujenzi ✓");
  sent.append("photo-file", new File([new Uint8Array([0, 255, 13, 10])], "picha.png"));
  const request = new Request("http://fund.example", { method: "POST", body: sent });
  const contentType = request.headers.get("Content-Type") ?? "";
  const fields = await read(new Uint8Array(await request.arrayBuffer()), { contentType });
  expect(fields).toEqual([
    { name: 'a "quoted" name', bytes: new Uint8Array(text("Mchango wa ujenzi ✓")) },
    { name: "photo-file", filename: "picha.png", bytes: new Uint8Array([0, 255, 13, 10]) },
  ]);
});

test("a part that is not read to its end is skipped", async () => {
  const large = new Uint8Array(10_000).fill(7);
  const body = form([
    { name: "first", filename: "a", bytes: large },
    { name: "second", filename: "b", bytes: large },
    { name: "third", bytes: text("here") },
  ]);
  const names: string[] = [];
  for await (const { name, bytes } of partsOf(inPieces(body, 100), type)) {
    names.push(name);
    if (name === "second") for await (const _ of bytes) break;
  }
  expect(names).toEqual(["first", "second", "third"]);
});

test("it holds only the last chunk of a large file", async () => {
  let reads = 0;
  async function* endless() {
    yield text('--between\r\nContent-Disposition: form-data; name="x"; filename="x"\r\n\r\n');
    for (;;) {
      reads++;
      yield new Uint8Array(65_536);
    }
  }
  for await (const { bytes } of partsOf(endless(), type)) {
    let seen = 0;
    for await (const chunk of bytes) {
      seen += chunk.length;
      expect(reads * 65_536 - seen).toBeLessThan(100);
      if (seen > 5_000_000) break;
    }
    break;
  }
});

const whole = form([{ name: "photo-file", filename: "a.png", bytes: text("bytes") }]).toString("latin1");

test.each([
  ["no boundary", whole, "multipart/form-data"],
  ["an empty boundary", whole, "multipart/form-data; boundary="],
  ["another boundary", whole, "multipart/form-data; boundary=elsewhere"],
  ["a boundary that is too long", whole, `multipart/form-data; boundary=${"x".repeat(71)}`],
  ["nothing at all", "", type],
  ["an end in the middle of a file", whole.slice(0, -20), type],
  ["an end in the middle of a head", whole.slice(0, 30), type],
  ["no end", whole.slice(0, -4), type],
  ["a part without a name", whole.replace('name="photo-file"; ', ""), type],
  ["a part without a head", whole.replace(/Content.*\r\n/, ""), type],
  ["a head without an end", `--between\r\n${"X-Long: x\r\n".repeat(1_000)}`, type],
  ["text behind the boundary", whole.replace("--between\r\n", "--between-and-more\r\n"), type],
  [
    "more parts than any form has",
    form(Array.from({ length: 501 }, () => ({ name: "x", bytes: text("") }))).toString(),
    type,
  ],
])("a form with %s is refused", async (_, body, contentType) => {
  await expect(read(Buffer.from(body, "latin1"), { contentType })).rejects.toBeInstanceOf(BrokenForm);
});
