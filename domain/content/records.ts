import { z } from "zod";
import { whenFieldsAreValid } from "./across-fields.ts";
import { withEditor, listOf } from "./editor-fields.ts";
import type { DescribedPicture } from "./home.ts";
import { liveCounter, liveFigures } from "./live-counter.ts";
import { dayOf } from "#domain/system/calendar.ts";
import { jobNames } from "#domain/system/jobs.ts";
import { focusStep, longestAlt } from "./picture.ts";
import { sectionSchemas } from "./sections.ts";
import { externalCampaigns, usualTitles } from "#domain/donations/reporting.ts";
import { settingSchemas } from "./settings.ts";
import { amountToAsk, staffQuestion } from "#domain/donations/typed-amount.ts";
import { readShillings } from "#domain/money/typed-amount.ts";
import { words, written, writtenOrNot } from "./translated-text.ts";

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

/** A form sends "" for no picture. */
export const picture = z.preprocess((typed) => (typed === "" ? null : typed), described.nullable());

const shillings = z
  .union([z.string(), z.bigint()])
  .transform((typed, { addIssue }) => {
    if (typeof typed === "bigint") return typed;
    const read = readShillings(typed);
    const meant = read === null ? amountToAsk(typed, "TZS") : null;
    if (meant === null) return read;
    addIssue({ code: "custom", message: staffQuestion(meant) });
    return z.NEVER;
  })
  .pipe(
    z
      .bigint({ error: "Enter an amount in whole shillings, such as 10,000" })
      .positive("Enter an amount greater than 0"),
  );

export const onOff = z.preprocess((typed) => typed === true || typed === "yes", z.boolean());

export const heroRecord = z.strictObject({
  title: withEditor(written(120), { kind: "written", label: "Title" }),
  subtitle: withEditor(written(400), { kind: "written", label: "Subtitle", rows: 3 }),
  buttonText: withEditor(written(40), { kind: "written", label: "Button text" }),
  picture: withEditor(picture, { kind: "picture", label: "Background image" }),
  stats: listOf(
    z
      .strictObject({
        label: withEditor(written(60), { kind: "written", label: "Label" }),
        figure: withEditor(z.enum(["", ...liveFigures]), {
          kind: "choice",
          label: "Value",
          options: [
            { value: "donors", label: "Donors" },
            { value: "raised", label: "Amount raised" },
            { value: "campaigns", label: "Campaigns" },
            { value: "", label: "Own text" },
          ],
        }),
        value: withEditor(words(40), {
          kind: "line",
          label: "Own text",
          onlyWithout: { choice: "figure", word: liveCounter },
        }),
      })
      .refine(({ value, figure }) => value !== liveCounter || figure !== "", {
        path: ["figure"],
        error: "Choose the figure that ‘Live Counter’ shows",
        when: whenFieldsAreValid("value", "figure"),
      }),
    {
      label: "Figures",
      one: "Figure",
      fewest: 0,
      most: 3,
      limit: "You can have up to 3 figures",
    },
  ),
});

export const aboutRecord = z.strictObject({
  title: withEditor(written(120), { kind: "written", label: "Title" }),
  description: withEditor(written(1_500), { kind: "written", label: "Description", rows: 5 }),
  mission: withEditor(written(600), { kind: "written", label: "Mission", rows: 3 }),
  vision: withEditor(written(600), { kind: "written", label: "Vision", rows: 3 }),
  pictures: listOf(withEditor(described, { kind: "picture", label: "Image" }), {
    label: "Images",
    one: "Image",
    fewest: 0,
    most: 6,
    limit: "You can have up to 6 images",
  }),
  highlights: listOf(withEditor(written(200), { kind: "written", label: "Text" }), {
    label: "Highlights",
    one: "Highlight",
    fewest: 0,
    most: 12,
    limit: "You can have up to 12 highlights",
  }),
  accountability: listOf(
    z.strictObject({
      title: withEditor(written(80), { kind: "written", label: "Title" }),
      description: withEditor(written(400), { kind: "written", label: "Description", rows: 2 }),
    }),
    {
      label: "Accountability items",
      one: "Item",
      fewest: 0,
      most: 12,
      limit: "You can have up to 12 items",
    },
  ),
});

const emptyLines = "Leave an empty line between paragraphs.";

export const viceChancellorRecord = z.strictObject({
  title: withEditor(written(120), { kind: "written", label: "Title" }),
  greeting: withEditor(written(200), { kind: "written", label: "Greeting" }),
  content: withEditor(written(8_000), { kind: "written", label: "Message", hint: emptyLines, rows: 10 }),
  name: withEditor(words(100), { kind: "line", label: "Name" }),
  position: withEditor(written(150), { kind: "written", label: "Position" }),
  picture: withEditor(picture, { kind: "picture", label: "Photo" }),
});

const line = (longest: number) => z.string().trim().max(longest, `This is longer than ${longest} characters`);

export const bankDetailsRecord = z
  .strictObject({
    bankName: withEditor(words(200), { kind: "line", label: "Bank name" }),
    accountName: withEditor(words(200), { kind: "line", label: "Account name" }),
    accountNumber: withEditor(
      words(60).regex(
        /^[0-9A-Za-z][0-9A-Za-z -]*$/,
        "Account number must only contain letters, numbers, spaces and hyphens",
      ),
      { kind: "line", label: "Account number" },
    ),
    branch: withEditor(line(200), { kind: "line", label: "Branch" }),
    swiftCode: withEditor(
      z
        .string()
        .trim()
        .regex(
          /^([A-Za-z]{6}[A-Za-z0-9]{2}([A-Za-z0-9]{3})?)?$/,
          "SWIFT code must be 8 or 11 letters and numbers",
        ),
      { kind: "line", label: "SWIFT code" },
    ),
    mobileMoneyName: withEditor(line(200), { kind: "line", label: "Mobile money name" }),
    mobileMoneyNumber: withEditor(line(30), { kind: "line", label: "Mobile money number" }),
    additionalInfo: withEditor(writtenOrNot(1_000), {
      kind: "written",
      label: "Additional information",
      rows: 4,
    }),
    picture: withEditor(picture, { kind: "picture", label: "Image" }),
    reason: withEditor(
      z
        .string()
        .trim()
        .min(1, "Enter the reason for the change")
        .max(1_000, "Reason must be 1,000 characters or fewer"),
      { kind: "text", label: "Reason for the change", hint: "The admin who approves reads this.", rows: 2 },
    ),
  })
  .refine(({ mobileMoneyName: name, mobileMoneyNumber: number }) => (name === "") === (number === ""), {
    path: ["mobileMoneyNumber"],
    message: "Enter both the mobile money name and number, or leave both empty",
    when: whenFieldsAreValid("mobileMoneyName", "mobileMoneyNumber"),
  });

const body = withEditor(written(30_000), {
  kind: "written",
  label: "Text",
  marked: true,
  hint: "Start a heading with ## and a list item with -. Use **bold**, *italic* and [link text](https://…). Leave an empty line between paragraphs.",
  rows: 24,
});

export const textRecord = z.strictObject({
  title: withEditor(written(120), { kind: "written", label: "Title" }),
  body,
});

/** An earlier version can have a title. */
export const aboutTextRecord = z.object({ body });

const donationForm = { label: "Donation form" };

export const projectRecord = z
  .strictObject({
    title: withEditor(written(80), { kind: "written", label: "Title" }),
    summary: withEditor(written(300), { kind: "written", label: "Summary", rows: 2 }),
    description: withEditor(written(6_000), {
      kind: "written",
      label: "Description",
      hint: emptyLines,
      rows: 8,
    }),
    target: withEditor(shillings, {
      kind: "line",
      label: "Target amount, in shillings",
      digits: true,
      amount: true,
    }),
    timeline: withEditor(written(60), { kind: "written", label: "Timeline" }),
    location: withEditor(written(120), { kind: "written", label: "Location" }),
    features: listOf(withEditor(written(160), { kind: "written", label: "Text" }), {
      label: "Key features",
      one: "Feature",
      fewest: 6,
      most: 6,
      limit: "Enter exactly 6 key features",
    }),
    picture: withEditor(picture, {
      kind: "picture",
      label: "Image",
      hint: "If empty, the campaign’s image is shown.",
    }),
    giveTitle: withEditor(written(80), {
      kind: "written",
      label: "Donation form title",
      under: donationForm,
    }),
    giveText: withEditor(written(300), {
      kind: "written",
      label: "Donation form text",
      rows: 2,
      under: donationForm,
    }),
    giveButton: withEditor(written(40), { kind: "written", label: "Button", under: donationForm }),
    presets: listOf(withEditor(shillings, { kind: "line", label: "Amount", digits: true, amount: true }), {
      label: "Amounts to choose from, in shillings",
      one: "Amount",
      fewest: 1,
      most: 6,
      limit: "Add from 1 to 6 amounts",
      under: donationForm,
    }),
    chosen: withEditor(shillings, {
      kind: "line",
      label: "Amount selected at first",
      digits: true,
      under: donationForm,
    }),
  })
  .refine(({ presets, chosen }) => presets.includes(chosen), {
    path: ["chosen"],
    message: "Choose one of the amounts above",
    when: whenFieldsAreValid("presets", "chosen"),
  });

const price = z
  .string()
  .trim()
  .regex(/^\d{0,9}$/, "Enter the price per gram in whole shillings, such as 185000");

const dayOfPrices = z.iso
  .date("Enter a date, such as 2026-11-21")
  .refine(
    (day) => day <= dayOf(new Date()),
    "Enter today or an earlier date: these are prices of a past day",
  );

const prices = {
  label: "Gold and silver prices",
  hint: "Price of one gram, in shillings. Visitors see the date and source, and a warning when the prices are more than a week old. Leave all four empty if you have no prices.",
};

/** The home page's text on Zakat, and the prices for the nisab: all four or none. */
export const zakatRecord = z
  .strictObject({
    gold: withEditor(price, { kind: "line", label: "Gold", digits: true, amount: true, under: prices }),
    silver: withEditor(price, { kind: "line", label: "Silver", digits: true, amount: true, under: prices }),
    asOf: withEditor(z.union([z.literal(""), dayOfPrices]), {
      kind: "line",
      label: "Date of prices",
      type: "date",
      under: prices,
    }),
    source: withEditor(writtenOrNot(200), { kind: "written", label: "Source", under: prices }),
    ...sectionSchemas["home-zakat"].unwrap().shape,
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
    { when: whenFieldsAreValid("gold", "silver", "asOf", "source") },
  );

const serviceFigures = {
  label: "Figures of the reporting service",
  hint: "The service counts money that was collected outside this site. We add its figures to those of our ledger. If it fails, its last figures stay.",
};

export const statsRecord = z.strictObject({
  ...sectionSchemas.impact.unwrap().shape,
  overall: withEditor(onOff, {
    kind: "switch",
    label: "Add the reporting service’s total to ours",
    under: serviceFigures,
  }),
  campaigns: withEditor(z.record(z.enum(externalCampaigns), onOff), {
    kind: "group",
    label: "Add the service’s figures of these campaigns",
    hint: "Tick only campaigns that have their own account at the service.",
    under: serviceFigures,
  }),
  titles: withEditor(z.record(z.enum(externalCampaigns), words(80)), {
    kind: "group",
    label: "Names of the campaigns at the service",
    hint: "The service finds a campaign by this name. Change it only if the service has changed it.",
    isFolded: true,
    initial: usualTitles,
    under: serviceFigures,
  }),
});

const map = { label: "Map" };

export const contactRecord = settingSchemas.contact.extend({
  officeHours: settingSchemas["office-hours"],
  mapEmbed: withEditor(sectionSchemas.map.unwrap().shape.embed, {
    kind: "line",
    label: "Embedded map URL",
    hint: "Loaded only when a visitor asks for it. Leave empty to show only a link.",
    type: "url",
    under: map,
  }),
  mapLink: withEditor(sectionSchemas.map.unwrap().shape.link, {
    kind: "line",
    label: "Map link",
    type: "url",
    under: map,
  }),
});

/** Apart from the jobs, because it is used in a hurry. */
export const paymentStopsRecord = z.strictObject({
  paymentsStopped: withEditor(onOff, {
    kind: "switch",
    label: "Stop all online payments",
  }),
  cardsStopped: withEditor(onOff, {
    kind: "switch",
    label: "Stop card payments",
  }),
});

export const paymentStopNames = ["paymentsStopped", "cardsStopped"] as const;
export type PaymentStop = (typeof paymentStopNames)[number];

/** An earlier version can have fields about payment stops and required two-step sign-in. */
export const settingsRecord = z.object({
  jobs: withEditor(z.record(z.enum(jobNames), onOff), {
    kind: "group",
    label: "Jobs that run",
    hint: "A job stops at its next step. When you switch it on again, it continues from there.",
  }),
});
