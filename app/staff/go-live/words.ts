import type { CheckName } from "#domain/go-live/checks.ts";
import type { Part, PointState } from "#domain/go-live/points.ts";
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
