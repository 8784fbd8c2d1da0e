import { isCampaignId } from "#domain/campaigns/categories.ts";
import { projectSlugs } from "#domain/campaigns/building-projects.ts";
import { bankDetails } from "./bank-details.ts";
import { editedCampaign } from "./campaign.ts";
import type { EditableRecord } from "./editable.ts";
import { about, hero, viceChancellor } from "./sections.ts";
import {
  contact,
  fund,
  howItWorks,
  largeDonations,
  paymentStops,
  settings,
  stats,
  submenus,
  zakat,
} from "./settings.ts";
import { editedMember } from "./team.ts";
import { aboutText, project, text } from "./texts.ts";

const records: EditableRecord[] = [
  ...[hero, about, viceChancellor, zakat, howItWorks, stats, largeDonations],
  ...[contact, fund, submenus, paymentStops, settings, bankDetails],
  ...[aboutText, text("privacy"), text("terms")],
  ...projectSlugs.map(project),
];

/** The record with this subject. Null if there is no such kind of record. */
export function findRecord(subject: string): EditableRecord | null {
  const campaign = /^campaign:(.+)$/.exec(subject)?.[1];
  if (campaign !== undefined) return isCampaignId(campaign) ? editedCampaign(campaign) : null;
  const member = /^team:([1-9]\d{0,8})$/.exec(subject)?.[1];
  if (member !== undefined) return editedMember(Number(member));
  return records.find((record) => record.subject === subject) ?? null;
}
