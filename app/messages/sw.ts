import { accountTexts } from "./sw/account.ts";
import { answerTexts } from "./sw/answers.ts";
import { campaignTexts } from "./sw/campaigns.ts";
import { givingTexts } from "./sw/giving.ts";
import { zakatTexts } from "./sw/zakat.ts";
import { infrastructureTexts } from "./sw/infrastructure.ts";
import { newsTexts } from "./sw/news.ts";
import { organizerTexts } from "./sw/organizers.ts";
import { ownDonationTexts } from "./sw/own-donations.ts";
import { submissionTexts } from "./sw/submissions.ts";
import { pageTexts } from "./sw/pages.ts";
import type { Messages } from "./en.ts";

const sw: Messages = {
  frame: {
    skip: "Ruka hadi kwenye maudhui",
    menu: "Menyu",
    overview: "Muhtasari",
    donate: "Changia",
    signIn: "Ingia",
    account: "Akaunti yako",
    theme: "Badilisha kati ya mwanga na giza",
    scrollToTop: "Rudi juu",
    sandboxNotice: "Tangazo",
    sandbox: "Majaribio: hakuna malipo halisi",
    busyTitle: "Watu wengi wanatembelea tovuti sasa hivi",
    busyText:
      "Tovuti haiwezi kujibu ombi hili sasa. Hujakatwa pesa, na hakuna kilichobadilishwa. Tafadhali jaribu tena baada ya sekunde chache.",
    pictureBusy: "Watu wengi wanatembelea tovuti sasa hivi. Pakia picha hii tena baada ya sekunde chache.",
    pictureAway: "Picha hii haiwezi kupakiwa sasa. Jaribu tena baada ya dakika moja.",
    pictureMissing: "Kiungo hiki hakina picha.",
    outage:
      "Sehemu ya tovuti yetu haifanyi kazi kwa sasa. Ukurasa huu ni wa {time}. Michango mipya huenda ikasubiri. Kama umeshalipa, usilipe tena.",
    slow: "Tovuti yetu inajibu polepole kwa sasa. Ukurasa huu ni wa {time}, na michango ya baada ya hapo huenda isionekane hapa.",
    reachUs: "Jinsi ya kutupata na kuchangia",
    reachAsOf: "Kufikia {time}",
    home: "Mwanzo",
    about: "Kuhusu Sisi",
    advisory: "Baraza la Ushauri",
    campaigns: "Kampeni",
    contact: "Wasiliana Nasi",
    zakat: "Zaka",
    mainNavigation: "Menyu kuu",
    homeOf: "{fund}, ukurasa wa mwanzo",
    closeNotice: "Funga",
    notices: "Taarifa",
  },
  contact: {
    address: "Anwani",
    phone: "Simu",
    email: "Barua pepe",
    hours: "Saa za kazi",
  },
  footer: {
    givingFrom: "Unaweza kuchangia kutoka",
    pause: "Simamisha",
    resume: "Onyesha miji mingine",
    allTowns: "Miji yote {count}",
    officeHours: "Saa za kazi",
    contact: "Mawasiliano",
    about: "Kuhusu mfuko",
    projects: "Miradi ya ujenzi",
    zakat: "Kikokotoo cha zaka",
    privacy: "Sera ya Faragha",
    terms: "Masharti ya Huduma",
    privacySettings: "Mipangilio ya Faragha",
    verseSource: "Qur’ani 2:261",
    rights: "© {year} {fund}",
    links: "Kurasa nyingine",
  },
  consent: {
    title: "Tunaheshimu faragha yako",
    text: "Tunatumia tu kile tovuti inachohitaji. Ukikubali, tutahesabu pia mara inazotembelewa ili tuiboreshe. Hatuhesabu kabla hujakubali.",
    acceptAll: "Kubali Yote",
    rejectAll: "Kataa Yote",
    settings: "Mipangilio",
    close: "Funga na ukatae yote",
    closeSettings: "Funga",
    dialogTitle: "Mipangilio ya Faragha",
    dialogText:
      "Chagua unachoruhusu. Unaweza kubadilisha wakati wowote kupitia kiungo cha Mipangilio ya Faragha chini ya kila ukurasa.",
    functional: "Vya lazima",
    functionalText: "Vinahitajika ili tovuti ifanye kazi. Haviwezi kuzimwa.",
    analytics: "Takwimu",
    analyticsText:
      "Huturuhusu kuhesabu kurasa unazofungua, muda na usogezaji wa ukurasa, kwenye seva yetu wenyewe, bila jina lako wala IP yako. Huzimwa kivinjari chako kikituma Global Privacy Control au Do Not Track.",
    marketing: "Matangazo",
    marketingText: "Huturuhusu kuona pia ujumbe, kiungo au tovuti iliyokuleta hapa. Inahitaji Takwimu.",
    cancel: "Ghairi",
    save: "Hifadhi Mipangilio",
  },
  home: {
    hero: {
      live: "Takwimu za sasa kutoka kwenye daftari letu la hesabu",
      learn: "Kokotoa zaka",
      picture: "Msikiti chini ya jua la asubuhi",
    },
    about: {
      mission: "Dhamira yetu",
      vision: "Maono yetu",
      highlights: "Ahadi zetu",
      accountability: "Jinsi tunavyowajibika",
    },
    campaigns: { title: "Mchango wako unaweza kufanya nini", all: "Tazama kampeni zote" },
    closing: {
      title: "Chagua kampeni",
      text: "Mchango wako unahesabiwa kwenye kampeni uliyoichagua, na ukurasa wake unaonyesha kilichofikiwa.",
    },
    recent: "Michango ya hivi karibuni",
    advisory: {
      title: "Watu wanaowajibika kwa mfuko",
      text: "Wanausimamia mfuko na hesabu zake, na kuhakikisha kuwa unafuata Sharia.",
      none: "Majina ya wajumbe wa Baraza la Ushauri yatawekwa hapa.",
    },
    impact: {
      totalDonated: "Jumla Iliyochangwa",
      totalDonors: "Wachangiaji Wote",
      activeCampaigns: "Kampeni Zinazoendelea",
      successRate: "Kiwango cha Mafanikio",
      reached: "Kampeni {reached, number} kati ya {all, number} zimefikia malengo yake",
      others: "na {amount}",
      toggle: "Badilisha Tarehe za Takwimu za Selcom",
      from: "Kuanzia",
      to: "Hadi",
      update: "Onyesha",
      loading: "Inapakia...",
      range: "Michango ya kuanzia {from} hadi {to}",
      external:
        "Pamoja na {amount} kutoka kwa {count, plural, one {mchangiaji #} other {wachangiaji #}} nje ya tovuti hii, hadi {day}.",
      onlyHere: "Bila michango iliyokusanywa nje ya tovuti hii.",
      everything: "Onyesha tarehe zote",
    },
    message: { more: "Soma ujumbe wote" },
    bank: {
      show: "Onyesha taarifa za benki",
      name: "Benki",
      accountName: "Jina la akaunti",
      accountNumber: "Namba ya akaunti",
      branch: "Tawi",
      swift: "Msimbo wa SWIFT",
      mobileMoney: "Malipo kwa simu",
      copy: "Nakili",
      copyOf: "Nakili: {label}",
      copied: "Imenakiliwa",
      copyFailedText: "Bonyeza namba bila kuachia, kisha uinakili mwenyewe.",
      loading: "Inapakia taarifa za benki...",
      unavailable: "Taarifa za benki hazipatikani",
      changed: "Zilibadilishwa mara ya mwisho tarehe {date}",
    },
    contact: {
      title: "Zungumza nasi",
      show: "Simu, barua pepe, saa za kazi na ramani",
      showMap: "Onyesha ramani",
      mapTitle: "Ramani ya chuo",
      openMap: "Fungua ramani kwenye kichupo kipya",
      mapNote: "Ramani hutolewa na {host}, ambayo itaona anwani yako ya intaneti (IP).",
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
    title: "Ukurasa Haukupatikana",
    text: "Hakiki anwani, au tumia moja ya viungo vilivyo hapa chini.",
    home: "Rudi Mwanzo",
    campaigns: "Tazama kampeni",
  },
};

export default sw;
