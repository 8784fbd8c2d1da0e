import type { Language } from "#domain/language.ts";

type Wanted = Record<Language, string[]>;

const project = (english: string[], kiswahili: string[]): Wanted => ({
  en: ["Project Details", "Target Amount", "Location", "Timeline", "Key Features", ...english],
  sw: ["Maelezo ya Mradi", "Kiasi Kinachohitajika", "Mahali", "Muda wa Ujenzi", "Sifa Kuu", ...kiswahili],
});

/** What the specification has every public page say, whether script runs or not. */
export const pageTexts: Record<string, Wanted> = {
  "/": {
    en: [
      ...["Home", "About Us", "Advisory Body", "Campaigns", "Contact Us", "Scroll to top"],
      ...["Total Donors", "Total Raised", "Total Campaigns", "Our mission", "Our vision"],
      ...["Donor Dashboard", "Financial Reports", "Shariah Advisory"],
      ...["Independent Audits", "Executive Management", "Stakeholder Forums"],
      ...["Choose a Campaign", "Make a Donation", "Track Progress", "See the Impact"],
      ...["Our Impact", "Total Donated", "Active Campaigns", "Success Rate", "Update Selcom Date Range"],
      ...["Cash in Hand/Bank", "Gold/Silver Value", "Other Investments", "Calculate Zakat", "Pay Zakat Now"],
      ...["Eligible projects", "Transparent distribution", "Accurate calculation"],
      ...["Learn More About Zakat", "Large Donation Options", "We value your privacy"],
    ],
    sw: [
      ...["Wachangiaji Wote", "Jumla Iliyochangwa", "Kampeni Zote", "Dashibodi ya Wachangiaji"],
      ...["Ripoti za Fedha", "Ushauri wa Sharia", "Ukaguzi Huru", "Menejimenti", "Majukwaa ya Wadau"],
      ...["Kampeni Zinazoendelea", "Kiwango cha Mafanikio", "Badili Kipindi cha Selcom"],
      ...["Pesa Mkononi/Benki", "Thamani ya Dhahabu/Fedha", "Uwekezaji Mwingine"],
      ...["Miradi inayostahiki", "Ugawaji wa wazi", "Hesabu sahihi", "Jifunze Zaidi Kuhusu Zaka"],
    ],
  },
  "/about": {
    en: ["About the fund", "Our mission", "Our vision", "How we are held to account"],
    sw: ["Kuhusu mfuko", "Dhamira yetu", "Maono yetu"],
  },
  "/campaigns": {
    en: [
      "Support various Islamic causes and make a difference where it matters most.",
      ...["Zakat Eligible", "Goal: TSh 850,000,000", "By University Community Fund", "Donate Now"],
    ],
    sw: [
      "Changia shughuli mbalimbali za Kiislamu na ulete mabadiliko pale yanapohitajika zaidi.",
      ...["Inastahiki Zaka", "Lengo: TSh 850,000,000", "Na Mfuko wa Jumuiya ya Chuo Kikuu", "Changia Sasa"],
    ],
  },
  "/campaigns/zakat": {
    en: [
      ...["Back to home", "Zakat fund for indebted students", "Zakat Eligible", "Share this campaign"],
      ...["WhatsApp", "Twitter", "Facebook", "SMS", "Main Campus - Morogoro, Tanzania"],
    ],
    sw: [
      ...["Rudi mwanzo", "Mfuko wa Zaka kwa Wanafunzi Wenye Madeni", "Sambaza kampeni hii", "WhatsApp"],
      ...["Mfuko wa Jumuiya ya Chuo Kikuu", "Kampasi Kuu - Morogoro, Tanzania"],
    ],
  },
  "/infrastructure": {
    en: ["Infrastructure", "TSh 850,000,000", "TSh 650,000,000", "TSh 350,000,000", "Learn More"],
    sw: ["Miundombinu", "TSh 850,000,000", "TSh 650,000,000", "TSh 350,000,000", "Soma Zaidi"],
  },
  "/infrastructure/conference-center": project(
    ["TSh 850,000,000", "18-24 months", "500-seat auditorium", "6 breakout rooms", "300 sqm exhibition area"],
    ["TSh 850,000,000", "Miezi 18-24", "Kampasi Kuu - Morogoro, Tanzania"],
  ),
  "/infrastructure/dormitories": project(
    [
      ...["TSh 650,000,000", "12-18 months", "200 students per dormitory", "2-4 person rooms"],
      "Support Girls' Dormitories Project",
    ],
    ["TSh 650,000,000", "Miezi 12-18", "Kampasi Kuu - Morogoro, Tanzania"],
  ),
  "/infrastructure/ablution-block": project(
    ["TSh 350,000,000", "8-12 months", "Serves up to 50 people at once"],
    ["TSh 350,000,000", "Miezi 8-12", "Kampasi Kuu - Morogoro, Tanzania"],
  ),
  "/zakat": {
    en: ["Zakat Calculator", "Cash in Hand/Bank", "Other Investments", "Pay Zakat Now", "Preferred Standard"],
    sw: ["Kikokotoo cha Zaka", "Jifunze Zaidi Kuhusu Zaka"],
  },
  "/zakat/learn-more": {
    en: [
      ...["mandatory act of worship", "five pillars", "9:60", "A Muslim sane adult", "one lunar year"],
      ...["Gold Nisab", "Silver Nisab", "Preferred Standard", "Maximizes benefit to the poor"],
      ...["The poor", "The needy", "Zakat administrators", "Those whose hearts are to be reconciled"],
      ...["Those in bondage", "The indebted", "In the path of Allah", "The wayfarer"],
      ...["Zakat at the fund", "Poor students", "Needy students", "Students in debt", "Many pay in Ramadan"],
      ...["wealth dips below the nisab", "100% of the Zakat", "Calculate Your Zakat", "View Zakat Campaigns"],
    ],
    sw: [
      ...["ibada ya lazima", "nguzo tano", "9:60", "Nisabu ya Dhahabu", "Nisabu ya Fedha"],
      ...["Mafukara", "Maskini", "Wanaovutwa nyoyo zao", "Walio utumwani", "Wenye madeni"],
      ...["Zaka katika mfuko", "Kokotoa Zaka Yako", "Tazama Kampeni za Zaka"],
    ],
  },
  "/privacy": { en: ["Privacy Policy", "Your rights"], sw: ["Sera ya Faragha", "Haki zako"] },
  "/terms": { en: ["Terms of Service", "3.5%", "No refunds"], sw: ["Masharti ya Huduma", "3.5%"] },
  "/auth": {
    en: ["Username", "Password", "Sign In", "Back to website"],
    sw: ["Jina la mtumiaji", "Nenosiri", "Ingia", "Rudi kwenye tovuti"],
  },
  "/no-such-page": {
    en: ["Page Not Found", "Return to Home"],
    sw: ["Ukurasa Haukupatikana", "Rudi Mwanzo"],
  },
};

export const oneSpaced = (text: string) => text.replaceAll(/[\s\u00a0]+/g, " ");
