import type { Page } from "playwright-core";

export const kinds = ["document", "style", "script", "font", "picture", "other"] as const;
export type Bytes = Record<(typeof kinds)[number], number>;

const kindOf: Record<string, (typeof kinds)[number]> = {
  Document: "document",
  Stylesheet: "style",
  Script: "script",
  Font: "font",
  Image: "picture",
};

/** What goes over the wire, headers included, while `visit` runs, by kind. */
export async function bytesDuring(page: Page, visit: () => Promise<unknown>): Promise<Bytes> {
  const session = await page.context().newCDPSession(page);
  const requested = new Map<string, (typeof kinds)[number]>();
  const bytes: Bytes = { document: 0, style: 0, script: 0, font: 0, picture: 0, other: 0 };
  session.on("Network.requestWillBeSent", ({ requestId, type }) =>
    requested.set(requestId, kindOf[type ?? ""] ?? "other"),
  );
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    bytes[requested.get(requestId) ?? "other"] += encodedDataLength;
  });
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await visit();
  await session.detach();
  return bytes;
}

export const total = (bytes: Bytes) => kinds.reduce((sum, kind) => sum + bytes[kind], 0);
