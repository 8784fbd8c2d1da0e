import { crc32, deflateSync, gzipSync } from "node:zlib";
import sharp from "sharp";
import type { PictureRefusal } from "#domain/content/picture.ts";

/** An upload by an attacker, and its permitted results: a plain picture, or these refusals. */
export type Hostile = { family: string; name: string; bytes: Buffer; ends: ("picture" | PictureRefusal)[] };

/** All hidden text, code and metadata contains this, so a test finds it in a result. */
export const canary = "KANARI-7f3a";

type Ends = Hostile["ends"];
type Case = [name: string, bytes: Buffer, ends: Ends];

const picture: Ends = ["picture"];
const noPicture: Ends = ["not-a-picture"];
const damaged: Ends = ["damaged"];
const either: Ends = ["picture", "damaged"];

const text = (value: string) => Buffer.from(value, "latin1");
const join = (...parts: (Buffer | string)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? text(part) : part)));

const formats = ["png", "jpeg", "gif", "webp"] as const;
type Format = (typeof formats)[number];
type Carriers = Record<Format, Buffer>;

export async function hostilePictures(): Promise<Hostile[]> {
  const carriers = await honestPictures();
  const families: Record<string, Case[]> = {
    "something behind the end": behindTheEnd(carriers),
    "something before the beginning": beforeTheBeginning(carriers),
    "another kind of file": otherFiles(carriers),
    "a drawing in disguise": disguisedDrawings(),
    "hidden in a comment": await inComments(carriers),
    "where it was taken": await withMetadata(),
    "colours of another kind": await otherColours(),
    "cut off": cutOff(carriers),
    "a giant by its header": giants(carriers),
    "a bomb": await bombs(carriers),
    "moving pictures": await moving(),
    "broken here and there": broken(carriers),
  };
  return Object.entries(families).flatMap(([family, cases]) =>
    cases.map(([name, bytes, ends]) => ({ family, name, bytes, ends })),
  );
}

function canvas(width = 48, height = 30, channels: 3 | 4 = 3) {
  const background = channels === 3 ? "#1d7a4a" : "#1d7a4a80";
  return sharp({ create: { width, height, channels, background, noise: { type: "gaussian", sigma: 20 } } });
}

async function honestPictures(): Promise<Carriers> {
  const [png, jpeg, gif, webp] = await Promise.all(
    formats.map((format) => canvas().toFormat(format).toBuffer()),
  );
  if (!png || !jpeg || !gif || !webp) throw new Error("a format is missing");
  return { png, jpeg, gif, webp };
}

const payloads: Record<string, Buffer> = {
  script: text(`<script>alert("${canary}")</script>`),
  page: text(`<!doctype html><body onload=alert("${canary}")>`),
  PHP: text(`<?php system("${canary}"); ?>`),
  "a zip": join("PK\x03\x04\x14\0\0\0\0\0", `${canary}.txt`, "PK\x05\x06", Buffer.alloc(18)),
  "a PDF": text(`%PDF-1.7\n1 0 obj <</JS (${canary})>> endobj\n%%EOF`),
  "a program": join("MZ\x90\0", Buffer.alloc(60), canary),
  "a shell script": text(`\n#!/bin/sh\necho ${canary}\n`),
  "a drawing": text(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert('${canary}')"/>`),
  zeros: join(Buffer.alloc(4096), canary),
};

function behindTheEnd(carriers: Carriers): Case[] {
  return formats.flatMap((format) => [
    ...Object.entries(payloads).map(([name, payload]): Case => [
      `${name} behind a ${format}`,
      join(carriers[format], payload),
      picture,
    ]),
    [`a second ${format}`, join(carriers[format], carriers[format], canary), picture] satisfies Case,
  ]);
}

function beforeTheBeginning(carriers: Carriers): Case[] {
  return formats.flatMap((format) =>
    Object.entries(payloads).map(([name, payload]): Case => [
      `${name} before a ${format}`,
      join(payload, carriers[format]),
      noPicture,
    ]),
  );
}

function otherFiles(carriers: Carriers): Case[] {
  const files: Record<string, Buffer> = {
    "nothing at all": Buffer.alloc(0),
    "one byte": text("G"),
    spaces: text(" ".repeat(100)),
    zeros: Buffer.alloc(100_000),
    "a BMP": join("BM", Buffer.alloc(100)),
    "a TIFF (little end first), named photo.jpg": join("II*\0\x08\0\0\0", Buffer.alloc(100)),
    "a TIFF (big end first)": join("MM\0*\0\0\0\x08", Buffer.alloc(100)),
    "a BigTIFF": join("II+\0\x08\0\0\0", Buffer.alloc(100)),
    "a HEIC": join("\0\0\0\x18ftypheic\0\0\0\0mif1heic", Buffer.alloc(100)),
    "an AVIF": join("\0\0\0\x18ftypavif\0\0\0\0mif1avif", Buffer.alloc(100)),
    "a JPEG 2000": join("\0\0\0\x0cjP  \r\n\x87\n", Buffer.alloc(100)),
    "a JPEG XL": join("\0\0\0\x0cJXL \r\n\x87\n", Buffer.alloc(100)),
    "an icon": join("\0\0\x01\0\x01\0", carriers.png),
    "a Photoshop file": join("8BPS\0\x01", Buffer.alloc(100)),
    "a film": join("\0\0\0\x18ftypmp42", Buffer.alloc(100)),
    "a WebM": join("\x1aE\xdf\xa3", Buffer.alloc(100)),
    "a sound in the container of WebP": text("RIFF\x24\0\0\0WAVEfmt \x10\0\0\0"),
    "a film in the container of WebP": text("RIFF\x24\0\0\0AVI LIST"),
    PostScript: text(`%!PS-Adobe-3.0 EPSF-3.0\n(${canary}) print`),
    "a libvips picture": join("\x08\xf2\xa6\xb6", Buffer.alloc(100)),
    "a portable map": text("P6\n10 10\n255\n"),
    "an OpenEXR": join("v/1\x01\x02\0\0\0", Buffer.alloc(100)),
    "a Radiance": text("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n"),
    "a FITS": text("SIMPLE  =                    T"),
    "a gzip": gzipSync(carriers.png),
    "a PNG whose first byte lost a bit": join("\x09", carriers.png.subarray(1)),
    "a PNG whose line ends were changed": text(carriers.png.toString("latin1").replace("\r\n", "\n")),
    "a PNG in Base64": text(carriers.png.toString("base64")),
    "a PNG as a data address": text(`data:image/png;base64,${carriers.png.toString("base64")}`),
    "a GIF of a version that never was": join("GIF90a", carriers.gif.subarray(6)),
  };
  return Object.entries(files).map(([name, bytes]) => [name, bytes, noPicture]);
}

function disguisedDrawings(): Case[] {
  const inside = {
    script: `<script>alert("${canary}")</script>`,
    "an event": `<rect width="9" height="9" onclick="alert('${canary}')"/>`,
    "a page": `<foreignObject><iframe src="https://elsewhere.example/${canary}"/></foreignObject>`,
    "a stranger's picture": `<image href="https://elsewhere.example/${canary}.png" width="9" height="9"/>`,
    "a file of the server": `<image href="file:///etc/passwd" width="9" height="9"/>`,
    "a script in a link": `<a href="javascript:alert('${canary}')"><text>x</text></a>`,
  };
  const entities = `<!DOCTYPE svg [<!ENTITY a "${"x".repeat(100)}"><!ENTITY b "${"&a;".repeat(50)}"><!ENTITY x SYSTEM "file:///etc/passwd">]>`;
  const svg = (content: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="30">${content}</svg>`;
  const drawings: [string, string][] = [
    ...Object.entries(inside).map(([name, content]): [string, string] => [`with ${name}`, svg(content)]),
    ["with entities that grow", entities + svg("<text>&b;&x;</text>")],
  ];
  const plain = drawings.flatMap(([name, drawing]): Case[] => [
    [name, text(drawing), noPicture],
    [`${name}, behind an XML head`, text(`<?xml version="1.0"?>\n${drawing}`), noPicture],
    [`${name}, behind a byte order mark`, join("\xef\xbb\xbf", drawing), noPicture],
    [`${name}, packed`, gzipSync(drawing), noPicture],
  ]);
  const disguises: [string, string][] = [
    ["a PNG's first bytes", "\x89PNG\r\n\x1a\n"],
    ["a JPEG's first bytes", "\xff\xd8\xff\xe0"],
    ["a GIF's first bytes", "GIF89a"],
    ["a WebP's first bytes", "RIFF\xff\0\0\0WEBPVP8 "],
  ];
  const disguised = disguises.flatMap(([disguise, head]) =>
    drawings
      .slice(0, 3)
      .map(([name, drawing]): Case => [`${name}, behind ${disguise}`, join(head, drawing), damaged]),
  );
  const wide = Buffer.from(svg(inside.script), "utf16le");
  return [...plain, ...disguised, ["in two bytes a letter", join("\xff\xfe", wide), noPicture]];
}

async function inComments(carriers: Carriers): Promise<Case[]> {
  const secrets = Object.entries(payloads);
  const jpegComment = (payload: Buffer) => join("\xff\xfe", uint16(payload.length + 2), payload);
  return [
    ...secrets.map(([name, payload]): Case => [
      `${name} in a JPEG's comment`,
      afterHead(carriers.jpeg, 2, jpegComment(payload)),
      picture,
    ]),
    ...secrets.map(([name, payload]): Case => [
      `${name} in a PNG's text`,
      afterHead(carriers.png, 33, chunk("tEXt", join("Comment\0", payload))),
      picture,
    ]),
    ...secrets.map(([name, payload]): Case => [
      `${name} in a PNG's private chunk`,
      afterHead(carriers.png, 33, chunk("prVt", payload)),
      picture,
    ]),
    [
      "a GIF that is a script as well",
      join("GIF89a", "/*", carriers.gif.subarray(8), `*/=1;alert("${canary}")`),
      ["picture", "damaged", "too-many-pixels", "too-tall"],
    ],
    [
      "a comment in a GIF",
      beforeImage(carriers.gif, join("!\xfe", Buffer.from([canary.length]), canary, "\0")),
      picture,
    ],
    [
      "a JPEG's private segment",
      afterHead(carriers.jpeg, 2, join("\xff\xef", uint16(canary.length + 2), canary)),
      picture,
    ],
  ];
}

async function withMetadata(): Promise<Case[]> {
  const exif = {
    IFD0: { Copyright: canary, Artist: canary, Software: canary },
    IFD3: {
      GPSLatitudeRef: "S",
      GPSLatitude: "6/1 49/1 0/1",
      GPSLongitudeRef: "E",
      GPSLongitude: "37/1 40/1 0/1",
    },
  };
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="${canary}"/></rdf:RDF></x:xmpmeta>`;
  const made: Promise<Case>[] = [];
  for (const format of ["png", "jpeg", "webp"] as const) {
    for (let orientation = 1; orientation <= 8; orientation++)
      made.push(
        canvas()
          .toFormat(format)
          .withExif(exif)
          .withMetadata({ orientation })
          .toBuffer()
          .then((bytes): Case => [`a place in a ${format}, turned ${orientation}`, bytes, picture]),
      );
    made.push(
      canvas()
        .toFormat(format)
        .withXmp(xmp)
        .toBuffer()
        .then((bytes): Case => [`XMP in a ${format}`, bytes, picture]),
    );
    made.push(
      canvas()
        .toFormat(format)
        .withIccProfile("p3")
        .toBuffer()
        .then((bytes): Case => [`a profile in a ${format}`, bytes, picture]),
    );
  }
  const cases = await Promise.all(made);
  const jpeg = await canvas().jpeg().toBuffer();
  const png = await canvas().png().toBuffer();
  const icc = (profile: Buffer) => chunk("iCCP", join("p\0\0", deflateSync(profile)));
  return [
    ...cases,
    ["a profile of junk in a PNG", afterHead(png, 33, icc(text(canary.repeat(100)))), either],
    ["a profile that unpacks into 60 MB in a PNG", afterHead(png, 33, icc(Buffer.alloc(60_000_000))), either],
    [
      "a profile of junk in a JPEG",
      afterHead(jpeg, 2, segment(0xe2, join("ICC_PROFILE\0\x01\x01", canary))),
      either,
    ],
    [
      "a profile that says it has 255 parts",
      afterHead(jpeg, 2, segment(0xe2, join("ICC_PROFILE\0\x01\xff", canary))),
      either,
    ],
    ["EXIF of junk", afterHead(jpeg, 2, segment(0xe1, join("Exif\0\0", canary.repeat(50)))), either],
    [
      "EXIF that points to itself",
      afterHead(jpeg, 2, segment(0xe1, join("Exif\0\0II*\0\x08\0\0\0\xff\xff", Buffer.alloc(24, 8)))),
      either,
    ],
    [
      "IPTC",
      afterHead(
        jpeg,
        2,
        segment(0xed, join("Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x10\x1c\x02\x78\0", canary)),
      ),
      either,
    ],
    [
      "a thumbnail in EXIF",
      afterHead(jpeg, 2, segment(0xe1, join("Exif\0\0II*\0\x08\0\0\0\0\0", jpeg.subarray(0, 400)))),
      either,
    ],
  ];
}

async function otherColours(): Promise<Case[]> {
  const rgb = canvas();
  const cases: Promise<Case>[] = [
    rgb
      .clone()
      .toColourspace("cmyk")
      .jpeg()
      .toBuffer()
      .then((bytes): Case => ["a JPEG for printing (CMYK)", bytes, picture]),
    rgb
      .clone()
      .greyscale()
      .jpeg()
      .toBuffer()
      .then((bytes): Case => ["a grey JPEG", bytes, picture]),
    rgb
      .clone()
      .jpeg({ progressive: true })
      .toBuffer()
      .then((bytes): Case => ["a JPEG in several passes", bytes, picture]),
    rgb
      .clone()
      .toColourspace("rgb16")
      .png()
      .toBuffer()
      .then((bytes): Case => ["a PNG of 16 bits", bytes, picture]),
    rgb
      .clone()
      .toColourspace("grey16")
      .png()
      .toBuffer()
      .then((bytes): Case => ["a grey PNG of 16 bits", bytes, picture]),
    rgb
      .clone()
      .png({ progressive: true })
      .toBuffer()
      .then((bytes): Case => ["an interlaced PNG", bytes, picture]),
    rgb
      .clone()
      .png({ palette: true, colours: 2 })
      .toBuffer()
      .then((bytes): Case => ["a PNG of one bit", bytes, picture]),
    canvas(48, 30, 4)
      .png()
      .toBuffer()
      .then((bytes): Case => ["a PNG that can be seen through", bytes, picture]),
    canvas(48, 30, 4)
      .webp({ lossless: true })
      .toBuffer()
      .then((bytes): Case => ["a WebP that can be seen through", bytes, picture]),
    canvas(1, 1)
      .png()
      .toBuffer()
      .then((bytes): Case => ["one point", bytes, picture]),
    canvas(3_000, 1)
      .png()
      .toBuffer()
      .then((bytes): Case => ["one line", bytes, picture]),
    canvas(1, 3_000)
      .png()
      .toBuffer()
      .then((bytes): Case => ["one column", bytes, ["too-tall"]]),
  ];
  const empty = (colour: number, depth: number, idat: Buffer) =>
    png(4, 4, { colour, depth, idat: deflateSync(idat) });
  return [
    ...(await Promise.all(cases)),
    ["a palette that is missing", empty(3, 8, Buffer.alloc(20)), either],
    ["a kind of colour that does not exist", empty(5, 8, Buffer.alloc(80)), damaged],
    ["a depth that does not exist", empty(2, 3, Buffer.alloc(80)), damaged],
  ];
}

function cutOff(carriers: Carriers): Case[] {
  return formats.flatMap((format) =>
    [0.05, 0.2, 0.5, 0.8, 0.95].map((part): Case => {
      const whole = carriers[format];
      return [
        `a ${format} of which ${part * 100} % is there`,
        whole.subarray(0, Math.ceil(whole.length * part)),
        part < 0.5 ? damaged : either,
      ];
    }),
  );
}

/** A GIF's first frame is described behind its palette and other blocks. */
function frameOf(gif: Buffer): number {
  const flags = gif.readUInt8(10);
  let at = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  while (gif.readUInt8(at) === 0x21) {
    at += 2;
    while (gif.readUInt8(at) !== 0) at += gif.readUInt8(at) + 1;
    at += 1;
  }
  return at;
}

function giants({ jpeg, gif }: Carriers): Case[] {
  const tooLarge: Ends = ["too-many-pixels"];
  const sizes: [number, number, Ends][] = [
    [60_000, 60_000, tooLarge],
    [2_147_483_647, 2_147_483_647, ["damaged", "too-many-pixels"]],
    [4_294_967_295, 1, ["damaged", "too-many-pixels"]],
    [1, 4_294_967_295, ["damaged", "too-many-pixels", "too-tall"]],
    [0, 0, damaged],
    [40_001, 1_000, tooLarge],
    [1_000, 40_001, tooLarge],
    [100, 20_000, ["too-tall"]],
    [10_000, 4_000, damaged],
  ];
  const pngs = sizes.map(([width, height, ends]): Case => [
    `a PNG of ${width} × ${height}`,
    png(width, height, { idat: deflateSync(Buffer.alloc(1_000)) }),
    ends,
  ]);
  const gifs = [
    [65_535, 65_535],
    [20_000, 20_000],
  ].map(([width = 0, height = 0]): Case => {
    const bytes = Buffer.from(gif);
    for (const at of [6, frameOf(bytes) + 5]) {
      bytes.writeUInt16LE(width, at);
      bytes.writeUInt16LE(height, at + 2);
    }
    return [`a GIF of ${width} × ${height}`, bytes, ["too-many-pixels", "damaged"]];
  });
  const jpegs = [
    [65_535, 65_535],
    [65_500, 9_000],
  ].map(([width = 0, height = 0]): Case => {
    const bytes = Buffer.from(jpeg);
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
    bytes.writeUInt16BE(height, frame + 5);
    bytes.writeUInt16BE(width, frame + 7);
    return [`a JPEG of ${width} × ${height}`, bytes, ["too-many-pixels", "damaged"]];
  });
  const canvasOf = (size: number) =>
    join("VP8X", uint32(10), "\x02\0\0\0", uint24(size - 1), uint24(size - 1));
  const webps = [16_384, 16_777_215].map((size): Case => [
    `a WebP of ${size} × ${size}`,
    riff(canvasOf(size), "ANIM", uint32(6), Buffer.alloc(6)),
    ["too-many-pixels", "damaged"],
  ]);
  const lossless = join("VP8L", uint32(6), "\x2f\xff\xff\xff\x0f\0");
  return [
    ...pngs,
    ...gifs,
    ...jpegs,
    ...webps,
    ["a lossless WebP of 16384 × 16384", riff(lossless), ["too-many-pixels", "damaged"]],
  ];
}

async function bombs({ png: honest, jpeg }: Carriers): Promise<Case[]> {
  const flat = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: "#fff" } });
  const packed = deflateSync(Buffer.alloc(100_000_000));
  return [
    [
      "a white PNG of 81 million pixels",
      await flat(9_000, 9_000).png({ compressionLevel: 9 }).toBuffer(),
      ["too-many-pixels"],
    ],
    [
      "a white JPEG of 64 million pixels",
      await flat(8_000, 8_000).jpeg({ quality: 1 }).toBuffer(),
      ["too-many-pixels"],
    ],
    [
      "a white WebP of 64 million pixels",
      await flat(8_000, 8_000).webp({ quality: 1, effort: 0 }).toBuffer(),
      ["too-many-pixels"],
    ],
    ["a PNG whose pixels unpack into 100 MB too many", png(8, 8, { idat: packed }), either],
    [
      "a PNG whose text unpacks into 100 MB",
      afterHead(honest, 33, chunk("zTXt", join("Comment\0\0", packed))),
      either,
    ],
    [
      "a PNG whose international text unpacks into 100 MB",
      afterHead(honest, 33, chunk("iTXt", join("Comment\0\x01\0\0\0", packed))),
      either,
    ],
    [
      "a PNG with 20,000 texts",
      afterHead(
        honest,
        33,
        Buffer.concat(Array.from({ length: 20_000 }, () => chunk("tEXt", text(`a\0${canary}`)))),
      ),
      either,
    ],
    ["a PNG with a chunk of 4 GB", afterHead(honest, 33, join("\xff\xff\xff\xff", "tEXt", canary)), damaged],
    [
      "a PNG with a chunk of less than nothing",
      afterHead(honest, 33, join("\x80\0\0\0", "tEXt", canary)),
      damaged,
    ],
    ["a PNG without pixels", png(48, 30, { idat: null }), damaged],
    ["a PNG of 10,000 empty pieces", png(48, 30, { idat: Buffer.alloc(0), times: 10_000 }), damaged],
    [
      "a JPEG of 5,000 private segments",
      afterHead(jpeg, 2, Buffer.concat(Array.from({ length: 5_000 }, () => segment(0xef, text(canary))))),
      either,
    ],
    ["a JPEG that begins 1,000 times", join("\xff\xd8".repeat(1_000), jpeg), either],
    [
      "a JPEG with 60,000 restarts",
      join(jpeg.subarray(0, -2), "\xff\xd0".repeat(60_000), "\xff\xd9"),
      either,
    ],
  ];
}

async function moving(): Promise<Case[]> {
  const frames = (count: number) => {
    const height = 8;
    const data = Buffer.alloc(8 * height * count * 3);
    for (let at = 0; at < data.length; at++) data[at] = Math.floor(at / (8 * height * 3)) % 256;
    return sharp(data, { raw: { width: 8, height: height * count, channels: 3, pageHeight: height } });
  };
  const cases = [2, 50, 2_000].flatMap((count): Promise<Case>[] => [
    frames(count)
      .gif({ loop: 0 })
      .toBuffer()
      .then((bytes): Case => [`a GIF of ${count} pictures`, bytes, picture]),
    frames(count)
      .webp({ loop: 0, effort: 0 })
      .toBuffer()
      .then((bytes): Case => [`a WebP of ${count} pictures`, bytes, picture]),
  ]);
  const actl = chunk("acTL", join(uint32BE(2_000_000_000), uint32BE(0)));
  return [
    ...(await Promise.all(cases)),
    [
      "a PNG that says it has two thousand million pictures",
      afterHead(await canvas().png().toBuffer(), 33, actl),
      picture,
    ],
  ];
}

/** The same bytes are damaged in every run, so that a failure can be repeated. */
function broken(carriers: Carriers): Case[] {
  const random = lehmer(20_261_121);
  return formats.flatMap((format) =>
    Array.from({ length: 12 }, (_, round): Case => {
      const bytes = Buffer.from(carriers[format]);
      for (let flips = 0; flips <= round; flips++) {
        const at = 12 + (random() % (bytes.length - 12));
        bytes[at] = random() % 256;
      }
      return [
        `a ${format} with ${round + 1} other bytes`,
        bytes,
        ["picture", "damaged", "too-many-pixels", "too-tall"],
      ];
    }),
  );
}

function lehmer(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647);
}

type Parts = { colour?: number; depth?: number; idat: Buffer | null; times?: number };

function png(width: number, height: number, { colour = 2, depth = 8, idat, times = 1 }: Parts): Buffer {
  const header = join(uint32BE(width), uint32BE(height), Buffer.from([depth, colour, 0, 0, 0]));
  const pixels = idat === null ? [] : Array.from({ length: times }, () => chunk("IDAT", idat));
  return join("\x89PNG\r\n\x1a\n", chunk("IHDR", header), ...pixels, chunk("IEND", Buffer.alloc(0)));
}

function chunk(kind: string, content: Buffer): Buffer {
  const body = join(kind, content);
  return join(uint32BE(content.length), body, uint32BE(crc32(body)));
}

function segment(marker: number, content: Buffer): Buffer {
  return join(Buffer.from([0xff, marker]), uint16(content.length + 2), content);
}

function riff(...chunks: (Buffer | string)[]): Buffer {
  const content = join("WEBP", ...chunks);
  return join("RIFF", uint32(content.length), content);
}

function afterHead(bytes: Buffer, at: number, added: Buffer): Buffer {
  return join(bytes.subarray(0, at), added, bytes.subarray(at));
}

/** The position after the GIF's global palette. */
function beforeImage(gif: Buffer, added: Buffer): Buffer {
  const flags = gif[10] ?? 0;
  return afterHead(gif, 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0), added);
}

function uint16(value: number): Buffer {
  return Buffer.from([value >> 8, value & 255]);
}

function uint24(value: number): Buffer {
  return uint32(value).subarray(0, 3);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function uint32BE(value: number): Buffer {
  return uint32(value).reverse();
}
