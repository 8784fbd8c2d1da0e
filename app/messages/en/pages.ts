export const pageTexts = {
  pages: {
    updated: "Last updated: {date}",
    contents: "Contents",
    contact: "Who answers you",
    contactText: "Write, call or come by. A person reads every message.",
    about: {
      eyebrow: "About Us",
      description:
        "Who stands behind {fund}, what it wants, how a gift reaches a student, and how it is held to account.",
      mission: "Our mission",
      vision: "Our vision",
      accountability: "How we are held to account",
      more: "See for yourself",
      advisory: "Advisory Body",
      advisoryText: "The people who watch over the fund and its accounts.",
      infrastructure: "Infrastructure",
      infrastructureText: "The buildings that gifts are putting up now.",
      campaigns: "Campaigns",
      campaignsText: "Everything that you can give to, and how far it has come.",
    },
    privacy: {
      description:
        "What {fund} knows about you, why, who else sees it, how long it is kept, and the rights you have.",
    },
    terms: {
      description: "The rules for giving to {fund}: fees, refunds and their exceptions, zakat, complaints.",
    },
  },
};
