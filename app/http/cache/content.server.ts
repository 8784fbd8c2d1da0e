import {
  listTeam,
  readAbout,
  readBankDetails,
  readHero,
  readViceChancellor,
  whenAboutChanged,
} from "#database/content/home.ts";
import { findAboutText, findPage } from "#database/content/pages.ts";
import { readHomeSections, readSubmenus } from "#database/content/sections.ts";
import { readSettings } from "#database/content/settings.ts";
import type { Reads } from "#database/sql.server.ts";

export type Content = ReturnType<typeof openContent>["reads"];

/** Phones, emails and bank details as they were read last, for the page of an outage. */
export type WaysToReach = {
  contact: Awaited<ReturnType<typeof readSettings>>["contact"];
  bank: Awaited<ReturnType<typeof readBankDetails>>;
  asOf: Date;
};

/** Staff texts that many pages show. They are read again after each change of a text. */
export function openContent(db: Reads) {
  // Until change notifications arrive, a kept text could stay outdated.
  let keeps = false;
  const forgets: (() => void)[] = [];
  const forget = () => forgets.forEach((each) => each());
  let reach: WaysToReach | null = null;

  /** Read ahead, because nothing can be read in an outage. After a change, the old bank details are wrong. */
  async function readReach(): Promise<void> {
    const [{ contact }, bank] = await Promise.all([readSettings(db), readBankDetails(db)]);
    reach = { contact, bank, asOf: new Date() };
  }
  const readAhead = () => void readReach().catch(() => {});

  function kept<Text>(read: (db: Reads) => Promise<Text>): () => Promise<Text> {
    let last: Promise<Text> | null = null;
    forgets.push(() => (last = null));
    return () => {
      if (!keeps) return read(db);
      if (last !== null) return last;
      const reading = read(db);
      last = reading;
      // A failed read must not be repeated to the next visitor.
      reading.catch(() => (last = last === reading ? null : last));
      return reading;
    };
  }

  return {
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
      aboutChanged: kept(whenAboutChanged),
      aboutText: kept(findAboutText),
      privacy: kept((db) => findPage(db, "privacy")),
      terms: kept((db) => findPage(db, "terms")),
    },
    change(subject: string): void {
      if (subject !== "content" && subject !== "everything") return;
      forget();
      reach = null;
      readAhead();
    },
    setListening(isListening: boolean): void {
      forget();
      keeps = isListening;
      if (isListening) readAhead();
    },
  };
}
