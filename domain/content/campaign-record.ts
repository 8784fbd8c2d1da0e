import { z } from "zod";
import { whenFieldsAreValid } from "./across-fields.ts";
import { withEditor } from "./editor-fields.ts";
import { amountToAsk, staffQuestion } from "#domain/donations/typed-amount.ts";
import { readAmount } from "#domain/money/read-amount.ts";
import { withoutGroupMarks } from "#domain/money/typed-amount.ts";
import {
  campaignStatuses,
  categories,
  lowestPriority,
  subTypes,
  unclassified,
  isCategory,
  type SubType,
} from "#domain/campaigns/categories.ts";
import { currencies, type Currency } from "#domain/money/money.ts";
import { onOff, picture } from "./records.ts";
import { written, writtenOrNot } from "./translated-text.ts";

const day = z.iso.date("Enter a date");
const dayOrNone = z.preprocess((typed) => (typed === "" ? null : typed), day.nullable());
const subTypeNames: SubType[] = [...Object.values(subTypes).flat(), unclassified];

const kindOf = { label: "Category and type" };
const goal = { label: "Goal" };
const amountDoes = {
  label: "What an amount does",
  hint: "Donors see it when they choose the amount, such as “pays for one day of classes”. Leave empty if you cannot say it. A campaign in dollars does not show it.",
};
const placeAndDates = { label: "Place and dates" };
const onTheSite = { label: "On the site" };

/** The goal has the format of programs: 5000000, or 10.50 dollars. */
export const campaignRecord = z
  .strictObject({
    title: withEditor(written(100), { kind: "written", label: "Title" }),
    description: withEditor(written(1_000), { kind: "written", label: "Description", rows: 4 }),
    story: withEditor(writtenOrNot(20_000), {
      kind: "written",
      label: "Story",
      rows: 10,
      hint: "Leave an empty line between paragraphs.",
    }),
    picture: withEditor(picture, { kind: "picture", label: "Image" }),
    category: withEditor(z.enum([...categories, unclassified], "Please select a campaign category"), {
      kind: "choice",
      label: "Category",
      under: kindOf,
    }),
    subType: withEditor(z.enum(subTypeNames, "Please select a type"), {
      kind: "choice",
      label: "Type",
      under: kindOf,
    }),
    isZakatEligible: withEditor(onOff, {
      kind: "switch",
      label: "Zakat eligible",
      hint: "Its money is recorded separately and may be paid only to people who can receive Zakat.",
      under: kindOf,
    }),
    isForSadaqah: withEditor(onOff, {
      kind: "switch",
      label: "For sadaqah",
      hint: "The Zakat calculators offer it to people who owe no Zakat.",
      under: kindOf,
    }),
    goal: withEditor(z.string().transform(withoutGroupMarks), {
      kind: "line",
      label: "Goal amount",
      digits: true,
      amount: true,
      under: goal,
    }),
    currency: withEditor(z.enum(currencies, "Please select TZS or USD"), {
      kind: "choice",
      label: "Currency",
      hint: "Mobile money works only with shillings.",
      under: goal,
    }),
    smallAmountDoes: withEditor(writtenOrNot(80), {
      kind: "written",
      label: "TSh 1,000",
      under: amountDoes,
    }),
    usualAmountDoes: withEditor(writtenOrNot(80), {
      kind: "written",
      label: "TSh 5,000",
      under: amountDoes,
    }),
    largeAmountDoes: withEditor(writtenOrNot(80), {
      kind: "written",
      label: "TSh 10,000",
      under: amountDoes,
    }),
    organizer: withEditor(written(120), { kind: "written", label: "Organizer", under: placeAndDates }),
    location: withEditor(written(160), { kind: "written", label: "Location", under: placeAndDates }),
    startDate: withEditor(day, { kind: "line", label: "Start date", type: "date", under: placeAndDates }),
    endDate: withEditor(day, { kind: "line", label: "End date", type: "date", under: placeAndDates }),
    eventDay: withEditor(dayOrNone, {
      kind: "line",
      label: "Event date",
      type: "date",
      hint: "For events only.",
      under: placeAndDates,
    }),
    status: withEditor(z.enum(campaignStatuses, "Please select a status"), {
      kind: "choice",
      label: "Status",
      under: onTheSite,
    }),
    priority: withEditor(
      z.coerce
        .number("Enter a number")
        .int("Enter a whole number")
        .min(1, "Must be 1 or more")
        .max(lowestPriority, `Must be ${lowestPriority} or less`),
      {
        kind: "line",
        label: "Order in lists",
        digits: true,
        hint: "1 comes first. Campaigns with 999 come last, newest first.",
        under: onTheSite,
      },
    ),
  })
  .superRefine(
    ({ goal, currency }, context) => {
      const message = goalFault(goal, currency);
      if (message !== null) context.addIssue({ code: "custom", path: ["goal"], message });
    },
    { when: whenFieldsAreValid("goal", "currency") },
  )
  .refine(({ startDate, endDate }) => endDate >= startDate, {
    path: ["endDate"],
    message: "End date must be on or after the start date",
    when: whenFieldsAreValid("startDate", "endDate"),
  })
  .refine(({ eventDay, category }) => eventDay === null || category === "events", {
    path: ["eventDay"],
    message: "Only events can have an event date",
    when: whenFieldsAreValid("eventDay", "category"),
  })
  .refine(({ category, isZakatEligible }) => category !== "zakat" || isZakatEligible, {
    path: ["isZakatEligible"],
    message: "A campaign in the Zakat category must be Zakat eligible",
    when: whenFieldsAreValid("category", "isZakatEligible"),
  })
  .refine(({ isZakatEligible, isForSadaqah }) => !(isZakatEligible && isForSadaqah), {
    path: ["isForSadaqah"],
    message: "A Zakat campaign cannot be for sadaqah",
    when: whenFieldsAreValid("isZakatEligible", "isForSadaqah"),
  })
  .refine(({ category, subType }) => subType === unclassified || isKindOf(category, subType), {
    path: ["subType"],
    message: "This type does not belong to the category",
    when: whenFieldsAreValid("category", "subType"),
  });

function isKindOf(category: string, subType: SubType): boolean {
  const kinds: readonly string[] = isCategory(category) ? subTypes[category] : [];
  return kinds.includes(subType);
}

/** The error about a typed goal. The caller has removed spaces and commas. */
export function goalFault(typed: string, currency: Currency): string | null {
  if (readAmount(typed, currency) !== null) return null;
  const meant = amountToAsk(typed, currency);
  if (meant !== null) return staffQuestion(meant);
  const hasCents = /^\d+\.\d+$/.test(typed) && /[1-9]/.test(typed);
  return hasCents
    ? "Enter a whole number of shillings, without cents"
    : "Goal amount must be a positive number";
}

/** A readable part of a URL. Empty if the title has no letters or digits of a-z and 0-9. */
export function slugFor(title: string): string {
  return title
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, "");
}
