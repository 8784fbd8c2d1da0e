import { campaignTexts } from "./en/campaigns.ts";

/** Everything the software itself says to the public, in English. The specification's wording stands to the letter. */
const en = {
  frame: {
    skip: "Skip to the content",
    menu: "Menu",
    overview: "Overview",
    donate: "Donate",
    signIn: "Sign in",
    account: "Your account",
    theme: "Switch between dark and light",
    scrollToTop: "Scroll to top",
    sandbox: "Test mode: no real money moves",
    home: "Home",
    about: "About Us",
    advisory: "Advisory Body",
    campaigns: "Campaigns",
    contact: "Contact Us",
    mainNavigation: "Main",
    homeOf: "{fund}, home page",
    closeNotice: "Close",
    notices: "Messages",
  },
  footer: {
    givingFrom: "Giving today from",
    pause: "Pause",
    resume: "Resume",
    allTowns: "All {count} towns",
    officeHours: "Office hours",
    contact: "Contact",
    privacy: "Privacy Policy",
    terms: "Terms of Service",
    privacySettings: "Privacy Settings",
    verseSource: "Qur’an 2:261",
    rights: "© {year} {fund}",
    links: "More pages",
  },
  consent: {
    title: "We value your privacy",
    text: "We keep what this site needs to work. With your permission we also count visits, so that we can improve it. Nothing is counted before you say yes.",
    acceptAll: "Accept All",
    rejectAll: "Reject All",
    settings: "Settings",
    close: "Close and reject",
    dialogTitle: "Privacy Settings",
    dialogText: "Choose what we may keep. You can change this at any time, from the foot of every page.",
    functional: "Functional",
    functionalText: "Needed for the site to work. Always on.",
    analytics: "Analytics",
    analyticsText: "Counts visits to this site, on our own server, without your name.",
    marketing: "Marketing",
    marketingText: "Lets us see which invitations bring people here.",
    cancel: "Cancel",
    save: "Save Settings",
  },
  home: {
    hero: {
      live: "Live figures from our ledger",
      learn: "Calculate zakat",
      picture: "A mosque under the morning sun",
    },
    about: {
      eyebrow: "About Us",
      mission: "Our mission",
      vision: "Our vision",
      highlights: "What we have done",
      accountability: "How we are held to account",
    },
    message: { eyebrow: "A message" },
    campaigns: { eyebrow: "Campaigns", title: "What your gift builds now", all: "See all campaigns" },
    advisory: {
      eyebrow: "Advisory Body",
      title: "The people who answer for it",
      text: "They watch over the fund, its accounts and its accordance with the Shariah.",
    },
    contact: {
      eyebrow: "Contact Us",
      title: "Speak with us",
      address: "Address",
      phone: "Phone",
      email: "E-mail",
      hours: "Office hours",
    },
  },
  ...campaignTexts,
  notFound: {
    title: "Page Not Found",
    text: "There is no page at this address.",
    home: "Return to Home",
    campaigns: "See the campaigns",
  },
};

export default en;

/** The same keys with any text: a Kiswahili text that is missing fails the build. */
export type Texts<Of> = { [Key in keyof Of]: Of[Key] extends string ? string : Texts<Of[Key]> };
export type Messages = Texts<typeof en>;
