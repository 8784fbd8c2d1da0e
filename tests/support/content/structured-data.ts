import { z } from "zod";

/** The fields that search engines require of our structured data. */
const address = z.url({ protocol: /^https?$/ });
const day = z.iso.date();
const name = z.string().min(1);

const organization = z.strictObject({ "@type": z.literal("Organization"), name, url: address });

const fundItself = z.strictObject({
  "@type": z.literal("NGO"),
  "@id": address.endsWith("/#fund"),
  name,
  url: address.endsWith("/"),
});

const fund = z.strictObject({
  ...fundItself.shape,
  description: z.string().min(20),
  logo: address.regex(/\.(png|jpg|svg)$/),
  areaServed: z.literal("TZ"),
  address: z.strictObject({
    "@type": z.literal("PostalAddress"),
    streetAddress: z.string().min(10),
    addressCountry: z.literal("TZ"),
  }),
  telephone: z.array(z.string().regex(/^\+\d{9,15}$/)).min(1),
  email: z.array(z.email()).min(1),
});

const kinds = [
  fund,
  z.strictObject({ "@type": z.literal("AboutPage"), name, url: address, mainEntity: fund }),
  z.strictObject({
    "@type": z.literal("BreadcrumbList"),
    itemListElement: z
      .array(
        z.strictObject({
          "@type": z.literal("ListItem"),
          position: z.int().positive(),
          name,
          item: address,
        }),
      )
      .min(2)
      .refine((items) => items.every(({ position }, at) => position === at + 1), "positions count from 1"),
  }),
  z.strictObject({
    "@type": z.literal("DonateAction"),
    name,
    description: z.string().min(20),
    recipient: fundItself,
    target: address,
  }),
  z
    .strictObject({
      "@type": z.literal("Event"),
      name,
      description: z.string().min(20),
      startDate: day,
      endDate: day,
      eventStatus: z.literal("https://schema.org/EventScheduled"),
      eventAttendanceMode: z.literal("https://schema.org/OfflineEventAttendanceMode"),
      location: z.strictObject({ "@type": z.literal("Place"), name, address: name }),
      organizer: organization,
      image: z.array(address).min(1),
      url: address,
    })
    .refine(({ startDate, endDate }) => startDate <= endDate, "an event ends after it begins"),
] as const;

const block = z
  .looseObject({ "@context": z.literal("https://schema.org"), "@type": name })
  .transform(({ "@context": _context, ...data }) => data)
  .pipe(z.discriminatedUnion("@type", kinds));

export type StructuredData = z.infer<typeof block>;

export function structuredDataIn(html: string): StructuredData[] {
  const blocks = html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g);
  return [...blocks].map(([, json = ""]) => block.parse(JSON.parse(json)));
}
