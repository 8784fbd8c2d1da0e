export type Listed = { key: string; storedAt: Date; bytes: number };

/** One page of ListObjectsV2. Null if the text is none, or is a part whose continuation is not named. */
export function readListing(xml: string): { objects: Listed[]; next: string | null } | null {
  if (!/<ListBucketResult[ >][\s\S]*<\/ListBucketResult>\s*$/.test(xml)) return null;
  const objects = [...xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)].flatMap(([, about = ""]) => {
    const key = textOf(about, "Key");
    const storedAt = new Date(textOf(about, "LastModified") ?? "");
    // An unknown size counts as empty, so that no check passes by it.
    const bytes = Number(textOf(about, "Size") ?? 0);
    return key === null || Number.isNaN(storedAt.getTime()) ? [] : [{ key, storedAt, bytes }];
  });
  const isCut = textOf(xml, "IsTruncated") === "true";
  const next = isCut ? textOf(xml, "NextContinuationToken") : null;
  return isCut && !next ? null : { objects, next };
}

/** The id of an upload in parts. Null if the text is another answer. */
export const uploadIn = (xml: string): string | null =>
  xml.includes("<InitiateMultipartUploadResult") ? textOf(xml, "UploadId") : null;

export const errorCodeIn = (xml: string): string | null => textOf(xml, "Code");

function textOf(xml: string, name: string): string | null {
  const [, text] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? [];
  return text === undefined ? null : withoutEntities(text);
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function withoutEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name] ?? whole;
    return String.fromCodePoint(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal));
  });
}
