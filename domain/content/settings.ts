import { z } from "zod";
import { withEditor, fieldsOf, listOf } from "./editor-fields.ts";
import { draftOf } from "./draft.ts";
import { completed } from "./field.ts";
import { words, wordsOrNone, written, writtenOrNot } from "./translated-text.ts";

/** One record for each key. */
export const settingSchemas = {
  fund: z.strictObject({
    name: withEditor(written(80), { kind: "written", label: "Name" }),
    tagline: withEditor(written(160), {
      kind: "written",
      label: "Tagline",
      hint: "Shown at the bottom of every page.",
    }),
    payee: withEditor(wordsOrNone(80), {
      kind: "line",
      label: "Name in payment requests",
      hint: "As AzamPay and Selcom registered it. Donors see it on their phone and on our pages. Leave empty for the English name.",
    }),
    emailGreeting: withEditor(writtenOrNot(60), {
      kind: "written",
      label: "Greeting in emails to donors",
      hint: "The donor’s name and a comma follow, such as “Dear Asha,”. Leave empty for no greeting.",
      initial: { en: "Assalamu alaikum", sw: "Assalamu alaykum" },
    }),
    emailPrayer: withEditor(writtenOrNot(200), {
      kind: "written",
      label: "Prayer in receipts",
      hint: "Follows “We have received your donation” in the email. Leave empty for no prayer.",
      initial: {
        en: "May Allah accept it from you and reward you for it.",
        sw: "Mwenyezi Mungu aukubali na akulipe kheri.",
      },
    }),
  }),
  contact: z.strictObject({
    address: withEditor(written(200), { kind: "written", label: "Address" }),
    phones: listOf(withEditor(words(40), { kind: "line", label: "Number", type: "tel" }), {
      label: "Phone numbers",
      one: "Number",
      fewest: 0,
      most: 8,
      limit: "You can have up to 8 numbers",
    }),
    emails: listOf(
      withEditor(z.email("Enter an email address, such as name@example.org"), {
        kind: "line",
        label: "Address",
        type: "email",
      }),
      {
        label: "Email addresses",
        one: "Address",
        fewest: 0,
        most: 8,
        limit: "You can have up to 8 addresses",
      },
    ),
  }),
  "office-hours": listOf(
    z.strictObject({
      days: withEditor(written(60), { kind: "written", label: "Days" }),
      hours: withEditor(written(80), { kind: "written", label: "Hours" }),
    }),
    { label: "Office hours", one: "Line", fewest: 0, most: 8, limit: "You can have up to 8 lines" },
  ),
  "metal-prices": z.strictObject({
    goldPerGram: z.int().positive(),
    silverPerGram: z.int().positive(),
    asOf: z.iso.date(),
    source: written(200),
  }),
  cards: z.strictObject({ stopped: z.boolean() }),
  payments: z.strictObject({ stopped: z.boolean() }),
};

export type Settings = {
  fund: z.infer<typeof settingSchemas.fund>;
  contact: z.infer<typeof settingSchemas.contact>;
  officeHours: z.infer<(typeof settingSchemas)["office-hours"]>;
  /** In whole shillings; null until staff have set them. */
  metalPrices: z.infer<(typeof settingSchemas)["metal-prices"]> | null;
  /** Staff have stopped card payments. All other payment methods continue. */
  cardsStopped: boolean;
  /** Staff have stopped all new online payments. Open payments and bank transfers continue. */
  paymentsStopped: boolean;
};

/** The stored record of the fund can be older than a field. */
export const fundFrom = (stored: unknown): Settings["fund"] =>
  settingSchemas.fund.parse(completed(fieldsOf(settingSchemas.fund), draftOf(stored)));
