import { z } from "zod";
import { withEditor, listOf } from "./editor-fields.ts";
import { mapAddress } from "./map-address.ts";
import { externalCampaigns, usualTitles } from "#domain/donations/reporting.ts";
import { isSafeAddress } from "./safe-address.ts";
import { written } from "./translated-text.ts";

const title = withEditor(written(120), { kind: "written", label: "Title" });
const step = z.strictObject({
  title: withEditor(written(80), { kind: "written", label: "Title" }),
  text: withEditor(written(300), { kind: "written", label: "Text", rows: 3 }),
});
const link = z.strictObject({
  label: withEditor(written(60), { kind: "written", label: "Label" }),
  address: withEditor(
    z
      .string()
      .trim()
      .max(500)
      .refine(
        (address) => /^(?:\/|https:)/.test(address) && isSafeAddress(address),
        "Enter a link that starts with / (a page of this site) or https://",
      ),
    {
      kind: "line",
      label: "Address",
      hint: "A page of this site, such as /campaigns, or a link that starts with https://",
    },
  ),
});
const secureAddress = z.url({ protocol: /^https$/, error: "Enter a link that starts with https://" });
const shownMap = z.string().transform((written, context) => {
  const address = mapAddress(written);
  if (address !== null) return address;
  context.addIssue("Write an address of www.openstreetmap.org, www.google.com or maps.google.com");
  return z.NEVER;
});
const noneIfEmpty = (typed: unknown) => (typed === "" ? null : typed);
const submenu = (label: string) =>
  listOf(link, { label, one: "Link", fewest: 0, most: 12, limit: "You can have up to 12 links" });

/** Parts of the site without a table. Each is a record that staff edit, and has this content until then. */
export const sectionSchemas = {
  "how-it-works": z
    .strictObject({
      title,
      steps: listOf(step, {
        label: "Steps",
        one: "Step",
        fewest: 1,
        most: 8,
        limit: "You can have from 1 to 8 steps",
      }),
    })
    .prefault({
      title: { en: "How It Works", sw: "Inavyofanya Kazi" },
      steps: [
        {
          title: { en: "Choose a Campaign", sw: "Chagua Kampeni" },
          text: {
            en: "Each campaign shows its goal, how much it has raised and who is responsible for it.",
            sw: "Kila kampeni inaonyesha lengo lake, kiasi kilichopatikana na nani anawajibika.",
          },
        },
        {
          title: { en: "Make a Donation", sw: "Toa Mchango" },
          text: {
            en: "Pay by mobile money or card. With mobile money you confirm on your own phone with your PIN. We will never ask for your PIN.",
            sw: "Lipa kwa simu au kadi. Ukilipa kwa simu, unathibitisha kwenye simu yako mwenyewe kwa namba yako ya siri. Hatutakuuliza kamwe namba hiyo.",
          },
        },
        {
          title: { en: "Track Progress", sw: "Fuatilia Maendeleo" },
          text: {
            en: "The total goes up when the payment provider confirms your donation.",
            sw: "Jumla inaongezeka mtoa huduma anapothibitisha malipo yako.",
          },
        },
        {
          title: { en: "See the Impact", sw: "Ona Matokeo" },
          text: {
            en: "Updates and reports show how your donation was used.",
            sw: "Taarifa na ripoti zinaonyesha mchango wako ulivyotumika.",
          },
        },
      ],
    }),
  impact: z
    .strictObject({ title, text: withEditor(written(400), { kind: "written", label: "Text", rows: 3 }) })
    .prefault({
      title: { en: "Our Impact", sw: "Matokeo Yetu" },
      text: {
        en: "Only confirmed donations are counted.",
        sw: "Takwimu hizi ni za michango iliyothibitishwa tu.",
      },
    }),
  "large-donations": z
    .strictObject({ title, text: withEditor(written(800), { kind: "written", label: "Text", rows: 5 }) })
    .prefault({
      title: { en: "Large Donation Options", sw: "Njia za Michango Mikubwa" },
      text: {
        en: "You can pay at most TSh 5,000,000 in one mobile money transaction. For a larger donation, please use a bank transfer. Bank transfers are processed in 1-2 business days.",
        sw: "Kwa simu unaweza kulipa hadi TSh 5,000,000 kwa muamala mmoja. Kwa mchango mkubwa zaidi, tafadhali lipa kupitia benki. Malipo ya benki hushughulikiwa ndani ya siku 1-2 za kazi.",
      },
    }),
  "home-zakat": z
    .strictObject({
      title,
      text: withEditor(written(400), { kind: "written", label: "Text", rows: 3 }),
      points: listOf(step, {
        label: "Explanatory points",
        one: "Point",
        fewest: 3,
        most: 3,
        limit: "Enter exactly 3 points",
      }),
    })
    .prefault({
      title: { en: "Work out your Zakat and see where it goes", sw: "Jua zaka yako, na inakokwenda" },
      text: {
        en: "Three figures give you a first estimate. Zakat is kept in separate accounts and paid only to eligible students.",
        sw: "Namba tatu zinatosha kwa jibu la kwanza. Zaka huwekwa kwenye akaunti zake maalumu na hutolewa kwa wanafunzi wanaostahiki tu.",
      },
      points: [
        {
          title: { en: "Eligible projects", sw: "Miradi inayostahiki" },
          text: {
            en: "Only campaigns marked as Zakat eligible can receive Zakat.",
            sw: "Kampeni zilizowekewa alama kuwa zinastahiki zaka ndizo pekee zinazoweza kupokea zaka.",
          },
        },
        {
          title: { en: "Transparent distribution", sw: "Uwazi katika ugawaji" },
          text: {
            en: "Every Zakat donation is recorded in our ledger, separately from other donations.",
            sw: "Kila mchango wa zaka unaandikwa kwenye daftari letu la hesabu, mbali na michango mingine.",
          },
        },
        {
          title: { en: "Accurate calculation", sw: "Hesabu sahihi" },
          text: {
            en: "Whole shillings, today’s nisab and every step of the calculation, so that you can check it.",
            sw: "Shilingi kamili, nisabu ya leo, na kila hatua inaonyeshwa ili uihakiki mwenyewe.",
          },
        },
      ],
    }),
  /** The figures of the reporting service that are added: money from outside this site. */
  "external-figures": z
    .strictObject({
      overall: z.boolean(),
      campaigns: z.array(z.string()),
      titles: z.record(z.enum(externalCampaigns), z.string()).prefault(usualTitles),
    })
    .prefault({ overall: false, campaigns: [] }),
  /** The browser loads the map from its host only when a visitor asks for it. */
  map: z
    .strictObject({ embed: z.preprocess(noneIfEmpty, shownMap.nullable()), link: secureAddress })
    .prefault({
      embed:
        "https://www.openstreetmap.org/export/embed.html?bbox=37.62%2C-6.87%2C37.72%2C-6.79&layer=mapnik",
      link: "https://www.openstreetmap.org/#map=14/-6.8278/37.6695",
    }),
  /** The text below the items of the main navigation. */
  submenus: z
    .strictObject({
      about: submenu("About Us"),
      advisory: submenu("Advisory Body"),
      campaigns: submenu("Campaigns"),
      contact: submenu("Contact Us"),
    })
    .prefault({ about: [], advisory: [], campaigns: [], contact: [] }),
};

export type SectionName = keyof typeof sectionSchemas;
export type Section<Name extends SectionName> = z.infer<(typeof sectionSchemas)[Name]>;

/** A stored record for pages. Leaves out values that today's rules refuse, so that an old record breaks no page. */
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
