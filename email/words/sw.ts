import { providers, type Words } from "./en.ts";

export const kiswahili: Words = {
  greeting: (name) => (name === null ? "Assalamu alaykum," : `Assalamu alaykum ${name},`),
  pretended: "Hili ni jaribio: hakuna pesa halisi iliyohamishwa.",
  signed: (fund) => `Kwa shukrani,\n${fund}`,
  orOpen: "Kitufe kisipofanya kazi, fungua anwani hii:",

  receipt: {
    subject: (campaign) => `Stakabadhi yako: ${campaign}`,
    thanks: (campaign) =>
      `Mchango wako kwa ajili ya ${campaign} umepokelewa. Mwenyezi Mungu aukubali na akulipe kheri.`,
    number: "Namba ya stakabadhi",
    reference: "Kumbukumbu",
    campaign: "Kampeni",
    date: "Tarehe",
    method: "Njia ya malipo",
    methods: { mobile: "Malipo kwa simu", card: "Kadi", bank: "Benki", cash: "Taslimu" },
    providerReference: "Kumbukumbu ya mtoa huduma",
    ownReference: "Kumbukumbu ya malipo",
    gift: "Mchango",
    fee: "Ada ya malipo",
    total: "Jumla iliyolipwa",
    wholeGift: "Mchango wote unakwenda kwenye kampeni; ada imeongezwa juu yake.",
    arrived: (asked, amount) =>
      `Ulichagua kulipa ${asked}, na kiasi kilichofika ni ${amount}. Stakabadhi hii ni ya kiasi kilichofika.`,
    open: "Fungua stakabadhi",
    keep: "Anwani hii ni yako daima: aliye nayo huona stakabadhi nzima, kwa hiyo mpe unayemwamini tu.",
    complain: (ways) =>
      `Je, kuna kosa kwenye stakabadhi hii, au si wewe uliyechangia? Tujulishe ukitaja kumbukumbu: ${ways}`,
  },

  donation: {
    movedSubject: (campaign) => `Mchango wako umehamishiwa: ${campaign}`,
    moved: "Tumehamishia mchango wako kwenye kampeni nyingine. Watumishi wetu wawili wameidhinisha.",
    from: "Kutoka",
    to: "Kwenda",
    amount: "Kiasi",
    refundedSubject: (campaign) => `Mchango wako umerejeshwa: ${campaign}`,
    refunded:
      "Tumerejesha mchango wako. Watumishi wetu wawili wameidhinisha. Muda wa pesa kukufikia unategemea benki au mtandao wako wa simu.",
    refundedInPart:
      "Tumerejesha sehemu ya mchango wako. Watumishi wetu wawili wameidhinisha. Muda wa pesa kukufikia unategemea benki au mtandao wako wa simu.",
    campaign: "Kampeni",
    refund: "Kiasi kilichorejeshwa",
    left: "Kinachobaki kwenye kampeni",
    ask: (ways) => `Je, una swali kuhusu jambo hili? Wasiliana nasi ukitaja kumbukumbu: ${ways}`,
  },

  account: {
    "password-reset": {
      subject: "Chagua nenosiri jipya",
      text: "Kuna aliyeomba nenosiri jipya la akaunti yenye barua pepe hii; tunatumaini ni wewe.",
      open: "Chagua nenosiri jipya",
      limits: "Anwani hii inafanya kazi mara moja tu, kwa muda wa saa moja.",
      notYou: "Kama si wewe, huhitaji kufanya lolote: nenosiri la zamani linabaki.",
    },
    "password-changed": {
      subject: "Nenosiri lako limebadilishwa",
      text: "Nenosiri la akaunti yenye barua pepe hii limebadilishwa sasa hivi. Umetolewa kwenye vifaa vingine vyote ulivyokuwa umeingia.",
      open: "Chagua nenosiri jingine",
      limits: null,
      notYou:
        "Kama ni wewe, huhitaji kufanya lolote. Kama si wewe, chagua nenosiri jingine mara moja, kisha tujulishe.",
    },
    "email-change": {
      subject: "Thibitisha barua pepe yako mpya",
      text: "Umeomba kutumia barua pepe hii kwenye akaunti yako. Itaanza kutumika ukiithibitisha.",
      open: "Thibitisha barua pepe hii",
      limits: "Anwani iliyo hapa chini inafanya kazi mara moja tu, kwa muda wa saa moja.",
      notYou: "Kama si wewe, huhitaji kufanya lolote: hakuna kitakachobadilika.",
    },
    "email-confirm": {
      subject: "Thibitisha barua pepe yako",
      text: "Umeomba kuthibitisha kwamba barua pepe hii ni yako. Hivyo barua zinazohusu akaunti yako zitakufikia kwa uhakika.",
      open: "Thibitisha barua pepe hii",
      limits: "Anwani iliyo hapa chini inafanya kazi mara moja tu, kwa muda wa saa moja.",
      notYou: "Kama si wewe, huhitaji kufanya lolote: hakuna kitakachobadilika.",
    },
    "email-undo": {
      subject: "Barua pepe yako imebadilishwa",
      text: "Akaunti yako sasa ina barua pepe nyingine, na barua zinazoihusu zinatumwa huko.",
      open: "Tengua mabadiliko",
      limits: "Kama ni wewe, huhitaji kufanya lolote.",
      notYou:
        "Kama si wewe, tengua mabadiliko ndani ya siku saba. Kila anayetumia akaunti yako atatolewa; kisha chagua nenosiri jipya.",
    },
    invitation: {
      subject: "Umealikwa",
      text: "Umealikwa kuwa na akaunti kwetu. Chagua jina la mtumiaji na nenosiri, kisha utaweza kuingia.",
      open: "Kubali mwaliko",
      limits: "Anwani hii inafanya kazi mara moja tu, kwa muda wa siku saba.",
      notYou: "Kama hukutarajia barua hii, huhitaji kufanya lolote: bila wewe hakuna akaunti.",
    },
  },

  proposal: {
    kinds: {
      refund: "kurudisha mchango",
      "part-refund": "kurejesha sehemu ya mchango",
      move: "kuhamisha mchango",
      credit: "kuingiza mchango kwenye daftari",
      "bank-details": "kubadilisha taarifa za benki",
    },
    subjects: {
      open: (what) => `Linasubiri uamuzi: ${what}`,
      approved: (what) => `Limeidhinishwa: ${what}`,
      rejected: (what) => `Limekataliwa: ${what}`,
      withdrawn: (what) => `Limeondolewa: ${what}`,
    },
    texts: {
      open: (who, what) =>
        `${who} anapendekeza ${what}. Bado hakuna kilichofanyika: msimamizi mwingine ndiye atakayeamua.`,
      approved: (who, what) => `${who} ameidhinisha ${what}. Tayari limefanyika.`,
      rejected: (who, what) => `${who} amekataa ${what}. Hakuna kilichobadilika.`,
      withdrawn: (who, what) => `${who} ameondoa pendekezo la ${what}. Hakuna kilichobadilika.`,
    },
    gift: "Mchango",
    campaign: "Kampeni",
    reference: "Kumbukumbu",
    reason: "Sababu",
    open: "Tazama pendekezo",
    alarm:
      "Barua hii hutumwa kwa watumishi wote. Ukiona jambo lisilo sawa, wasiliana na msimamizi mara moja.",
  },

  alarm: {
    subjects: {
      raised: (what) => `Tahadhari: ${what}`,
      over: (what) => `Tahadhari imekwisha: ${what}`,
    },
    titles: {
      ledger: () => "ukaguzi wa leja umeshindwa",
      "ledger-unchecked": () => "leja haikaguliwi",
      "provider-failing": ({ provider }) => `${providers[provider]} ina hitilafu`,
      "provider-silent": ({ provider }) => `${providers[provider]} haijibu`,
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
        `${providers[provider]} haikutoa jibu la wazi kwa malipo ${failed} kati ya ${asked} ya mwisho, au imekataa utambulisho wetu. Tazama masuala yaliyo wazi. Ikiendelea, simamisha malipo kwenye Mipangilio.`,
      "provider-silent": ({ provider, waiting }) =>
        `Malipo ${waiting} yanasubiri ${providers[provider]}, na haijatoa taarifa kwa dakika 15. Wasiliana na huduma yao kwa wateja. Wachangiaji wanaelezwa kwamba bado hatujui.`,
      mismatch: ({ cases }) =>
        `Masuala ${cases} yaliyo wazi: mtoa huduma ametaja kiasi, sarafu au kumbukumbu tofauti na tuliyoomba. Hakuna kilichorekodiwa kwenye leja. Amua kila suala.`,
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
    subject: "Ruhusa za watumishi zimebadilika",
    changes: {
      "invited-staff": "Mtu amealikwa kujiunga na watumishi.",
      "invited-admin": "Mtu amealikwa kuwa msimamizi.",
      "joined-staff": "Mtu aliyealikwa amejiunga na watumishi.",
      "joined-admin": "Mtu aliyealikwa amekuwa msimamizi. Hawezi kuamua mapendekezo kwa saa 72.",
      "role-organizer": "Nafasi ya mtu imebadilishwa kuwa mratibu.",
      "role-staff": "Nafasi ya mtu imebadilishwa kuwa mtumishi.",
      "role-admin": "Nafasi ya mtu imebadilishwa kuwa msimamizi. Hawezi kuamua mapendekezo kwa saa 72.",
      disabled: "Akaunti ya mtumishi imezimwa.",
      enabled: "Akaunti ya mtumishi imewashwa tena.",
      confirmed: "Msimamizi wa pili amethibitisha ruhusa za mtumishi.",
      "rule-on": "Sasa watumishi wote wanatakiwa kuingia kwa hatua mbili.",
      "rule-off": "Watumishi hawatakiwi tena kuingia kwa hatua mbili.",
    },
    account: "Akaunti",
    by: "Aliyefanya",
    operator: "Mwendeshaji wa seva",
    open: "Tazama watu",
    alarm:
      "Wasimamizi wote hupata barua pepe hii. Kama hukutarajia badiliko hili, zungumza na wasimamizi wenzako sasa.",
  },
};
