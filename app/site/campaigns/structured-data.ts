import type { Day } from "#domain/system/calendar.ts";
import { giving, type Campaign } from "#domain/campaigns/categories.ts";
import { inLanguage, type Language } from "#domain/content/language.ts";
import { fundReference } from "#app/site/fund-data.ts";

type About = {
  origin: string;
  path: string;
  fund: string;
  title: string;
  description: string;
  image: string;
  language: Language;
  today: Day;
};

/** Schema.org: a campaign accepts donations while it is open, and an event has a date. */
export function campaignData(campaign: Campaign, about: About): object[] {
  const { origin, path, fund, title, description, image, language, today } = about;
  const donation = {
    "@type": "DonateAction",
    name: title,
    description,
    recipient: fundReference(origin, fund),
    target: origin + path,
  };
  const donations = giving(campaign, today) === "open" ? [donation] : [];
  if (campaign.eventDay === null) return donations;
  const place = inLanguage(campaign.location, language).text;
  const organizer = inLanguage(campaign.organizer, language).text;
  return [
    ...donations,
    {
      "@type": "Event",
      name: title,
      description,
      startDate: campaign.eventDay,
      endDate: campaign.eventDay,
      eventStatus: "https://schema.org/EventScheduled",
      eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
      location: { "@type": "Place", name: place, address: place },
      organizer: { "@type": "Organization", name: organizer, url: `${origin}/` },
      image: [origin + image],
      url: origin + path,
    },
  ];
}
