import type { ProjectSlug } from "#domain/campaigns/building-projects.ts";
import type { projectRecord } from "#domain/content/records.ts";
import type { z } from "zod";

type DefaultProject = Partial<z.input<typeof projectRecord>> & { slug: ProjectSlug; campaign: string };

const giveButton = { en: "Donate Now", sw: "Changia Sasa" };

const presets = [10_000n, 50_000n, 100_000n];

/** The three buildings that a new installation presents. Targets, times and presets are the specification's. */
export const projects: DefaultProject[] = [
  {
    slug: "conference-center",
    campaign: "conference-center",
    title: { en: "Conference center", sw: "Kituo cha Mikutano" },
    summary: {
      en: "Our own hall for graduations, research meetings and public lectures, rented out when we do not need it.",
      sw: "Ukumbi wetu wenyewe kwa mahafali, mikutano ya utafiti na mihadhara ya wazi; tusipouhitaji utakodishwa.",
    },
    description: {
      en: `The university holds its graduations in rented halls and sends its research conferences to other towns. The conference center will bring both back to campus: a large auditorium, six meeting rooms, and space where students and companies can show their work.

It is planned to pay for itself. Between semesters it will be rented out, and the rent will pay first for maintenance and then for scholarships.`,
      sw: `Chuo hufanya mahafali katika kumbi za kukodi, na makongamano yake ya utafiti huenda miji mingine. Kituo cha mikutano kitayarudisha yote nyumbani: ukumbi mmoja mkubwa, vyumba sita vya mikutano ya vikundi, na eneo ambalo wanafunzi na kampuni wanaweza kuonyesha walichotengeneza.

Kimepangwa kijitegemee. Kati ya mihula kitakodishwa, na kodi hiyo italipia kwanza matunzo yake, kisha ufadhili wa wanafunzi.`,
    },
    target: 850_000_000n,
    timeline: { en: "18-24 months", sw: "Miezi 18-24" },
    features: [
      { en: "500-seat auditorium", sw: "Ukumbi wa viti 500" },
      { en: "6 breakout rooms", sw: "Vyumba 6 vya mikutano midogo" },
      { en: "300 sqm exhibition area", sw: "Eneo la maonyesho la mita za mraba 300" },
      {
        en: "Interpreting equipment and video for guests who join online",
        sw: "Vifaa vya ukalimani, na video kwa wageni wanaoshiriki kwa mtandao",
      },
      {
        en: "Separate prayer rooms and ablution areas for women and men",
        sw: "Vyumba vya swala na sehemu za kutawadhia, tofauti kwa wanawake na wanaume",
      },
      {
        en: "Step-free entrances, and solar power for lights and sound",
        sw: "Milango isiyo na ngazi, na umeme wa jua kwa taa na vipaza sauti",
      },
    ],
    giveTitle: { en: "Support the Conference Center", sw: "Changia Kituo cha Mikutano" },
    giveText: {
      en: "Donate 50,000 shillings or another amount.",
      sw: "Changia shilingi 50,000 au kiasi kingine.",
    },
    giveButton,
    presets: [50_000n],
    chosen: 50_000n,
  },
  {
    slug: "dormitories",
    campaign: "girls-dormitories",
    title: { en: "Girls dormitories", sw: "Mabweni ya Wasichana" },
    summary: {
      en: "Safe rooms on the campus for young women, so that an evening class does not end with a long walk in the dark.",
      sw: "Vyumba salama ndani ya chuo kwa wasichana, ili kipindi cha jioni kisimalizike kwa safari ndefu gizani.",
    },
    description: {
      en: `Most of our women students rent rooms far from the lecture halls. It costs them time, money and, after dark, their safety. Some stop coming to evening classes because of it, and some stop studying.

Each dormitory is a home for 200 students within the campus: small rooms, a place to read, a place to pray, and a matron who lives in. Fees are set so that a student on a scholarship can pay them.`,
      sw: `Wengi wa wanafunzi wetu wa kike hupanga vyumba mbali na kumbi za mihadhara. Hilo huwagharimu muda, pesa na, giza likiingia, usalama wao. Baadhi huacha vipindi vya jioni kwa sababu hiyo, na wengine huacha masomo kabisa.

Kila bweni ni makazi ya wanafunzi 200 ndani ya chuo: vyumba vidogo, mahali pa kusomea, mahali pa kuswalia, na mlezi anayeishi humohumo. Ada yake imepangwa ili hata mwanafunzi wa ufadhili aweze kuilipa.`,
    },
    target: 650_000_000n,
    timeline: { en: "12-18 months", sw: "Miezi 12-18" },
    features: [
      { en: "200 students per dormitory", sw: "Wanafunzi 200 kwa kila bweni" },
      { en: "2-4 person rooms", sw: "Vyumba vya watu 2-4" },
      {
        en: "A matron who lives in, and a guarded gate day and night",
        sw: "Mlezi anayeishi bwenini, na lango lenye ulinzi usiku na mchana",
      },
      {
        en: "A reading room and a prayer room on every floor",
        sw: "Chumba cha kusomea na chumba cha swala katika kila ghorofa",
      },
      { en: "Kitchens, a laundry and a sick bay", sw: "Majiko, sehemu ya kufulia na chumba cha wagonjwa" },
      {
        en: "Water tanks and solar lights for water or power cuts",
        sw: "Matangi ya maji na taa za sola kwa nyakati za kukatika kwa maji au umeme",
      },
    ],
    giveTitle: { en: "Support Girls' Dormitories Project", sw: "Changia Mradi wa Mabweni ya Wasichana" },
    giveText: {
      en: "Choose an amount. You can still change it before you pay.",
      sw: "Chagua kiasi. Unaweza kukibadilisha kabla ya kulipa.",
    },
    giveButton,
    presets,
    chosen: 10_000n,
  },
  {
    slug: "ablution-block",
    campaign: "ablution-block",
    title: { en: "Mosque ablution block", sw: "Jengo la Kutawadhia la Msikiti" },
    summary: {
      en: "Clean running water beside the campus mosque, so that no one misses the prayer because of the queue.",
      sw: "Maji safi ya bomba kando ya msikiti wa chuo, ili mtu asiikose swala kwa sababu ya foleni.",
    },
    description: {
      en: `On Fridays more than a thousand people share nine taps, and in the dry season those run for part of the day. Many come early and still miss the beginning of the prayer.

The new block will be beside the mosque, with a separate borehole and tank. It serves up to 50 people at the same time, is easy to reach for older people and wheelchair users, and sends its used water to the garden.`,
      sw: `Siku za Ijumaa watu zaidi ya elfu moja hutumia mabomba tisa, na wakati wa kiangazi hayo nayo hutoa maji kwa sehemu tu ya siku. Wengi huwahi kufika na bado hukosa mwanzo wa swala.

Jengo jipya litakuwa kando ya msikiti likiwa na kisima na tangi lake. Litahudumia hadi watu 50 kwa wakati mmoja, litafikika kwa urahisi na wazee na watu wenye viti vya magurudumu, na maji yaliyotumika yatamwagilia bustani.`,
    },
    target: 350_000_000n,
    timeline: { en: "8-12 months", sw: "Miezi 8-12" },
    features: [
      { en: "Serves up to 50 people at once", sw: "Huhudumia hadi watu 50 kwa wakati mmoja" },
      {
        en: "Separate entrances and halls for women and for men",
        sw: "Milango na sehemu tofauti za wanawake na wanaume",
      },
      {
        en: "Seats, rails and a ramp for older people and wheelchair users",
        sw: "Viti, vishikio na njia ya mteremko kwa wazee na watu wenye viti vya magurudumu",
      },
      {
        en: "Taps that use half the water of the old ones",
        sw: "Mabomba yanayotumia nusu ya maji ya yale ya zamani",
      },
      {
        en: "A borehole and a tank that last through the dry season",
        sw: "Kisima na tangi vinavyotosheleza wakati wote wa kiangazi",
      },
      {
        en: "Used water is filtered and sent to the garden",
        sw: "Maji yaliyotumika huchujwa na kuelekezwa bustanini",
      },
    ],
    giveTitle: {
      en: "Support Mosque Ablution Block Project",
      sw: "Changia Mradi wa Jengo la Kutawadhia la Msikiti",
    },
    giveText: {
      en: "Choose an amount. You can still change it before you pay.",
      sw: "Chagua kiasi. Unaweza kukibadilisha kabla ya kulipa.",
    },
    giveButton,
    presets,
    chosen: 10_000n,
  },
];
