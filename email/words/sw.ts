import { providerNames } from "#domain/payments/provider.ts";
import type { Words } from "./en.ts";

export const kiswahili: Words = {
  greeting: "Assalamu alaykum,",
  pretended: "Hili ni jaribio: hujakatwa pesa halisi.",
  signed: (fund) => `Asante,\n${fund}`,
  orOpen: "Kitufe kisipofanya kazi, fungua kiungo hiki:",

  receipt: {
    subject: (campaign) => `Risiti ya mchango wako: ${campaign}`,
    thanks: (campaign) => `Tumepokea mchango wako kwa ajili ya ${campaign}.`,
    number: "Namba ya risiti",
    reference: "Namba ya kumbukumbu",
    campaign: "Kampeni",
    date: "Tarehe",
    method: "Njia ya malipo",
    methods: { mobile: "Malipo kwa simu", card: "Kadi", bank: "Benki", cash: "Taslimu" },
    ownReference: "Namba ya kumbukumbu ya malipo",
    donation: "Mchango",
    fee: "Ada ya muamala",
    total: "Jumla iliyolipwa",
    feeAdded: "Ada imeongezwa juu ya mchango wako.",
    arrived: (asked, amount) =>
      `Ulichagua kulipa ${asked}, na kiasi kilichofika ni ${amount}. Risiti hii ni ya kiasi kilichofika.`,
    open: "Tazama risiti",
    keep: "Tunza kiungo hiki: mtu yeyote aliye nacho anaweza kuona risiti nzima.",
    complain: (ways) =>
      `Je, kuna kosa kwenye risiti hii, au si wewe uliyechangia? Tujulishe ukitaja namba ya kumbukumbu: ${ways}`,
  },

  donation: {
    movedSubject: (campaign) => `Mchango wako umehamishiwa: ${campaign}`,
    moved: "Tumehamishia mchango wako kwenye kampeni nyingine. Wafanyakazi wetu wameidhinisha.",
    from: "Kutoka",
    to: "Kwenda",
    amount: "Kiasi",
    refundedSubject: (campaign) => `Mchango wako umerejeshwa: ${campaign}`,
    refunded:
      "Tumerejesha mchango wako. Wafanyakazi wetu wameidhinisha. Muda wa pesa kukufikia unategemea benki au mtandao wako wa simu.",
    refundedInPart:
      "Tumerejesha sehemu ya mchango wako. Wafanyakazi wetu wameidhinisha. Muda wa pesa kukufikia unategemea benki au mtandao wako wa simu.",
    campaign: "Kampeni",
    refund: "Kiasi kilichorejeshwa",
    left: "Kinachobaki kwenye kampeni",
    ask: (ways) => `Je, una swali kuhusu jambo hili? Wasiliana nasi ukitaja namba ya kumbukumbu: ${ways}`,
  },

  account: {
    "password-reset": {
      subject: "Chagua nenosiri jipya",
      text: "Tumepokea ombi la nenosiri jipya la akaunti yenye barua pepe hii.",
      open: "Chagua nenosiri jipya",
      limits: "Kiungo hiki kinafanya kazi mara moja tu, ndani ya saa moja.",
      notYou: "Kama hukuomba wewe, puuza ujumbe huu. Nenosiri lako halitabadilika.",
    },
    "sign-in-reset": {
      subject: "Chagua upya njia ya kuingia",
      text: "Msimamizi amefuta nenosiri lako na uthibitisho wa hatua mbili. Kila aliyeingia kwenye akaunti yako ameondolewa.",
      open: "Chagua nenosiri jipya",
      limits: "Kiungo kinafanya kazi mara moja, kwa saa moja.",
      notYou: "Kama hukuomba, chagua nenosiri jipya sasa, kisha utujulishe.",
    },
    "password-changed": {
      subject: "Nenosiri lako limebadilishwa",
      text: "Nenosiri la akaunti yako limebadilishwa sasa hivi. Umeondolewa kwenye vifaa vingine vyote.",
      open: "Chagua nenosiri jipya",
      limits: null,
      notYou:
        "Kama ni wewe, huhitaji kufanya lolote. Kama si wewe, chagua nenosiri jipya sasa, kisha utujulishe.",
    },
    "second-step-added": {
      subject: "Kuingia kwa hatua mbili kumewashwa",
      text: "Sasa akaunti yako inahitaji namba ya uthibitisho kutoka kwenye simu kila unapoingia. Umeondolewa kwenye vifaa vingine vyote.",
      open: "Chagua nenosiri jipya",
      limits: null,
      notYou:
        "Kama ni wewe, huhitaji kufanya lolote. Kama si wewe, chagua nenosiri jipya sasa. Hapo unaweza kuzima hatua ya pili. Kisha utujulishe.",
    },
    "second-step-removed": {
      subject: "Kuingia kwa hatua mbili kumezimwa",
      text: "Akaunti yako haihitaji tena namba ya uthibitisho kutoka kwenye simu unapoingia. Umeondolewa kwenye vifaa vingine vyote.",
      open: "Chagua nenosiri jipya",
      limits: null,
      notYou:
        "Kama ni wewe, huhitaji kufanya lolote. Kama si wewe, chagua nenosiri jipya sasa, kisha utujulishe.",
    },
    "backup-codes-made": {
      subject: "Namba mpya za akiba zimetengenezwa",
      text: "Akaunti yako ina namba mpya za akiba za kuingia kwa hatua mbili. Zile za zamani hazifanyi kazi tena.",
      open: "Chagua nenosiri jipya",
      limits: null,
      notYou:
        "Kama ni wewe, huhitaji kufanya lolote. Kama si wewe, chagua nenosiri jipya sasa na utengeneze namba mpya za akiba. Kisha utujulishe.",
    },
    "passkey-added": {
      subject: "Ufunguo wa siri umeongezwa kwenye akaunti yako",
      text: "Akaunti yako ina ufunguo mpya wa siri (passkey). Unaweza kuingia kwa ufunguo huo bila nenosiri. Umeondolewa kwenye vifaa vingine vyote.",
      open: "Chagua nenosiri jipya",
      limits: null,
      notYou:
        "Kama ni wewe, huhitaji kufanya lolote. Kama si wewe, chagua nenosiri jipya sasa. Hapo unaweza kuondoa ufunguo huo. Kisha utujulishe.",
    },
    "passkey-removed": {
      subject: "Ufunguo wa siri wa akaunti yako umeondolewa",
      text: "Ufunguo mmoja wa siri (passkey) wa akaunti yako hauwezi tena kutumika kuingia. Umeondolewa kwenye vifaa vingine vyote.",
      open: "Chagua nenosiri jipya",
      limits: null,
      notYou:
        "Kama ni wewe, huhitaji kufanya lolote. Kama si wewe, chagua nenosiri jipya sasa, kisha utujulishe.",
    },
    "many-sessions": {
      subject: "Akaunti yako imefunguliwa kwenye vifaa vingi",
      text: "Akaunti yako imefunguliwa kwenye vifaa zaidi ya 10 kwa wakati mmoja. Tumeondoa kifaa kimoja kilichoingia hivi karibuni.",
      open: "Chagua nenosiri jipya",
      limits: null,
      notYou:
        "Kama ni wewe, huhitaji kufanya lolote. Kama si wewe, chagua nenosiri jipya sasa. Kila anayetumia akaunti yako ataondolewa. Kisha utujulishe.",
    },
    "email-change": {
      subject: "Thibitisha barua pepe yako mpya",
      text: "Umeomba kutumia barua pepe hii kwenye akaunti yako. Mabadiliko yatafanyika ukiithibitisha.",
      open: "Thibitisha barua pepe hii",
      limits: "Kiungo kilicho hapa chini kinafanya kazi mara moja tu, ndani ya saa moja.",
      notYou: "Kama hukuomba wewe, puuza ujumbe huu. Hakuna kitakachobadilika.",
    },
    "email-confirm": {
      subject: "Thibitisha barua pepe yako",
      text: "Umeomba kuthibitisha kwamba barua pepe hii ni yako. Hivyo ujumbe unaohusu akaunti yako utakufikia kwa uhakika.",
      open: "Thibitisha barua pepe hii",
      limits: "Kiungo kilicho hapa chini kinafanya kazi mara moja tu, ndani ya saa moja.",
      notYou: "Kama hukuomba wewe, puuza ujumbe huu. Hakuna kitakachobadilika.",
    },
    "email-changed": {
      subject: "Barua pepe ya akaunti imebadilishwa",
      text: "Akaunti iliyotumia barua pepe hii sasa ina barua pepe nyingine, na ujumbe unaoihusu utatumwa huko.",
      open: "Ingia",
      limits: "Kama ni wewe, au kama huna akaunti hapa, huhitaji kufanya lolote.",
      notYou:
        "Huwezi kurejesha barua pepe hii kwa kiungo. Kama akaunti ni yako na hukubadilisha wewe, tujulishe sasa. Tutahakikisha wewe ni nani, kisha tutakurudishia akaunti yako.",
    },
    "email-undo": {
      subject: "Barua pepe yako imebadilishwa",
      text: "Akaunti yako sasa ina barua pepe nyingine, na ujumbe unaoihusu utatumwa huko.",
      open: "Tengua mabadiliko",
      limits: "Kama ni wewe, huhitaji kufanya lolote.",
      notYou:
        "Kama si wewe, tengua mabadiliko ndani ya siku saba. Kila anayetumia akaunti yako ataondolewa. Kisha chagua nenosiri jipya.",
    },
    "email-undo-waits": {
      subject: "Barua pepe yako bado haiwezi kurejeshwa",
      text: "Akaunti nyingine inatumia barua pepe hii, kwa hiyo bado haiwezi kurejeshwa kwenye akaunti yako. Kila aliyeingia kwenye akaunti yako ameondolewa, na nenosiri la zamani halifanyi kazi tena.",
      open: "Chagua nenosiri jipya",
      limits:
        "Kiungo kinafanya kazi mara moja, kwa saa moja. Ili kurejesha barua pepe, ingia kwenye akaunti ile nyingine ubadilishe barua pepe yake, au wasiliana nasi. Kisha bonyeza tena Tengua kwenye ujumbe wetu wa awali. Hadi hapo, viungo vya kuchagua nenosiri jipya vitakuja hapa.",
      notYou: "Kama hukubonyeza Tengua, chagua nenosiri jipya sasa, kisha utujulishe.",
    },
    "email-undone": {
      subject: "Barua pepe yako ya awali imerejeshwa",
      text: "Akaunti yako inatumia tena barua pepe hii. Kila aliyeingia ameondolewa, na nenosiri la zamani halifanyi kazi tena, kwa sababu huenda mtu mwingine analijua.",
      open: "Chagua nenosiri jipya",
      limits: "Kiungo kinafanya kazi mara moja, kwa saa moja.",
      notYou: "Kama hukutengua mabadiliko ya barua pepe yako, chagua nenosiri jipya sasa, kisha utujulishe.",
    },
    invitation: {
      subject: "Fungua akaunti yako",
      text: "Tumekualika ufungue akaunti. Chagua jina la mtumiaji na nenosiri ili uingie.",
      open: "Kubali mwaliko",
      limits: "Kiungo hiki kinafanya kazi mara moja tu, ndani ya siku saba.",
      notYou: "Kama hukutarajia ujumbe huu, upuuze. Hakuna akaunti itakayofunguliwa.",
    },
    "sign-up-again": {
      subject: "Tayari una akaunti",
      text: "Mtu amejaribu kufungua akaunti kwa barua pepe hii. Tayari una akaunti, kwa hiyo hakuna kilichobadilika. Ingia kwa nenosiri lako, au chagua jipya.",
      open: "Chagua nenosiri jipya",
      limits: null,
      notYou: "Kama si wewe, puuza ujumbe huu. Akaunti yako iko salama.",
    },
    "sign-up-promised": {
      subject: "Tafadhali tumia kiungo cha ujumbe wetu wa awali",
      text: "Mtu amejaribu kufungua akaunti kwa barua pepe hii. Tulikutumia kiungo kabla: cha mwaliko, au cha kutengua mabadiliko ya barua pepe. Fungua ujumbe huo kwanza. Hakuna akaunti iliyofunguliwa.",
      open: "Ingia",
      limits: null,
      notYou: "Kama si wewe, puuza ujumbe huu. Hakuna kitakachobadilika.",
    },
    "organizer-suspended": {
      subject: "Kampeni zako zimesitishwa",
      text: "Mfuko umesitisha kampeni zako zote. Hazipokei michango, na kwa sasa huwezi kuwasilisha kampeni wala kuandika habari. Michango iliyokwisha kutolewa iko salama.",
      open: "Kampeni zako",
      limits: null,
      notYou: "Tafadhali wasiliana nasi kama una maswali.",
    },
    "suspension-lifted": {
      subject: "Kampeni zako zimefunguliwa tena",
      text: "Mfuko umeondoa usitishaji wa kampeni zako. Zinapokea michango tena, na unaweza kuwasilisha kampeni na kuandika habari.",
      open: "Kampeni zako",
      limits: null,
      notYou: "Tafadhali wasiliana nasi kama una maswali.",
    },
    follow: {
      subject: "Thibitisha kwamba unataka habari",
      text: "Mtu ametuomba tutume habari za kampeni kwenye barua pepe hii. Kama ni wewe, thibitisha.",
      open: "Thibitisha",
      limits: "Kiungo hiki kinafanya kazi mara moja tu, ndani ya siku tatu.",
      notYou: "Kama si wewe, puuza ujumbe huu. Hatutatuma habari zozote.",
    },
    "own-page": {
      subject: "Michango yako",
      text: "Umeomba kiungo cha kuona michango iliyotolewa kwa barua pepe hii.",
      open: "Tazama michango yako",
      limits:
        "Kiungo hiki kinafanya kazi kwa saa moja. Mwenye kiungo anaweza kuona michango yako, kwa hiyo usimtumie mtu mwingine.",
      notYou: "Kama si wewe, puuza ujumbe huu. Aliyeomba hakuona chochote.",
    },
  },

  update: {
    subject: (campaign, title) => `${campaign}: ${title}`,
    news: (campaign) => `Kuna habari mpya kuhusu ${campaign}.`,
    automatic: "Tovuti yetu imeandika habari hii yenyewe kutoka kwenye hesabu za mfuko.",
    open: "Soma habari",
    why: (campaign) => `Unapata ujumbe huu kwa sababu unafuatilia ${campaign} au ulikubali ulipochangia.`,
    unsubscribe: "Acha kupokea, au chagua unachofuatilia",
  },

  newsWanted: {
    subject: (count) => (count === 1 ? "Kampeni inahitaji habari" : `Kampeni ${count} zinahitaji habari`),
    text: "Waliochangia kampeni yako hawajapata habari kwa siku 30. Tafadhali andika habari mpya. Sentensi chache na picha moja zinatosha.",
    textForStaff:
      "Kampeni hizi hazijapata habari kwa siku 30, na hazina mwandaaji mwenye akaunti. Tafadhali andika habari mpya. Sentensi chache na picha moja zinatosha.",
    since: (day) => `Hakuna habari tangu ${day}`,
    digest: (days) =>
      `Kama hakutakuwa na habari ndani ya siku ${days} zijazo, tovuti itaweka takwimu za kampeni yenyewe.`,
    open: "Andika habari",
  },

  submission: {
    subjects: {
      received: (title: string) => `Tumepokea kampeni yako: ${title}`,
      "changes-asked": (title: string) => `Tafadhali badilisha kampeni yako: ${title}`,
      approved: (title: string) => `Kampeni yako inapokea michango: ${title}`,
      "approved-before-ruling": (title: string) => `Kampeni yako imekubaliwa: ${title}`,
      "ruling-recorded": (title: string) => `Kampeni yako inapokea michango: ${title}`,
      "ruling-withdrawn": (title: string) => `Kampeni yako imesitishwa: ${title}`,
      "ruling-ended": (title: string) => `Kampeni yako imesitishwa: ${title}`,
      rejected: (title: string) => `Kampeni yako haikukubaliwa: ${title}`,
    },
    texts: {
      received:
        "Asante. Wafanyakazi wetu watasoma kampeni yako na kukujibu ndani ya siku 2 za kazi. Itaanza kupokea michango baada ya wao kuikubali na baada ya wewe kuthibitisha barua pepe yako.",
      "changes-asked":
        "Wafanyakazi wetu wamesoma kampeni yako na wanaomba uibadilishe. Sababu zipo kwenye sehemu za fomu. Kisha itume tena.",
      approved: "Wafanyakazi wetu wameikubali kampeni yako. Sasa watu wanaweza kuichangia.",
      "approved-before-ruling":
        "Wafanyakazi wetu wameikubali kampeni yako. Bado haipokei michango: kwanza mhakiki wa Baraza la Ushauri aamue kwamba inaweza kupokea zaka.",
      "ruling-recorded":
        "Mhakiki wa Baraza la Ushauri ameamua kwamba kampeni yako inaweza kupokea zaka. Sasa watu wanaweza kuichangia.",
      "ruling-withdrawn":
        "Uamuzi kwamba kampeni yako inaweza kupokea zaka umeondolewa. Kwa sasa haipokei michango. Michango iliyokwisha kutolewa iko salama. Tafadhali wasiliana nasi kama una maswali.",
      "ruling-ended":
        "Uamuzi kwamba kampeni yako inaweza kupokea zaka umekwisha muda wake. Haipokei michango mpaka mhakiki wa Baraza la Ushauri aamue tena. Michango iliyokwisha kutolewa iko salama. Tafadhali wasiliana nasi kama una maswali.",
      rejected: "Wafanyakazi wetu wamesoma kampeni yako na hawawezi kuikubali.",
    },
    open: {
      received: "Tazama kampeni yako",
      "changes-asked": "Badilisha kampeni yako",
      approved: "Tazama kampeni yako",
      "approved-before-ruling": "Tazama kampeni yako",
      "ruling-recorded": "Tazama kampeni yako",
      "ruling-withdrawn": "Tazama kampeni yako",
      "ruling-ended": "Tazama kampeni yako",
      rejected: "Tazama jibu",
    },
    campaign: "Kampeni",
    organizer: "Mwandaaji",
    reason: "Sababu",
    answerBy: "Jibu kabla ya mwisho wa",
    waitingSubject: (title: string) => `Ya kuhakiki: ${title}`,
    waiting: "Mwandaaji ametuma kampeni ili ihakikiwe.",
    waitingAgain: "Mwandaaji amebadilisha kampeni na kuituma tena. Utaona mabadiliko tu.",
    overdueSubject: (title: string) => `Imechelewa: ${title}`,
    overdue: "Kampeni inasubiri uhakiki kupita siku tuliyomwahidi mwandaaji.",
    review: "Hakiki kampeni",
  },

  draft: {
    subject: (page: string) => `Haijachapishwa: ${page}`,
    failures: {
      "no-access":
        "Badiliko ulilopanga halijachapishwa, kwa sababu huruhusiwi tena kuhariri ukurasa huu. Bado limehifadhiwa kama rasimu.",
      changed:
        "Badiliko ulilopanga halijachapishwa, kwa sababu ukurasa ulibadilishwa baada ya kulipanga. Bado limehifadhiwa kama rasimu. Fungua rasimu na ulinganishe matoleo yote mawili.",
      invalid:
        "Badiliko ulilopanga halijachapishwa, kwa sababu rasimu ina makosa. Fungua rasimu na uichapishe ili kuyaona.",
    },
    page: "Ukurasa",
    scheduledFor: "Muda uliopangwa",
    open: "Fungua rasimu",
  },

  ruling: {
    subject: (campaign: string) => `Uamuzi wa zaka unakaribia kuisha: ${campaign}`,
    text: "Uamuzi wa zaka wa kampeni unakaribia kuisha. Baada ya siku yake ya mwisho kampeni haipokei michango. Omba uamuzi mpya kwa Baraza la Ushauri, na uurekodi kabla ya hapo.",
    campaign: "Kampeni",
    reviewer: "Mhakiki",
    lastDay: "Siku ya mwisho",
    open: "Tazama maamuzi",
  },

  changeRequest: {
    waitingSubject: (campaign: string) => `Ya kuhakiki: mabadiliko ya ${campaign}`,
    waiting: "Mwandaaji anaomba kampeni ibadilishwe.",
    subjects: {
      pending: (campaign: string) => `Tumepokea ombi lako: ${campaign}`,
      approved: (campaign: string) => `Kampeni yako imebadilishwa: ${campaign}`,
      rejected: (campaign: string) => `Ombi lako halikukubaliwa: ${campaign}`,
    },
    texts: {
      pending: "Wafanyakazi wetu watasoma ombi lako.",
      approved: "Wafanyakazi wetu wamekubali ombi lako. Ukurasa wa kampeni unaonyesha mabadiliko.",
      rejected: "Wafanyakazi wetu wamesoma ombi lako na hawawezi kulikubali. Kampeni inabaki ilivyokuwa.",
    },
    campaign: "Kampeni",
    organizer: "Mwandaaji",
    goal: "Lengo",
    endDate: "Tarehe ya mwisho",
    fromTo: (was: string, becomes: string) => `${becomes} (awali ${was})`,
    use: "Matumizi ya pesa",
    reason: "Sababu",
    open: "Tazama ombi",
    review: "Hakiki ombi",
  },

  proposal: {
    kinds: {
      refund: "kurejesha mchango",
      "part-refund": "kurejesha sehemu ya mchango",
      move: "kuhamisha mchango",
      credit: "kurekodi mchango",
      "bank-details": "kubadilisha taarifa za benki",
    },
    subjects: {
      open: (what) => `Ombi linasubiri uamuzi: ${what}`,
      approved: (what) => `Ombi limeidhinishwa: ${what}`,
      rejected: (what) => `Ombi limekataliwa: ${what}`,
      withdrawn: (what) => `Ombi limeondolewa: ${what}`,
    },
    texts: {
      open: (who, what) =>
        `${who} ameomba idhini: ${what}. Bado hakuna kilichobadilika. Msimamizi anatakiwa kuidhinisha: ombi linaeleza nani anaweza, na kuanzia lini.`,
      approved: (who, what) => `${who} ameidhinisha ombi la ${what}. Mabadiliko yamefanyika.`,
      rejected: (who, what) => `${who} amekataa ombi la ${what}. Hakuna kilichobadilika.`,
      withdrawn: (who, what) => `${who} ameondoa ombi la ${what}. Hakuna kilichobadilika.`,
    },
    donation: "Mchango",
    campaign: "Kampeni",
    reference: "Namba ya kumbukumbu",
    reason: "Sababu",
    open: "Tazama ombi",
    alarm:
      "Ujumbe huu hutumwa kwa wafanyakazi wote. Ukiona jambo lisilo sawa, wasiliana na msimamizi mara moja.",
  },

  alarm: {
    subjects: {
      raised: (what) => `Tahadhari: ${what}`,
      over: (what) => `Tahadhari imekwisha: ${what}`,
    },
    titles: {
      ledger: () => "ukaguzi wa leja umeshindwa",
      "ledger-unchecked": () => "leja haikaguliwi",
      "provider-failing": ({ provider }) => `${providerNames[provider]} ina hitilafu`,
      "provider-silent": ({ provider }) => `${providerNames[provider]} haijibu`,
      mismatch: () => "kuna malipo yasiyolingana",
      disk: ({ node }) => `diski ya ${node} inakaribia kujaa`,
      backup: () => "nakala rudufu ya mwisho ni ya zamani",
      "sign-ins": () => "majaribio mengi ya kuingia yamekataliwa",
      refusals: () => "maombi mengi yamekataliwa",
    },
    texts: {
      ledger: ({ problems }) =>
        `Ukaguzi wa leja umepata makosa ${problems}. Fungua ukurasa wa afya ya mfumo, kisha suala linalohusu leja. Usilipe pesa nje hadi sababu ijulikane.`,
      "ledger-unchecked": ({ minutes }) =>
        `Ukaguzi wa mwisho wa leja umeshindwa au umepita saa moja (dakika ${minutes ?? "hazijulikani"}). Tazama kazi ya kukagua leja kwenye ukurasa wa afya ya mfumo.`,
      "provider-failing": ({ provider, failed, asked }) =>
        `${providerNames[provider]} haikutoa jibu la wazi kwa malipo au maulizo ${failed} kati ya ${asked} ya mwisho, au imekataa utambulisho wetu. Tazama masuala yaliyo wazi. Ikiendelea, simamisha malipo kwenye Mipangilio.`,
      "provider-silent": ({ provider, waiting }) =>
        `Malipo ${waiting} yanasubiri ${providerNames[provider]}, na haijatoa taarifa kwa zaidi ya dakika 15. Wasiliana na huduma yao kwa wateja. Wachangiaji wanaelezwa kwamba bado hatujui.`,
      mismatch: ({ cases, requested }) =>
        `${cases === 1 ? "Suala 1 lililo wazi" : `Masuala ${cases} yaliyo wazi`}: mtoa huduma ametaja kiasi, sarafu au namba ya kumbukumbu tofauti na tuliyoomba. ${requested > 0 ? `Ya kuamuliwa: ${cases - requested}. Yanayosubiri idhini: ${requested}.` : cases === 1 ? "Liamue." : "Amua kila suala."}`,
      disk: ({ node, percentFree }) =>
        `Mashine ${node} imebakiwa na nafasi ya ${percentFree}% kwenye diski. Ongeza nafasi sasa: michango itasimama ikijaa.`,
      backup: ({ days }) =>
        days === null
          ? "Hakuna nakala rudufu iliyorekodiwa. Tengeneza moja, hakikisha inaweza kurejeshwa, kisha uirekodi kama mwongozo unavyosema."
          : `Nakala rudufu ya mwisho iliyorekodiwa ina siku ${days}. Tengeneza moja, hakikisha inaweza kurejeshwa, kisha uirekodi kama mwongozo unavyosema.`,
      "sign-ins": ({ refused }) =>
        `Majaribio ${refused} ya kuingia yamekataliwa ndani ya dakika 10. Tazama kumbukumbu za usalama. Akaunti zenye hatua mbili hazifunguki kwa nenosiri lililokisiwa.`,
      refusals: ({ refused }) =>
        `Maombi ${refused} yamekataliwa ndani ya dakika 10. Tazama kumbukumbu za usalama kwa aina na njia zake.`,
    },
    over: "Tahadhari hii imekwisha. Huhitaji kufanya lolote sasa.",
    since: "Tangu",
    until: "Hadi",
    open: "Fungua ukurasa wa afya ya mfumo",
    why: "Wasimamizi wote hupata barua pepe hii mara moja tahadhari inapoanza na mara moja inapokwisha.",
  },

  access: {
    subject: "Ruhusa za wafanyakazi zimebadilika",
    changes: {
      "invited-staff": "Mtu amealikwa kujiunga na wafanyakazi.",
      "invited-admin": "Mtu amealikwa kuwa msimamizi.",
      "joined-staff": "Mtu aliyealikwa amejiunga na wafanyakazi.",
      "joined-admin": "Mtu aliyealikwa amekuwa msimamizi. Hawezi kuidhinisha wala kukataa maombi kwa saa 72.",
      "role-organizer": "Nafasi ya mtu imebadilishwa kuwa mwandaaji.",
      "role-staff": "Nafasi ya mtu imebadilishwa kuwa mfanyakazi.",
      "role-admin":
        "Nafasi ya mtu imebadilishwa kuwa msimamizi. Hawezi kuidhinisha wala kukataa maombi kwa saa 72.",
      disabled: "Akaunti ya mfanyakazi imezimwa.",
      enabled: "Akaunti ya mfanyakazi imewashwa tena.",
      confirmed: "Msimamizi wa pili amethibitisha ruhusa za mfanyakazi.",
      reset: "Nenosiri na kuingia kwa hatua mbili vya mtu vimewekwa upya.",
      "rule-on": "Sasa wafanyakazi wote wanatakiwa kuingia kwa hatua mbili.",
      "rule-off": "Wafanyakazi hawatakiwi tena kuingia kwa hatua mbili.",
    },
    account: "Akaunti",
    by: "Aliyefanya",
    operator: "Mwendeshaji wa seva",
    open: "Tazama watu",
    alarm:
      "Wasimamizi wote hupata barua pepe hii. Kama hukutarajia badiliko hili, zungumza na wasimamizi wenzako sasa.",
  },
};
