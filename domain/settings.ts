import { z } from "zod";

const translated = z.strictObject({ en: z.string().min(1), sw: z.string().min(1).nullable() });

/** The fund's name, how it is reached, and the prices behind the nisab: one record a key. */
export const settingSchemas = {
  fund: z.strictObject({ name: translated, tagline: translated }),
  contact: z.strictObject({
    phones: z.array(z.string().min(1)),
    emails: z.array(z.email()),
    address: translated,
  }),
  "office-hours": z.array(z.strictObject({ days: translated, hours: translated })),
  "metal-prices": z.strictObject({
    goldPerGram: z.int().positive(),
    silverPerGram: z.int().positive(),
    asOf: z.iso.date(),
    source: translated,
  }),
};

export type Settings = {
  fund: z.infer<typeof settingSchemas.fund>;
  contact: z.infer<typeof settingSchemas.contact>;
  officeHours: z.infer<(typeof settingSchemas)["office-hours"]>;
  /** In whole shillings; null until staff have set them. */
  metalPrices: z.infer<(typeof settingSchemas)["metal-prices"]> | null;
};
