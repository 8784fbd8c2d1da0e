import type { CheckName } from "#domain/go-live/checks.ts";
import type { Part, PointName, PointState } from "#domain/go-live/points.ts";
import type { Tone } from "#app/staff/list/status.tsx";
import { editors } from "#app/staff/navigation.ts";

export const stateWords: Record<PointState["kind"], [string, Tone]> = {
  missing: ["No content", "waiting"],
  open: ["Open", "waiting"],
  changed: ["Changed", "bad"],
  confirmed: ["Done", "good"],
};

type Place = { label: string; address: string };

/** The page where staff edit a part. */
export function placeOf(part: Part): Place {
  const address = part === "zakat-campaigns" ? "/admin/campaigns" : `/admin/${part}`;
  const editor = editors.find((each) => each.address === address);
  if (editor === undefined) throw new Error(`no editor has the part ${part}`);
  return editor;
}

/** The page where staff see or change what a check is about. The operator changes the others at the start. */
export const checkPlaces: Record<CheckName, Place | null> = {
  database: null,
  live: null,
  "first-donations": { label: "Donations", address: "/admin/donations" },
  mail: { label: "Emails", address: "/admin/mail" },
  contact: { label: "Contact", address: "/admin/contact" },
  "bank-details": { label: "Bank Details", address: "/admin/bank-details" },
  gaps: null,
  campaigns: { label: "Campaigns", address: "/admin/campaigns" },
  prices: { label: "Zakat", address: "/admin/zakat" },
  admins: { label: "Invitations", address: "/admin/invitations" },
  "second-step": null,
  backup: { label: "System status", address: "/admin/health" },
};

/** First the steps without which no real money comes in. */
export const checkGroups: Record<CheckName, string> = {
  database: "To take real money",
  live: "To take real money",
  "first-donations": "To take real money",
  "bank-details": "To take real money",
  campaigns: "To take real money",
  mail: "To reach donors",
  contact: "To reach donors",
  gaps: "To reach donors",
  prices: "To reach donors",
  admins: "To stay safe",
  "second-step": "To stay safe",
  backup: "To stay safe",
};

export const pointGroups: Record<PointName, string> = {
  bank: "Money and server",
  payee: "Money and server",
  providers: "Money and server",
  terms: "Law and religion",
  privacy: "Law and religion",
  zakat: "Law and religion",
  about: "What the site says",
  home: "What the site says",
  projects: "What the site says",
  people: "What the site says",
  contact: "What the site says",
  key: "Money and server",
};

/** In the order of the groups, and within a group in the order of the list. */
export function inGroups<Name extends string, Item extends { name: Name }>(
  all: readonly Item[],
  groupOf: Record<Name, string>,
): { title: string; items: Item[] }[] {
  const titles = new Set<string>(Object.values(groupOf));
  return [...titles].map((title) => ({
    title,
    items: all.filter(({ name }) => groupOf[name] === title),
  }));
}
