import { oneLine, readParagraphs } from "#domain/donations/read-donor.ts";
import type { DescribedPicture } from "#domain/content/home.ts";
import type { Translated } from "#domain/content/language.ts";

export type CampaignUpdate = UpdateText & {
  id: number;
  publishedAt: Date;
  editedAt: Date | null;
  /** The site wrote it from the ledger. */
  isAutomatic: boolean;
  picture: DescribedPicture | null;
};

type UpdateText = { title: Translated; content: Translated };

/** The picture has its description here: two campaigns can use the same picture. */
export type WrittenUpdate = UpdateText & { picture: { id: string; alt: Translated } | null };

export const longestUpdateTitle = 100;
export const longestUpdate = 5_000;
export const longestAlt = 200;

type UpdateProblem = "required" | "too-long" | "not-a-picture";
type Field = "title" | "titleSw" | "content" | "contentSw" | "pictureAlt" | "pictureAltSw" | "picture";
export type UpdateProblems = { field: Field; problem: UpdateProblem; most: number }[];

export type EnteredUpdate = Record<Field, string>;

export function readUpdate(
  entered: EnteredUpdate,
): { ok: true; update: WrittenUpdate } | { ok: false; problems: UpdateProblems } {
  const problems: UpdateProblems = [];
  const read = (field: Field, most: number, isRequired: boolean): string => {
    const isText = field === "content" || field === "contentSw";
    const text = isText ? readParagraphs(entered[field]) : oneLine(entered[field]);
    if (isRequired && text === "") problems.push({ field, problem: "required", most });
    if (text.length > most) problems.push({ field, problem: "too-long", most });
    return text;
  };
  const title = read("title", longestUpdateTitle, true);
  const titleSw = read("titleSw", longestUpdateTitle, entered.contentSw.trim() !== "");
  const content = read("content", longestUpdate, true);
  const contentSw = read("contentSw", longestUpdate, entered.titleSw.trim() !== "");
  const id = entered.picture.trim();
  if (id !== "" && !/^[\w-]{1,100}$/.test(id))
    problems.push({ field: "picture", problem: "not-a-picture", most: 0 });
  const alt = read("pictureAlt", longestAlt, id !== "");
  const altSw = read("pictureAltSw", longestAlt, false);
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    update: {
      title: { en: title, sw: titleSw || null },
      content: { en: content, sw: contentSw || null },
      picture: id === "" ? null : { id, alt: { en: alt, sw: altSw || null } },
    },
  };
}
