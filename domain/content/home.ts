import type { z } from "zod";
import type { Translated } from "./language.ts";
import type { Focus, Picture } from "./picture.ts";
import type { aboutRecord, bankDetailsRecord, heroRecord, viceChancellorRecord } from "./records.ts";
import type { memberRecord } from "./team-record.ts";

export type DescribedPicture = Picture & { alt: Translated; focus: Focus };

export type Hero = z.output<typeof heroRecord>;
export type About = z.output<typeof aboutRecord>;
export type ViceChancellorMessage = z.output<typeof viceChancellorRecord>;
export type TeamMember = z.output<typeof memberRecord> & { id: number };

/** Donors who pay by bank transfer see the date of the last change. */
export type BankDetails = Omit<z.output<typeof bankDetailsRecord>, "reason"> & { changedAt: Date };
