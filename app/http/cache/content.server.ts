import {
  listTeam,
  readAbout,
  readBankDetails,
  readHero,
  readViceChancellor,
  readAboutChangeTime,
} from "#database/content/home.ts";
import { readCampaignFigures, readCampaignTexts } from "#database/campaigns/page-parts.ts";
import { readProgress, type Progress } from "#database/campaigns/progress.ts";
import { findZakatCampaigns } from "#database/campaigns/public.ts";
import { findAboutText, findPage } from "#database/content/pages.ts";
import { readHomeSections, readSubmenus } from "#database/content/sections.ts";
import { readSettings } from "#database/content/settings.ts";
import { readStatistics } from "#database/donations/statistics.ts";
import { dayOf } from "#domain/system/calendar.ts";
import type { Reads } from "#database/sql.server.ts";
import type { ReadFigures } from "#app/site/cached/figure.tsx";

export type Content = ReturnType<typeof openContent>["reads"];

/** Phones, emails and bank details as they were read last, for the page of an outage. */
export type WaysToReach = {
  contact: Awaited<ReturnType<typeof readSettings>>["contact"];
  bank: Awaited<ReturnType<typeof readBankDetails>>;
  asOf: Date;
};

/** A crawler that opens ten thousand campaigns must not fill the memory. */
const mostKeys = 300;

/** Texts and figures that many pages show. Each is read again after its change. */
export function openContent(db: Reads) {
  const { kept, keptByKey, forgetAll, keepWhile } = openReads(db);
  let reach: WaysToReach | null = null;

  /** Read ahead, because nothing can be read in an outage. After a change, the old bank details are wrong. */
  async function readReach(): Promise<void> {
    const [{ contact }, bank] = await Promise.all([readSettings(db), readBankDetails(db)]);
    reach = { contact, bank, asOf: new Date() };
  }
  const readAhead = () => void readReach().catch(() => {});

  const campaignTexts = keptByKey(readCampaignTexts);
  const findProgress = openProgressReader(db);
  const progress = keptByKey((_, id) => findProgress(id));
  const totals = keptByKey((db) => readStatistics(db, null));
  const beside = keptByKey(async (db, id) => readCampaignFigures(db, id, (await progress.read(id)).goal));

  function forgetFigures(campaign: string): void {
    progress.forget(campaign);
    beside.forget(campaign);
    totals.forget("");
  }

  return {
    readFigures: {
      progress: progress.read,
      beside: beside.read,
      totals: () => totals.read(""),
    } satisfies ReadFigures,
    reads: {
      waysToReach: () => reach,
      settings: kept(readSettings),
      submenus: kept(readSubmenus),
      homeSections: kept(readHomeSections),
      hero: kept(readHero),
      about: kept(readAbout),
      viceChancellor: kept(readViceChancellor),
      team: kept(listTeam),
      bankDetails: kept(readBankDetails),
      aboutChanged: kept(readAboutChangeTime),
      aboutText: kept(findAboutText),
      privacy: kept((db) => findPage(db, "privacy")),
      terms: kept((db) => findPage(db, "terms")),
      zakatCampaigns: kept((db) => findZakatCampaigns(db, dayOf(new Date()))),
      campaignTexts: campaignTexts.read,
    },
    change(subject: string): void {
      const [, change, campaign] = /^(campaign|raised):(.*)/.exec(subject) ?? [];
      if (campaign !== undefined) forgetFigures(campaign);
      if (campaign !== undefined && change === "campaign") campaignTexts.forget(campaign);
      if (subject === "totals") totals.forget("");
      if (subject !== "content" && subject !== "everything") return;
      forgetAll();
      reach = null;
      readAhead();
    },
    setListening(isListening: boolean): void {
      keepWhile(isListening);
      if (isListening) readAhead();
    },
  };
}

/** A page shows many campaigns. Those asked for in the same turn of the event loop need one statement. */
function openProgressReader(db: Reads): (campaignId: string) => Promise<Progress> {
  let gathered: { ids: string[]; read: Promise<Progress[]> } | null = null;

  function gather() {
    const ids: string[] = [];
    const read = Promise.resolve().then(() => {
      gathered = null;
      return readProgress(db, ids);
    });
    return { ids, read };
  }

  return async (campaignId) => {
    gathered ??= gather();
    gathered.ids.push(campaignId);
    const all = await gathered.read;
    const found = all.find(({ id }) => id === campaignId);
    if (found === undefined) throw new Error("the campaign is not public any more");
    return found;
  };
}

/** Remembers what was read, until it is forgotten. */
function openReads(db: Reads) {
  // Until change notifications arrive, a kept text could stay outdated.
  let keeps = false;
  const forgets: (() => void)[] = [];
  const forgetAll = () => forgets.forEach((each) => each());

  function keptByKey<Text>(read: (db: Reads, key: string) => Promise<Text>) {
    const last = new Map<string, Promise<Text>>();
    forgets.push(() => last.clear());
    return {
      read(key: string): Promise<Text> {
        if (!keeps) return read(db, key);
        const known = last.get(key);
        if (known !== undefined) return known;
        const reading = read(db, key);
        if (last.size >= mostKeys) last.clear();
        last.set(key, reading);
        // A failed read must not be repeated to the next visitor.
        reading.catch(() => last.get(key) === reading && last.delete(key));
        return reading;
      },
      forget: (key: string) => void last.delete(key),
    };
  }

  return {
    keptByKey,
    kept<Text>(read: (db: Reads) => Promise<Text>): () => Promise<Text> {
      const only = keptByKey(read);
      return () => only.read("");
    },
    forgetAll,
    keepWhile(isListening: boolean): void {
      forgetAll();
      keeps = isListening;
    },
  };
}
