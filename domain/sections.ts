import { z } from "zod";
import { mapAddress } from "./map-address.ts";
import { isSafeAddress } from "./safe-address.ts";
import { written } from "./written.ts";

const step = z.strictObject({ title: written(80), text: written(300) });
const link = z.strictObject({
  label: written(60),
  address: z
    .string()
    .trim()
    .max(500)
    .refine(
      (address) => /^(?:\/|https:)/.test(address) && isSafeAddress(address),
      "Begin with / for a page of this site, or with https://",
    ),
});
const secureAddress = z.url({ protocol: /^https$/, error: "Write an address that begins with https://" });
const shownMap = z.string().transform((written, context) => {
  const address = mapAddress(written);
  if (address !== null) return address;
  context.addIssue("Write an address of www.openstreetmap.org, www.google.com or maps.google.com");
  return z.NEVER;
});
const noneIfEmpty = (given: unknown) => (given === "" ? null : given);
const submenu = z.array(link).max(12, "At most twelve links");

export type NavigationLink = z.infer<typeof link>;

/** Parts of the site that have no table of their own: each a record that staff edit, and these words until they do. */
export const sectionSchemas = {
  "how-it-works": z
    .strictObject({
      title: written(120),
      steps: z.array(step).min(1, "Leave at least one step").max(8, "At most eight steps"),
    })
    .prefault({
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
  impact: z.strictObject({ title: written(120), text: written(400) }).prefault({
    title: { en: "Our Impact", sw: "Matokeo Yetu" },
    text: {
      en: "Counted from our ledger: only money that has arrived.",
      sw: "Takwimu hizi zinatokana na daftari letu la hesabu: ni pesa iliyokwisha kufika tu.",
    },
  }),
  "large-donations": z.strictObject({ title: written(120), text: written(800) }).prefault({
    title: { en: "Large Donation Options", sw: "Njia za Michango Mikubwa" },
    text: {
      en: "Mobile money takes at most TSh 5,000,000 in one transaction. For a larger gift please use a bank transfer; it is processed in 1-2 business days.",
      sw: "Pesa ya simu hupokea hadi TSh 5,000,000 kwa muamala mmoja. Kwa mchango mkubwa zaidi tafadhali tumia benki; hushughulikiwa ndani ya siku 1-2 za kazi.",
    },
  }),
  /** What stands beside the home page's calculator. */
  "home-zakat": z
    .strictObject({
      title: written(120),
      text: written(400),
      points: z.array(step).length(3, "There are three points"),
    })
    .prefault({
      title: { en: "Know what is due, and where it goes", sw: "Jua unachodaiwa, na kinakokwenda" },
      text: {
        en: "Three figures are enough for a first answer. Zakat is kept in accounts of its own and paid out to students who are eligible, and to nobody else.",
        sw: "Namba tatu zinatosha kwa jibu la kwanza. Zaka hutunzwa kwenye akaunti zake yenyewe na hutolewa kwa wanafunzi wanaostahiki tu.",
      },
      points: [
        {
          title: { en: "Eligible projects", sw: "Miradi inayostahiki" },
          text: {
            en: "Only campaigns that the advisory body has found eligible receive Zakat.",
            sw: "Kampeni ambazo Baraza la Ushauri limethibitisha kuwa zinastahiki ndizo pekee zinazopokea zaka.",
          },
        },
        {
          title: { en: "Transparent distribution", sw: "Ugawaji wa wazi" },
          text: {
            en: "Every shilling stands in our ledger, from your phone to the student it reached.",
            sw: "Kila shilingi imeandikwa kwenye daftari letu, kutoka simu yako hadi kwa mwanafunzi iliyemfikia.",
          },
        },
        {
          title: { en: "Accurate calculation", sw: "Hesabu sahihi" },
          text: {
            en: "Whole shillings, today's nisab, and each step shown so that you can check it.",
            sw: "Shilingi kamili, nisabu ya leo, na kila hatua inaonyeshwa ili uihakiki mwenyewe.",
          },
        },
      ],
    }),
  /** Which figures of the reporting service count money that did not come through this site. */
  "external-figures": z
    .strictObject({ overall: z.boolean(), campaigns: z.array(z.string()) })
    .prefault({ overall: false, campaigns: [] }),
  /** The map comes from its host only when a visitor asks for it. */
  map: z
    .strictObject({ embed: z.preprocess(noneIfEmpty, shownMap.nullable()), link: secureAddress })
    .prefault({
      embed:
        "https://www.openstreetmap.org/export/embed.html?bbox=37.62%2C-6.87%2C37.72%2C-6.79&layer=mapnik",
      link: "https://www.openstreetmap.org/#map=14/-6.8278/37.6695",
    }),
  /** What stands below the items of the main navigation. */
  submenus: z
    .strictObject({
      about: submenu,
      advisory: submenu,
      campaigns: submenu,
      contact: submenu,
    })
    .prefault({ about: [], advisory: [], campaigns: [], contact: [] }),
};

export type SectionName = keyof typeof sectionSchemas;
export type Section<Name extends SectionName> = z.infer<(typeof sectionSchemas)[Name]>;

/** A stored record as pages show it. What today's rules refuse is left out, so that an old record breaks no page. */
export function sectionIn<Name extends SectionName>(name: Name, stored: unknown): Section<Name>;
export function sectionIn(name: SectionName, stored: unknown): Section<SectionName> {
  if (name === "map" && isRecord(stored)) {
    const read = sectionSchemas.map.safeParse(stored);
    return read.success ? read.data : sectionSchemas.map.parse({ ...stored, embed: null });
  }
  if (name === "submenus" && isRecord(stored)) {
    const allowed = (links: unknown) =>
      Array.isArray(links) ? links.filter((each) => link.safeParse(each).success) : [];
    return sectionSchemas.submenus.parse(
      Object.fromEntries(Object.entries(stored).map(([menu, links]) => [menu, allowed(links)])),
    );
  }
  return sectionSchemas[name].parse(stored);
}

const isRecord = (stored: unknown): stored is Record<string, unknown> =>
  typeof stored === "object" && stored !== null;
