import type { Campaign } from "#domain/campaign.ts";

type About = {
  origin: string;
  path: string;
  fund: string;
  title: string;
  description: string;
  image: string;
};

/** What a campaign is to a search engine: something to give to, and when it is an event, an event too. */
export function campaignData(campaign: Campaign, about: About): object[] {
  const { origin, path, fund, title, description, image } = about;
  const fundItself = { "@type": "NGO", name: fund, url: `${origin}/` };
  const gift = {
    "@type": "DonateAction",
    name: title,
    description,
    recipient: fundItself,
    target: origin + path,
  };
  if (campaign.category !== "events") return [gift];
  return [
    gift,
    {
      "@type": "Event",
      name: title,
      description,
      startDate: campaign.startDate,
      endDate: campaign.endDate,
      eventStatus: "https://schema.org/EventScheduled",
      eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
      location: { "@type": "Place", name: campaign.location, address: campaign.location },
      organizer: { "@type": "Organization", name: campaign.organizer, url: `${origin}/` },
      image: [origin + image],
      url: origin + path,
    },
  ];
}
