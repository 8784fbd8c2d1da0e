export const pageTexts = {
  pages: {
    updated: "Last updated: {date}",
    contents: "Contents",
    contact: "Contact us",
    contactText: "Write, call or visit us. A person reads every message.",
    about: {
      description:
        "Who runs {fund}, what it aims to do, how your donation reaches students, and how it is held to account.",
      mission: "Our mission",
      vision: "Our vision",
      accountability: "How we are held to account",
      toCampaigns: "View campaigns",
      toAdvisory: "See the advisory body",
      more: "Find out more",
      advisory: "Advisory Body",
      advisoryText: "The people who oversee the fund and its accounts.",
      infrastructure: "Infrastructure",
      infrastructureText: "The buildings your donations help to build.",
      campaigns: "Campaigns",
      campaignsText: "Everything you can support, and how much has been raised.",
    },
    privacy: {
      description:
        "What information {fund} holds about you, why, who else sees it, how long we keep it, and your rights.",
    },
    terms: {
      description: "The rules for donating to {fund}: fees, refunds, Zakat and complaints.",
    },
  },
};
