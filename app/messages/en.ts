import { accountTexts } from "./en/account.ts";
import { answerTexts } from "./en/answers.ts";
import { campaignTexts } from "./en/campaigns.ts";
import { givingTexts } from "./en/giving.ts";
import { zakatTexts } from "./en/zakat.ts";
import { infrastructureTexts } from "./en/infrastructure.ts";
import { newsTexts } from "./en/news.ts";
import { organizerTexts } from "./en/organizers.ts";
import { ownDonationTexts } from "./en/own-donations.ts";
import { submissionTexts } from "./en/submissions.ts";
import { pageTexts } from "./en/pages.ts";

/** Texts from the specification keep its exact words. */
const en = {
  frame: {
    skip: "Skip to main content",
    menu: "Menu",
    overview: "Overview",
    donate: "Donate",
    signIn: "Sign in",
    account: "Your account",
    theme: "Switch between dark and light mode",
    scrollToTop: "Scroll to top",
    sandboxNotice: "Notice",
    sandbox: "Test site: no real payments are taken",
    busyTitle: "Many people are visiting at the moment",
    busyText:
      "The site cannot answer this request now. You were not charged, and nothing was changed. Please try again in a few seconds.",
    pictureBusy: "Many people are visiting at the moment. Load this picture again in a few seconds.",
    pictureAway: "This picture cannot be loaded now. Try again in a minute.",
    pictureMissing: "There is no picture at this address.",
    outage:
      "Part of our site does not work at the moment. This page is from {time}. New donations may have to wait. If you have already paid, do not pay again.",
    slow: "Our site is slow at the moment. This page is from {time}, and newer donations may be missing from it.",
    reachUs: "How to reach us and to donate",
    reachAsOf: "As of {time}",
    home: "Home",
    about: "About Us",
    advisory: "Advisory Body",
    campaigns: "Campaigns",
    contact: "Contact Us",
    zakat: "Zakat",
    mainNavigation: "Main",
    homeOf: "{fund}, home page",
    closeNotice: "Close",
    notices: "Messages",
  },
  contact: {
    address: "Address",
    phone: "Phone",
    email: "Email",
    hours: "Office hours",
  },
  footer: {
    givingFrom: "You can donate from",
    pause: "Pause",
    resume: "Show other towns",
    allTowns: "All {count} towns",
    officeHours: "Office hours",
    contact: "Contact",
    about: "About the fund",
    projects: "Building projects",
    zakat: "Zakat calculator",
    privacy: "Privacy Policy",
    terms: "Terms of Service",
    privacySettings: "Privacy Settings",
    verseSource: "Qur’an 2:261",
    rights: "© {year} {fund}",
    links: "More pages",
  },
  consent: {
    title: "We value your privacy",
    text: "We use only what this site needs to work. If you agree, we also count visits, to improve the site. We count nothing until you agree.",
    acceptAll: "Accept All",
    rejectAll: "Reject All",
    settings: "Settings",
    close: "Close and reject all",
    closeSettings: "Close",
    dialogTitle: "Privacy Settings",
    dialogText:
      "Choose what you allow. You can change this at any time with the Privacy Settings link at the bottom of every page.",
    functional: "Functional",
    functionalText: "Needed for the site to work. Always on.",
    analytics: "Analytics",
    analyticsText:
      "Lets us count the pages you open, time and scrolling, on our own server, without your name or IP address. Off if your browser sends Global Privacy Control or Do Not Track.",
    marketing: "Marketing",
    marketingText: "Lets us also see which message, link or website brought you here. Needs Analytics.",
    cancel: "Cancel",
    save: "Save Settings",
  },
  home: {
    hero: {
      live: "Live totals from our accounts",
      learn: "Calculate Zakat",
      picture: "A mosque under the morning sun",
    },
    about: {
      mission: "Our mission",
      vision: "Our vision",
      highlights: "Our commitments",
      accountability: "How we are held to account",
    },
    campaigns: { title: "What your donation can do", all: "See all campaigns" },
    closing: {
      title: "Choose a campaign",
      text: "Your donation counts for the campaign you choose, and the page shows what it reached.",
    },
    recent: "Latest donations",
    advisory: {
      title: "The people responsible for the fund",
      text: "They oversee the fund and its accounts, and make sure it follows Shariah.",
      none: "The members will be listed here.",
    },
    impact: {
      totalDonated: "Total Donated",
      totalDonors: "Total Donors",
      activeCampaigns: "Active Campaigns",
      successRate: "Success Rate",
      reached:
        "{reached, plural, one {# of {all, number} campaigns has reached its goal} other {# of {all, number} campaigns have reached their goal}}",
      others: "and {amount}",
      toggle: "Update Selcom Date Range",
      from: "From",
      to: "To",
      update: "Update",
      loading: "Loading...",
      range: "Donations from {from} to {to}",
      external:
        "Includes {amount} from {count, plural, one {# donor} other {# donors}} outside this site, counted until {day}.",
      onlyHere: "Without donations that were collected outside this site.",
      everything: "Show all dates",
    },
    message: { more: "Read the whole message" },
    bank: {
      show: "Show the bank details",
      name: "Bank",
      accountName: "Account name",
      accountNumber: "Account number",
      branch: "Branch",
      swift: "SWIFT code",
      mobileMoney: "Mobile money",
      copy: "Copy",
      copyOf: "Copy: {label}",
      copied: "Copied",
      copyFailedText: "Press and hold the number to copy it.",
      loading: "Loading bank details...",
      unavailable: "Bank details not available",
      changed: "Last updated {date}",
    },
    contact: {
      title: "Get in touch",
      show: "Phone, email, office hours and map",
      showMap: "Show the map",
      mapTitle: "Map of the university",
      openMap: "Open the map in a new tab",
      mapNote: "The map is loaded from {host}, which will see your IP address.",
    },
  },
  ...accountTexts,
  ...answerTexts,
  ...campaignTexts,
  ...givingTexts,
  ...zakatTexts,
  ...infrastructureTexts,
  ...newsTexts,
  ...organizerTexts,
  ...ownDonationTexts,
  ...submissionTexts,
  ...pageTexts,
  notFound: {
    title: "Page Not Found",
    text: "Check the address, or use one of the links below.",
    home: "Return to Home",
    campaigns: "View campaigns",
  },
};

export default en;

/** The same keys with any text: a missing Kiswahili text fails the build. */
export type Texts<Of> = { [Key in keyof Of]: Of[Key] extends string ? string : Texts<Of[Key]> };
export type Messages = Texts<typeof en>;
