/** A text of each, and where it is seen. */
export const editors = [
  { path: "hero", text: "title", seenAt: "/", saved: "Hero section updated successfully!" },
  { path: "about", text: "title", seenAt: "/", saved: "About section updated successfully!" },
  {
    path: "vice-chancellor",
    text: "title",
    seenAt: "/",
    saved: "Vice Chancellor message updated successfully!",
  },
  { path: "zakat", text: "title", seenAt: "/", saved: "Zakat section updated successfully!" },
  { path: "how-it-works", text: "steps.1.text", seenAt: "/", saved: "How It Works updated successfully!" },
  { path: "stats", text: "text", seenAt: "/", saved: "Stats updated successfully!" },
  {
    path: "large-donations",
    text: "title",
    seenAt: "/",
    saved: "Large donation options updated successfully!",
  },
  { path: "contact", text: "address", seenAt: "/", saved: "Contact details updated successfully!" },
  { path: "fund", text: "tagline", seenAt: "/zakat", saved: "Fund name and tagline updated successfully!" },
  { path: "texts/about", text: "body", seenAt: "/about", saved: "About Page updated successfully!" },
  { path: "texts/privacy", text: "body", seenAt: "/privacy", saved: "Privacy Policy updated successfully!" },
  { path: "texts/terms", text: "title", seenAt: "/terms", saved: "Terms of Service updated successfully!" },
  ...[
    ["conference-center", "Conference Center"],
    ["dormitories", "Girls’ Dormitories"],
    ["ablution-block", "Ablution Block"],
  ].map(([slug, name]) => ({
    path: `infrastructure/${slug}`,
    text: "features.5",
    seenAt: `/infrastructure/${slug}`,
    saved: `${name} updated successfully!`,
  })),
];
