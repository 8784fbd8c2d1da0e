import type { Transaction } from "kysely";
import { openClient } from "#database/connect.ts";
import { campaignColumns } from "#database/campaigns/public.ts";
import {
  aboutColumns,
  bankColumns,
  heroColumns,
  memberColumns,
  viceChancellorColumns,
} from "#database/content/home.ts";
import { hasContent, recordedPayments } from "#database/installation.ts";
import { setupLock } from "#database/migrate.ts";
import { openDatabase } from "#database/sql.server.ts";
import type { Tables } from "#database/tables.ts";
import { addDays, dayOf, type Day } from "#domain/system/calendar.ts";
import { classify, defaultLocation, defaultOrganizer } from "#domain/campaigns/categories.ts";
import { campaignRecord } from "#domain/content/campaign-record.ts";
import type { Translated } from "#domain/content/language.ts";
import type { DescribedPicture } from "#domain/content/home.ts";
import { centre, type Picture } from "#domain/content/picture.ts";
import { aboutRecord, bankDetailsRecord, heroRecord, viceChancellorRecord } from "#domain/content/records.ts";
import { memberRecord } from "#domain/content/team-record.ts";
import * as defaults from "./defaults.ts";
import * as demo from "./demo-content.ts";
import { filled } from "./filled.ts";
import { donationsTo } from "./past-donations.ts";
import { readDrawing } from "./read-drawing.ts";
import { writePages, writeProjects } from "./texts.ts";
import { writePastDonations } from "./write-past-donations.ts";

export type SeedTools = {
  /** Stores a drawing of ours as a picture that the site can serve. */
  putPicture(svg: Buffer): Promise<Picture>;
  say(line: string): void;
  /** The moment to which the demonstration's dates are relative. */
  now?: Date;
};

/**
 * Fills an empty database once, even if several nodes start together. A database with content is unchanged. True if this
 * call wrote the demonstration.
 */
export async function seed(url: string, which: "demo" | "empty", tools: SeedTools): Promise<boolean> {
  const turn = openClient(url);
  await turn.connect();
  const { readWrite: db, close } = openDatabase(url, { poolSize: 1 });
  try {
    // The site's role waits 2 seconds for a lock. Another node can write the demonstration for longer.
    await turn.query("set lock_timeout = 0; set statement_timeout = 0");
    await turn.query("select pg_advisory_lock($1)", [setupLock]);
    if (await hasContent(db)) return false;
    if (which === "demo" && (await recordedPayments(db)) === "live")
      throw new Error("a live database accepts no demonstration donations");
    if (which === "empty") {
      await db.transaction().execute(writeDefaults);
      return false;
    }
    tools.say("Writing the demonstration content");
    const pictures = await keepPictures(tools);
    await db.transaction().execute((tx) => writeDemo(tx, pictures, tools.now ?? new Date()));
    return true;
  } finally {
    await close();
    await turn.end();
  }
}

async function writeDefaults(tx: Transaction<Tables>): Promise<void> {
  await writeSettings(tx, {
    fund: defaults.fund,
    contact: { phones: [], emails: [], address: defaults.address },
    "office-hours": defaults.officeHours,
  });
  await writeHero(tx);
  await writeAbout(tx, []);
  await writePages(tx);
  await writeProjects(tx);
}

async function writeDemo(tx: Transaction<Tables>, pictures: KeptPictures, now: Date): Promise<void> {
  const today = dayOf(now);
  await writePictures(tx, pictures);
  await writeSettings(tx, {
    fund: defaults.fund,
    contact: { ...demo.contact, address: defaults.address },
    "office-hours": defaults.officeHours,
    "metal-prices": { ...demo.metalPrices, asOf: today },
  });
  await writeHero(tx);
  await writeAbout(
    tx,
    demo.aboutPictures.flatMap(({ picture }) => pictures.get(picture) ?? []),
  );
  await writePages(tx);
  await writeProjects(tx);
  await writeViceChancellor(tx, pictures);
  await writeTeam(tx, pictures);
  await writeBankDetails(tx);
  await writeCampaigns(tx, pictures, today);
  await writeRuling(tx, today);
  await writeUpdates(tx, today, now);
  await writePastDonations(tx, donationsTo(demo.campaigns, now));
}

type KeptPictures = Map<string, DescribedPicture>;

/** A missing drawing is left out. */
async function keepPictures({ putPicture }: SeedTools): Promise<KeptPictures> {
  const wanted: [name: string, alt: Translated][] = [
    ...demo.campaigns.map(({ id, pictureAlt }): [string, Translated] => [id, pictureAlt]),
    ...demo.aboutPictures.map(({ picture, alt }): [string, Translated] => [picture, alt]),
    ...demo.team.map(({ picture, pictureAlt }): [string, Translated] => [picture, pictureAlt]),
    ["vice-chancellor", demo.viceChancellor.pictureAlt],
  ];
  const kept: KeptPictures = new Map();
  for (const [name, alt] of wanted) {
    const svg = await readDrawing(name);
    if (svg !== null) kept.set(name, { ...(await putPicture(svg)), alt, focus: centre });
  }
  return kept;
}

async function writePictures(tx: Transaction<Tables>, pictures: KeptPictures): Promise<void> {
  if (pictures.size === 0) return;
  const rows = [...pictures.values()].map(({ id, width, height, alt }) => ({
    id,
    width,
    height,
    alt: alt.en,
    alt_sw: alt.sw,
  }));
  // Two names can have the same drawing.
  await tx
    .insertInto("pictures")
    .values(rows)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

async function writeSettings(tx: Transaction<Tables>, settings: Record<string, unknown>): Promise<void> {
  const rows = Object.entries(settings).map(([key, value]) => ({
    key,
    value: JSON.stringify(value),
    is_public: true,
  }));
  await tx.insertInto("site_settings").values(rows).execute();
}

async function writeHero(tx: Transaction<Tables>): Promise<void> {
  const values = heroColumns.toRow(filled(heroRecord, defaults.hero));
  await tx.insertInto("hero_section").values(values).execute();
}

async function writeAbout(tx: Transaction<Tables>, pictures: DescribedPicture[]): Promise<void> {
  const values = aboutColumns.toRow(filled(aboutRecord, { ...defaults.about, pictures }));
  await tx.insertInto("about_section").values(values).execute();
}

async function writeViceChancellor(tx: Transaction<Tables>, pictures: KeptPictures): Promise<void> {
  const picture = pictures.get("vice-chancellor");
  const values = viceChancellorColumns.toRow(
    filled(viceChancellorRecord, { ...demo.viceChancellor, picture }),
  );
  await tx.insertInto("vice_chancellor_message").values(values).execute();
}

async function writeTeam(tx: Transaction<Tables>, pictures: KeptPictures): Promise<void> {
  const rows = demo.team.map((member, index) => ({
    ...memberColumns.toRow(filled(memberRecord, { ...member, picture: pictures.get(member.picture) })),
    order_index: index + 1,
  }));
  await tx.insertInto("team_members").values(rows).execute();
}

async function writeBankDetails(tx: Transaction<Tables>): Promise<void> {
  const record = filled(bankDetailsRecord, { ...demo.bankDetails, reason: "The demonstration" });
  await tx.insertInto("bank_details").values(bankColumns.toRow(record)).execute();
}

async function writeCampaigns(tx: Transaction<Tables>, pictures: KeptPictures, today: Day): Promise<void> {
  const rows = demo.campaigns.map(({ id, from, until, ...campaign }) => {
    const startDate = dayFrom(from, today);
    const record = filled(campaignRecord, {
      ...campaign,
      ...classify(campaign.title.en),
      currency: "TZS",
      organizer: defaultOrganizer,
      location: defaultLocation,
      picture: pictures.get(id),
      startDate,
      endDate: dayFrom(until, today),
    });
    return {
      ...campaignColumns.toRow(record),
      id,
      goal_amount: BigInt(campaign.goal),
      created_at: new Date(`${startDate}T09:00:00+03:00`),
    };
  });
  await tx.insertInto("campaigns").values(rows).execute();
}

/** On the first day of the campaign, so that its past donations follow the ruling. */
async function writeRuling(tx: Transaction<Tables>, today: Day): Promise<void> {
  const { campaign, reviewer: name, reasons } = demo.ruling;
  const reviewer = await tx
    .selectFrom("team_members")
    .select("id")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  const start = demo.campaigns.find(({ id }) => id === campaign)?.from ?? 0;
  const rows = { campaign_id: campaign, reviewer_id: reviewer.id, reviewer_name: name, reasons };
  await tx
    .insertInto("zakat_rulings")
    .values({ ...rows, ruled_on: dayFrom(start, today) })
    .execute();
}

async function writeUpdates(tx: Transaction<Tables>, today: Day, now: Date): Promise<void> {
  const rows = demo.updates.map(({ campaign, daysAfterStart, title, content }) => {
    const start = demo.campaigns.find(({ id }) => id === campaign)?.from ?? 0;
    const published = new Date(`${addDays(dayFrom(start, today), daysAfterStart)}T16:30:00+03:00`);
    return {
      campaign_id: campaign,
      title: title.en,
      title_sw: title.sw,
      content: content.en,
      content_sw: content.sw,
      published_at: published < now ? published : now,
    };
  });
  await tx.insertInto("campaign_updates").values(rows).execute();
}

const dayFrom = (day: number | Day, today: Day): Day => (typeof day === "number" ? addDays(today, day) : day);
