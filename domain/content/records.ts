import { z } from "zod";
import { unlessWrong } from "./across-fields.ts";
import type { DescribedPicture } from "./home.ts";
import { jobNames } from "#domain/system/jobs.ts";
import { focusStep, longestAlt } from "./picture.ts";
import { sectionSchemas } from "./sections.ts";
import { settingSchemas } from "./settings.ts";
import { readShillings } from "#domain/money/typed-amount.ts";
import { words, written, writtenOrNot } from "./translated-text.ts";

/** What staff edit as one: each schema reads what a form holds, and its value is what the tables take. */

const percent = z.coerce.number().min(0).max(100).multipleOf(focusStep);
const pixels = z.coerce.number().int().positive();
const tooLongAlt = `Must be ${longestAlt} characters or fewer`;

const described = z.strictObject(
  {
    id: z.string().min(1),
    width: pixels,
    height: pixels,
    alt: z.strictObject({
      en: z.string().trim().min(1, "Enter a description of the image.").max(longestAlt, tooLongAlt),
      sw: z
        .string()
        .trim()
        .max(longestAlt, tooLongAlt)
        .nullable()
        .transform((text) => text || null),
    }),
    focus: z.strictObject({ x: percent, y: percent }),
  },
  { error: "Choose an image or remove this item" },
) satisfies z.ZodType<DescribedPicture>;

/** A form has "" where there is none. */
export const picture = z.preprocess((given) => (given === "" ? null : given), described.nullable());

/** Typed as people write amounts. */
const shillings = z
  .union([z.string(), z.bigint()])
  .transform((given) => (typeof given === "bigint" ? given : readShillings(given)))
  .pipe(
    z
      .bigint({ error: "Enter an amount in whole shillings, such as 10,000" })
      .positive("Enter an amount greater than 0"),
  );

export const onOff = z.preprocess((given) => given === true || given === "yes", z.boolean());

export const heroRecord = z.strictObject({
  title: written(120),
  subtitle: written(400),
  buttonText: written(40),
  picture,
  stats: z
    .array(z.strictObject({ label: written(60), value: words(40) }))
    .max(3, "You can have up to 3 figures"),
});

export const aboutRecord = z.strictObject({
  title: written(120),
  description: written(1_500),
  mission: written(600),
  vision: written(600),
  pictures: z.array(described).max(6, "You can have up to 6 images"),
  highlights: z.array(written(200)).max(12, "You can have up to 12 highlights"),
  accountability: z
    .array(z.strictObject({ title: written(80), description: written(400) }))
    .max(12, "You can have up to 12 items"),
});

export const viceChancellorRecord = z.strictObject({
  title: written(120),
  greeting: written(200),
  content: written(8_000),
  name: words(100),
  position: written(150),
  picture,
});

const line = (longest: number) => z.string().trim().max(longest, `This is longer than ${longest} characters`);

/** Where donors send large gifts. A change takes two people: whoever proposes it says why. */
export const bankDetailsRecord = z
  .strictObject({
    bankName: words(200),
    accountName: words(200),
    accountNumber: words(60).regex(
      /^[0-9A-Za-z][0-9A-Za-z -]*$/,
      "Account number must only contain letters, numbers, spaces and hyphens",
    ),
    branch: line(200),
    swiftCode: z
      .string()
      .trim()
      .regex(
        /^([A-Za-z]{6}[A-Za-z0-9]{2}([A-Za-z0-9]{3})?)?$/,
        "SWIFT code must be 8 or 11 letters and numbers",
      ),
    mobileMoneyName: line(200),
    mobileMoneyNumber: line(30),
    additionalInfo: writtenOrNot(1_000),
    picture,
    reason: z
      .string()
      .trim()
      .min(1, "Enter the reason for the change")
      .max(1_000, "Reason must be 1,000 characters or fewer"),
  })
  .refine(({ mobileMoneyName: name, mobileMoneyNumber: number }) => (name === "") === (number === ""), {
    path: ["mobileMoneyNumber"],
    message: "Enter both the mobile money name and number, or leave both empty",
    when: unlessWrong("mobileMoneyName", "mobileMoneyNumber"),
  });

export const textRecord = z.strictObject({ title: written(120), body: written(30_000) });

/** An earlier version of it may have had a title. */
export const aboutTextRecord = z.object({ body: written(30_000) });

export const projectRecord = z
  .strictObject({
    title: written(80),
    summary: written(300),
    description: written(6_000),
    target: shillings,
    timeline: written(60),
    location: written(120),
    features: z.array(written(160)).length(6, "Enter exactly 6 key features"),
    picture,
    giveTitle: written(80),
    giveText: written(300),
    giveButton: written(40),
    presets: z.array(shillings).min(1, "Add at least 1 amount").max(6, "You can have up to 6 amounts"),
    chosen: shillings,
  })
  .refine(({ presets, chosen }) => presets.includes(chosen), {
    path: ["chosen"],
    message: "Choose one of the amounts above",
    when: unlessWrong("presets", "chosen"),
  });

const price = z
  .string()
  .trim()
  .regex(/^\d{0,9}$/, "Enter the price per gram in whole shillings, such as 185000");

/** The home page's words on zakat, and the prices behind the nisab: all of them, or none yet. */
export const zakatRecord = z
  .strictObject({
    title: written(120),
    text: written(400),
    points: z
      .array(z.strictObject({ title: written(80), text: written(300) }))
      .length(3, "Enter exactly 3 points"),
    gold: price,
    silver: price,
    asOf: z.union([z.literal(""), z.iso.date("Enter a date, such as 2026-11-21")]),
    source: writtenOrNot(200),
  })
  .superRefine(
    (record, context) => {
      const parts = { gold: record.gold, silver: record.silver, asOf: record.asOf, source: record.source.en };
      const missing = Object.entries(parts).filter(([, value]) => value === "" || /^0+$/.test(value));
      if (missing.length === 4) return;
      for (const [name] of missing)
        context.addIssue({
          code: "custom",
          path: name === "source" ? ["source", "en"] : [name],
          message: "Enter both prices, their date and their source, or leave all four empty",
        });
    },
    { when: unlessWrong("gold", "silver", "asOf", "source") },
  );

/** The campaigns that the reporting service has a till for. */
export const externalCampaigns = [
  "conference-center",
  "girls-dormitories",
  "ablution-block",
  "student-scholarship",
  "zakat",
  "cash-waqfu",
  "fun-run-2025",
] as const;

export const statsRecord = z.strictObject({
  title: written(120),
  text: written(400),
  overall: onOff,
  campaigns: z.record(z.enum(externalCampaigns), onOff),
});

export const contactRecord = settingSchemas.contact.extend({
  officeHours: settingSchemas["office-hours"],
  mapEmbed: sectionSchemas.map.unwrap().shape.embed,
  mapLink: sectionSchemas.map.unwrap().shape.link,
});

/** An earlier version of it may say whether staff need a second step. */
export const settingsRecord = z.object({
  paymentsStopped: onOff,
  cardsStopped: onOff,
  jobs: z.record(z.enum(jobNames), onOff),
});
