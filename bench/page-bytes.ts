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

export async function bytesDuring(
  page: Page,
  visit: () => Promise<unknown>,
): Promise<{ whole: Bytes; bodies: Bytes }> {
  const session = await page.context().newCDPSession(page);
  const requested = new Map<string, (typeof kinds)[number]>();
  const heads = new Map<string, number>();
  const whole: Bytes = { document: 0, style: 0, script: 0, font: 0, picture: 0, other: 0 };
  const bodies = { ...whole };
  session.on("Network.requestWillBeSent", ({ requestId, type }) =>
    requested.set(requestId, kindOf[type ?? ""] ?? "other"),
  );
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = requested.get(requestId) ?? "other";
    whole[kind] += encodedDataLength;
    bodies[kind] += encodedDataLength - (heads.get(requestId) ?? 0);
  });
  session.on("Network.responseReceived", ({ requestId, response }) =>
    heads.set(requestId, response.encodedDataLength),
  );
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await visit();
  await session.detach();
  return { whole, bodies };
}

export const total = (bytes: Bytes) => kinds.reduce((sum, kind) => sum + bytes[kind], 0);
