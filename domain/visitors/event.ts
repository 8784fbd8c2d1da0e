import { z } from "zod";
import { isOwnPage } from "./own-page.ts";

const shareWays = ["whatsapp", "twitter", "facebook", "sms", "copy", "poster"] as const;

const sessionId = z.string().regex(/^\d{13}-[a-z0-9]{1,20}$/);
const address = z.string().max(2_000);
const word = z.string().max(200).nullish();
const path = z.string().startsWith("/").max(2_000);
const time = { timeSpent: z.number().nonnegative(), scrollDepth: z.number().nonnegative() };
const event = {
  ...{ category: word, label: word, value: z.number().nullish(), path },
  metadata: z.record(z.string().max(50), z.union([z.string().max(200), z.number(), z.boolean()])).nullish(),
};

/** The fields that browsers send, by the names of the specification. More is sent than kept. */
const shape = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("session_start"),
    sessionId,
    data: z.strictObject({
      referrer: address.nullish(),
      ...{ utmSource: word, utmMedium: word, utmCampaign: word },
    }),
  }),
  z.object({
    type: z.literal("page_view"),
    sessionId,
    data: z.strictObject({ path, title: z.string().max(1_000).nullish(), referrer: address.nullish() }),
  }),
  z.object({ type: z.literal("page_view_end"), sessionId, data: z.strictObject({ path, ...time }) }),
  z.object({
    type: z.literal("event"),
    sessionId,
    data: z.discriminatedUnion("eventType", [
      z.strictObject({ eventType: z.literal("share"), action: z.enum(shareWays), ...event }),
      z.strictObject({ eventType: z.literal("form"), action: z.literal("start"), ...event }),
      // Its path is the address of the receipt, which names the donation.
      z.strictObject({ eventType: z.literal("donation"), action: z.literal("paid"), ...event }),
    ]),
  }),
  z.object({ type: z.literal("consent"), sessionId, data: z.strictObject({}) }),
  z.object({
    type: z.literal("session_end"),
    sessionId,
    data: z.strictObject({ lastPagePath: path, ...time }),
  }),
]);

export const isOfOwnPage = ({ data }: SentEvent): boolean =>
  ("path" in data && isOwnPage(data.path)) || ("lastPagePath" in data && isOwnPage(data.lastPagePath));

export type SentEvent = z.output<typeof shape>;

export const readSentEvent = (body: unknown): SentEvent | null => shape.safeParse(body).data ?? null;

/** A tab can stay open for days. Longer visits count as an hour, so that they do not distort the average. */
export const mostSeconds = 3_600;

type Sources = Extract<SentEvent, { type: "session_start" }>["data"];

/** The source of a visit: the name in the link, or the host of the other site. Null for our own pages. */
export function sourceOf({ referrer, utmSource }: Sources, ownHost: string): string | null {
  return plainWord(utmSource) ?? foreignHost(referrer, ownHost);
}

/** The link that staff published, as source, medium and campaign. */
export function linkOf({ utmSource, utmMedium, utmCampaign }: Sources): string | null {
  const words = [utmSource, utmMedium, utmCampaign].map(plainWord).filter((each) => each !== null);
  return words.length === 0 ? null : words.join(" / ");
}

/** Anyone can write a link. A word with an @ or a long number could name a person, so it is dropped. */
function plainWord(typed: string | null | undefined): string | null {
  const text = typed?.trim().toLowerCase() ?? "";
  return /^[a-z0-9 ._+-]{1,60}$/.test(text) && !/\d{6}/.test(text.replaceAll(/[ ._+-]/g, "")) ? text : null;
}

function foreignHost(referrer: string | null | undefined, ownHost: string): string | null {
  if (!referrer || !URL.canParse(referrer)) return null;
  const { protocol, hostname, host } = new URL(referrer);
  if (!/^https?:$/.test(protocol) || host === ownHost || !/^[a-z0-9.-]*[a-z][a-z0-9.-]*$/.test(hostname))
    return null;
  return hostname.slice(0, 100).replace(/^www\./, "");
}

const devices = ["phone", "tablet", "laptop"] as const;
export type Device = (typeof devices)[number];

/** The kind of device is all that is kept of the browser's name. */
export function deviceOf(userAgent: string): Device {
  if (/iPad|Tablet|Android(?!.*Mobile)/i.test(userAgent)) return "tablet";
  return /Mobi|iPhone|Android/i.test(userAgent) ? "phone" : "laptop";
}

/** The first language that the browser asks for, without its country. */
export const languageOfBrowser = (accepted: string): string | null =>
  /^[a-z]{2,3}(?![a-z])/i.exec(accepted.trim())?.[0].toLowerCase() ?? null;
