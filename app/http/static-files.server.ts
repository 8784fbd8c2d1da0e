import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative } from "node:path";
import type { Encoding } from "./cache/pack.server.ts";
import { closedPolicy, fileHeaders } from "./security/headers.server.ts";
import { sha256 } from "#domain/system/digest.server.ts";

export type StaticFile = {
  etag: string;
  headers: Record<Encoding, string[]>;
  bodies: Record<Encoding, Buffer>;
};

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml; charset=utf-8",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".ico": "image/x-icon",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
};

/** The build's files and their compressed copies. They are few and small, so they stay in memory. */
export async function loadStaticFiles(folder: string): Promise<Map<string, StaticFile>> {
  const files = new Map<string, StaticFile>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const type = types[extname(entry.name)];
    if (!entry.isFile() || !type) continue;
    const path = join(entry.parentPath, entry.name);
    const address = `/${relative(folder, path)}`;
    const identity = await readFile(path);
    const [br = identity, gzip = identity] = await Promise.all([
      readIfThere(`${path}.br`),
      readIfThere(`${path}.gz`),
    ]);
    files.set(address, prepare({ identity, br, gzip }, address, type));
  }
  return files;
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  return existsSync(path) ? readFile(path) : undefined;
}

function prepare(bodies: Record<Encoding, Buffer>, address: string, type: string): StaticFile {
  const { identity } = bodies;
  // Weak, because one file has three encodings with different bytes.
  const etag = `W/"${sha256(identity).toString("base64url").slice(0, 20)}"`;
  // Files with a content hash in the name never change. Browsers revalidate the others after a day.
  const caching = address.startsWith("/assets/")
    ? "public, max-age=31536000, immutable"
    : "public, max-age=86400";
  const headersFor = (encoding: Encoding): string[] => [
    ...fileHeaders.flat(),
    ...[
      "Content-Security-Policy",
      closedPolicy,
      "Content-Type",
      type,
      "Cache-Control",
      caching,
      "ETag",
      etag,
    ],
    ...["Vary", "Accept-Encoding", "Content-Length", String(bodies[encoding].length)],
    ...(bodies[encoding] !== identity ? ["Content-Encoding", encoding] : []),
  ];
  return {
    etag,
    bodies,
    headers: { br: headersFor("br"), gzip: headersFor("gzip"), identity: headersFor("identity") },
  };
}
