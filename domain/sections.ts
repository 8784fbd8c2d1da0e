import { z } from "zod";

const translated = z.strictObject({ en: z.string().min(1), sw: z.string().min(1).nullable() });
const step = z.strictObject({ title: translated, text: translated });
const link = z.strictObject({ label: translated, address: z.string().regex(/^(?:\/|https:\/\/)/) });
const secureAddress = z.url({ protocol: /^https$/ });

export type NavigationLink = z.infer<typeof link>;

/** Parts of the site that have no table of their own: each a record that staff edit, and these words until they do. */
export const sectionSchemas = {
  "how-it-works": z.strictObject({ title: translated, steps: z.array(step).length(4) }).prefault({
    title: { en: "Four steps, all of them visible", sw: "Hatua nne, zote zinaonekana" },
    steps: [
      {
        title: { en: "Choose a Campaign", sw: "Chagua Kampeni" },
        text: {
          en: "Each of them says what it costs, what it has, and who answers for it.",
          sw: "Kila moja inaeleza gharama yake, kilichopatikana na nani anawajibika.",
        },
      },
      {
        title: { en: "Make a Donation", sw: "Toa Mchango" },
        text: {
          en: "By mobile money you confirm on your own phone, with your own PIN. We never ask for it.",
          sw: "Ukilipa kwa simu, unathibitisha kwenye simu yako mwenyewe kwa namba yako ya siri. Hatuiulizi kamwe.",
        },
      },
      {
        title: { en: "Track Progress", sw: "Fuatilia Maendeleo" },
        text: {
          en: "The total moves when your money has arrived, not before.",
          sw: "Jumla inaongezeka pesa yako inapofika, si kabla.",
        },
      },
      {
        title: { en: "See the Impact", sw: "Ona Matokeo" },
        text: {
          en: "Updates and accounts tell what your gift became.",
          sw: "Taarifa na hesabu zinaeleza mchango wako umefanya nini.",
        },
      },
    ],
  }),
  impact: z.strictObject({ title: translated, text: translated }).prefault({
    title: { en: "Our Impact", sw: "Matokeo Yetu" },
    text: {
      en: "Counted from our ledger: only money that has arrived.",
      sw: "Takwimu hizi zinatokana na daftari letu la hesabu: ni pesa iliyokwisha kufika tu.",
    },
  }),
  "large-donations": z.strictObject({ title: translated, text: translated }).prefault({
    title: { en: "Large Donation Options", sw: "Njia za Michango Mikubwa" },
    text: {
      en: "Mobile money takes at most TSh 5,000,000 in one transaction. For a larger gift please use a bank transfer; it is processed in 1-2 business days.",
      sw: "Pesa ya simu hupokea hadi TSh 5,000,000 kwa muamala mmoja. Kwa mchango mkubwa zaidi tafadhali tumia benki; hushughulikiwa ndani ya siku 1-2 za kazi.",
    },
  }),
  /** The map comes from its host only when a visitor asks for it. */
  map: z.strictObject({ embed: secureAddress.nullable(), link: secureAddress }).prefault({
    embed: "https://www.openstreetmap.org/export/embed.html?bbox=37.62%2C-6.87%2C37.72%2C-6.79&layer=mapnik",
    link: "https://www.openstreetmap.org/#map=14/-6.8278/37.6695",
  }),
  /** What stands below the items of the main navigation. */
  submenus: z
    .strictObject({
      about: z.array(link).max(12),
      advisory: z.array(link).max(12),
      campaigns: z.array(link).max(12),
      contact: z.array(link).max(12),
    })
    .prefault({ about: [], advisory: [], campaigns: [], contact: [] }),
};

export type SectionName = keyof typeof sectionSchemas;
export type Section<Name extends SectionName> = z.infer<(typeof sectionSchemas)[Name]>;
