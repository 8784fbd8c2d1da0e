import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Encoding } from "./page-cache.server.ts";
import { closedPolicy, securityHeaders } from "./security.server.ts";

export type StaticFile = {
  etag: string;
  headers: Record<Encoding, string[]>;
  bodies: Record<Encoding, Buffer>;
};

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
};
const compressible = new Set([".js", ".css", ".svg", ".txt", ".webmanifest"]);

/** The build's files, read and compressed once: there are few and they are small. */
export async function loadStaticFiles(folder: string): Promise<Map<string, StaticFile>> {
  const files = new Map<string, StaticFile>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const type = types[extname(entry.name)];
    if (!entry.isFile() || !type) continue;
    const path = join(entry.parentPath, entry.name);
    const address = `/${relative(folder, path)}`;
    files.set(address, prepare(await readFile(path), address, type));
  }
  return files;
}

function prepare(identity: Buffer, address: string, type: string): StaticFile {
  const squeeze = compressible.has(extname(address));
  const bodies = {
    identity,
    br: squeeze
      ? brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
      : identity,
    gzip: squeeze ? gzipSync(identity, { level: 9 }) : identity,
  };
  const etag = `"${createHash("sha256").update(identity).digest("base64url").slice(0, 20)}"`;
  // What the build names by its content never changes; the rest is asked about again after a day.
  const caching = address.startsWith("/assets/")
    ? "public, max-age=31536000, immutable"
    : "public, max-age=86400";
  const headersFor = (encoding: Encoding): string[] => [
    ...securityHeaders.flat(),
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
    ...(squeeze && encoding !== "identity" ? ["Content-Encoding", encoding] : []),
  ];
  return {
    etag,
    bodies,
    headers: { br: headersFor("br"), gzip: headersFor("gzip"), identity: headersFor("identity") },
  };
}
