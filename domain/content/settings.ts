import { z } from "zod";
import { words, written } from "./translated-text.ts";

/** The fund's name, how it is reached, and the prices behind the nisab: one record a key. */
export const settingSchemas = {
  fund: z.strictObject({ name: written(80), tagline: written(160) }),
  contact: z.strictObject({
    phones: z.array(words(40)).max(8, "You can have up to 8 numbers"),
    emails: z
      .array(z.email("Enter an email address, such as name@example.org"))
      .max(8, "You can have up to 8 addresses"),
    address: written(200),
  }),
  "office-hours": z
    .array(z.strictObject({ days: written(60), hours: written(80) }))
    .max(8, "You can have up to 8 lines"),
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
  /** Staff have stopped taking cards; every other way to give goes on. */
  cardsStopped: boolean;
  /** Staff take no payments at all; what is begun already goes on, and so does giving by bank transfer. */
  paymentsStopped: boolean;
};
