import type { z } from "zod";
import type { campaignRecord } from "#domain/content/campaign-record.ts";
import type { Day } from "#domain/system/calendar.ts";
import type { Translated } from "#domain/content/language.ts";

/** All people, phone numbers and addresses are invented, and look invented. */

export const contact = {
  phones: ["+255 000 000 001", "+255 000 000 002", "+255 000 000 003"],
  emails: ["info@fund.example", "support@fund.example"],
};

/** Near market prices, so that the calculator gives realistic results. Staff set the real ones. */
export const metalPrices = {
  goldPerGram: 330_000,
  silverPerGram: 4_100,
  source: { en: "Demonstration figures", sw: "Takwimu za mfano" },
};

export const bankDetails = {
  bankName: "Benki ya Mfano (Example Bank)",
  accountName: "University Community Fund",
  accountNumber: "0000 0000 0000",
  branch: "Morogoro",
  swiftCode: "XXXXTZTZ",
  mobileMoneyName: "University Community Fund",
  mobileMoneyNumber: "000000",
  additionalInfo: {
    en:
      "Please write the campaign’s name as the reference, and send us the slip by email so that we can send your " +
      "receipt. These details are an example. This account does not exist.",
    sw:
      "Tafadhali andika jina la kampeni kama namba ya kumbukumbu ya malipo, kisha ututumie hati ya malipo kwa barua pepe " +
      "ili upate risiti yako. Taarifa hizi ni za mfano tu. Akaunti hii haipo.",
  },
};

export const viceChancellor = {
  title: { en: "A message from the Vice Chancellor", sw: "Ujumbe wa Makamu Mkuu wa Chuo" },
  greeting: { en: "Assalamu alaikum,", sw: "Assalamu alaykum," },
  content: {
    en: `Every year I sign letters that I would rather not sign: a gifted student leaves us, not because the work was too hard, but because a fee was not paid or there was no safe bed near the campus. Each of those letters is short. What it ends is not.

This fund exists so that there are fewer of them. Some of you give a thousand shillings from your phone after the evening prayer; some of you build a whole floor. We record both in the same ledger, and we show you both.

I ask you for three things. Give what you can, even when it is little. Ask us hard questions about how it was used. And remember our students in your prayers. May Allah accept it from you and multiply it for you.`,
    sw: `Kila mwaka ninasaini barua ambazo nisingependa kuzisaini: mwanafunzi mwenye kipaji anatuacha, si kwa sababu masomo yalimshinda, bali kwa sababu ada haikulipwa au hakupata mahali salama pa kulala karibu na chuo. Barua hizo ni fupi. Lakini kinachokatishwa si kidogo.

Mfuko huu upo ili barua hizo zipungue. Wapo wanaotoa shilingi elfu moja kwa simu baada ya swala ya Isha; wapo wanaojenga ghorofa nzima. Wote tunawaandika katika daftari lilelile la hesabu, na wote tunawaonyesha.

Ninawaomba mambo matatu. Toeni mnachoweza, hata kikiwa kidogo. Tuulizeni maswali magumu kuhusu kilichofanyika kwa michango yenu. Na muwakumbuke wanafunzi wetu katika dua zenu. Mwenyezi Mungu awakubalie na awazidishie.`,
  },
  name: "Prof. Mfano Kielelezo",
  position: { en: "Vice Chancellor", sw: "Makamu Mkuu wa Chuo" },
  pictureAlt: {
    en: "The Vice Chancellor in a green gown, in front of bookshelves",
    sw: "Makamu Mkuu wa Chuo akiwa na joho la kijani, mbele ya rafu za vitabu",
  },
};

type Member = { name: string; role: Translated; bio: Translated; picture: string; pictureAlt: Translated };

export const team: Member[] = [
  {
    name: "Sheikh Mithali Hekima",
    role: { en: "Chair of the Advisory Body", sw: "Mwenyekiti wa Baraza la Ushauri" },
    bio: {
      en: "Teaches Islamic law and has advised charitable trusts for twenty years. He leads the yearly review of Zakat and waqfu.",
      sw: "Mwalimu wa sheria za Kiislamu aliyezishauri taasisi za hisani kwa miaka ishirini. Anaongoza mapitio ya kila mwaka ya zaka na waqfu.",
    },
    picture: "member-3",
    pictureAlt: {
      en: "An elderly man wearing a white turban and a brown robe",
      sw: "Mzee aliyevaa kilemba cheupe na joho la kahawia",
    },
  },
  {
    name: "Dr. Amina Mfano",
    role: { en: "Director of the Fund", sw: "Mkurugenzi wa Mfuko" },
    bio: {
      en: "An economist and a graduate of this university. She is responsible for what we collect and how it is used.",
      sw: "Mchumi na mhitimu wa chuo hiki. Anawajibika kwa pesa tunazokusanya na jinsi zinavyotumika.",
    },
    picture: "member-2",
    pictureAlt: { en: "A woman wearing a green hijab", sw: "Mwanamke aliyevaa hijabu ya kijani" },
  },
  {
    name: "Bw. Hesabu Sahihi",
    role: { en: "Treasurer", sw: "Mweka Hazina" },
    bio: {
      en: "A certified accountant. No payment is made without his signature and one other.",
      sw: "Mhasibu aliyesajiliwa. Hakuna malipo yanayofanyika bila saini yake na ya mtu mwingine.",
    },
    picture: "member-5",
    pictureAlt: {
      en: "A man wearing glasses, a suit and a white kofia",
      sw: "Mwanamume aliyevaa miwani, suti na kofia nyeupe",
    },
  },
  {
    name: "Bi. Salma Kielelezo",
    role: { en: "Student Welfare", sw: "Ustawi wa Wanafunzi" },
    bio: {
      en: "Visits the students who ask for help, and recommends who receives scholarships and Zakat.",
      sw: "Huwatembelea wanafunzi wanaoomba msaada na kupendekeza nani apate ufadhili na zaka.",
    },
    picture: "member-4",
    pictureAlt: {
      en: "A woman wearing glasses and a gold hijab",
      sw: "Mwanamke aliyevaa miwani na hijabu ya rangi ya dhahabu",
    },
  },
  {
    name: "Eng. Juma Sampuli",
    role: { en: "Buildings and Works", sw: "Majengo na Ujenzi" },
    bio: {
      en: "A civil engineer. He inspects every site once a week and signs for each stage before it is paid.",
      sw: "Mhandisi wa ujenzi. Hukagua kila eneo la ujenzi mara moja kwa wiki na kuidhinisha kila hatua kabla haijalipwa.",
    },
    picture: "member-1",
    pictureAlt: {
      en: "A man wearing a green kofia and a white kanzu",
      sw: "Mwanamume aliyevaa kofia ya kijani na kanzu nyeupe",
    },
  },
  {
    name: "Bi. Zawadi Mithali",
    role: { en: "Alumni and Partners", sw: "Wahitimu na Wadau" },
    bio: {
      en: "Keeps in touch with graduates in Tanzania and abroad, and with those who donate every month.",
      sw: "Huwasiliana na wahitimu walioko Tanzania na nje ya nchi, pamoja na wale wanaochangia kila mwezi.",
    },
    picture: "member-6",
    pictureAlt: { en: "A woman wearing a white hijab", sw: "Mwanamke aliyevaa hijabu nyeupe" },
  },
];

export const aboutPictures: { picture: string; alt: Translated }[] = [
  {
    picture: "about-1",
    alt: {
      en: "Students walking to the campus mosque below the mountains",
      sw: "Wanafunzi wakielekea msikiti wa chuo chini ya milima",
    },
  },
  {
    picture: "about-2",
    alt: {
      en: "Students reading together at a table in the library",
      sw: "Wanafunzi wakisoma pamoja mezani katika maktaba",
    },
  },
];

/** A campaign that the demonstration's donors gave to. */
export type Recipient = {
  id: string;
  isZakatEligible: boolean;
  /** Numbers are days from today. A campaign of a named year has fixed days. */
  from: number | Day;
  until: number | Day;
  /** `large` donations arrive by bank transfer, and the others by phone and card. */
  donations: {
    small: number;
    amounts: number[];
    large: number[];
    /** Most donors agreed to be named and to get updates. */
    areShown?: boolean;
  };
};

type DemoCampaign = Partial<Omit<z.input<typeof campaignRecord>, "goal">> &
  Recipient & { title: Translated; goal: number; pictureAlt: Translated };

/** Visitors read it on the campaign's page. */
export const ruling = {
  campaign: "zakat",
  reviewer: "Sheikh Mithali Hekima",
  reasons:
    "The money pays the debts of students who cannot pay them, and the debts are for needs. They are among those named in the Qur’an (9:60). The advisers check each case, and the money is kept apart from all other money.",
};

const modest = [5_000, 10_000, 10_000, 20_000, 20_000, 30_000, 50_000, 50_000, 100_000, 150_000, 200_000];

export const campaigns: DemoCampaign[] = [
  {
    id: "conference-center",
    title: { en: "Conference center", sw: "Kituo cha Mikutano" },
    description: {
      en: "A hall for 500 people, with breakout rooms and an exhibition area. The university can then host its own graduations and conferences instead of renting halls in town.",
      sw: "Ukumbi wa watu 500, wenye vyumba vya mikutano na eneo la maonyesho. Chuo kitaandaa mahafali na mikutano yake chenyewe badala ya kukodi kumbi mjini.",
    },
    story: {
      en: `Every graduation we rent a hall in town, and half of the families wait outside. Research meetings move to other cities because we have nowhere to hold them.

The center will have an auditorium of 500 seats, six breakout rooms and 300 square metres for exhibitions. Outside term it will be rented out, and the rent will pay for its maintenance and for scholarships.

The drawings are approved and the ground is ours. What you donate now pays for the foundations and the frame.`,
      sw: `Kila mahafali tunakodi ukumbi mjini, na nusu ya familia husubiri nje. Mikutano ya utafiti huhamia miji mingine kwa sababu hatuna pa kuifanyia.

Kituo kitakuwa na ukumbi wa viti 500, vyumba sita vya mikutano midogo na mita za mraba 300 za maonyesho. Wakati wa likizo kitakodishwa, na kodi hiyo itagharamia matunzo yake na ufadhili wa wanafunzi.

Michoro imeidhinishwa na kiwanja ni chetu. Unachotoa sasa kinalipia msingi na nguzo.`,
    },
    smallAmountDoes: { en: "pays for four bricks", sw: "inalipia matofali manne" },
    usualAmountDoes: { en: "pays for a quarter of a bag of cement", sw: "inalipia robo ya mfuko wa saruji" },
    largeAmountDoes: { en: "pays for half a bag of cement", sw: "inalipia nusu ya mfuko wa saruji" },
    goal: 850_000_000,
    pictureAlt: {
      en: "A full hall with a speaker on the stage under an arch",
      sw: "Ukumbi uliojaa watu, na mzungumzaji jukwaani chini ya tao",
    },
    isZakatEligible: false,
    status: "active",
    from: -170,
    until: 540,
    donations: {
      small: 52,
      amounts: modest,
      large: [50_000_000, 35_000_000, 25_000_000, 20_000_000, 15_000_000, 12_000_000, 10_000_000, 8_000_000],
    },
  },
  {
    id: "girls-dormitories",
    title: { en: "Girls dormitories", sw: "Mabweni ya Wasichana" },
    description: {
      en: "Safe rooms on the campus for 200 young women in each dormitory. Two to four share a room, with water, light and a matron, within five minutes’ walk of the library.",
      sw: "Vyumba salama ndani ya chuo kwa wasichana 200 katika kila bweni. Wawili hadi wanne hukaa chumba kimoja, chenye maji, umeme na mlezi, dakika tano kwa miguu kutoka maktaba.",
    },
    story: {
      en: `Most of our women students rent rooms far from the campus. They walk home after evening classes on roads without lights, and some stop coming to those classes.

Each dormitory takes 200 students in rooms for two to four, with a reading room, a prayer room, a kitchen and a matron who lives there.

The walls of the first one have reached the ring beam. The next stage is the roof.`,
      sw: `Wengi wa wanafunzi wetu wa kike wamepanga vyumba mbali na chuo. Hurudi nyumbani baada ya vipindi vya jioni kwa barabara zisizo na taa, na baadhi yao huacha kuhudhuria vipindi hivyo.

Kila bweni litachukua wanafunzi 200 katika vyumba vya watu wawili hadi wanne, likiwa na chumba cha kusomea, chumba cha swala, jiko na mlezi anayeishi hapohapo.

Kuta za bweni la kwanza zimefika kwenye lenta. Hatua inayofuata ni paa.`,
    },
    smallAmountDoes: { en: "pays for roofing nails", sw: "inalipia misumari ya paa" },
    usualAmountDoes: { en: "pays for a metre of roof timber", sw: "inalipia mita moja ya mbao za paa" },
    largeAmountDoes: { en: "pays for half a sheet of roofing", sw: "inalipia nusu ya bati la paa" },
    goal: 650_000_000,
    pictureAlt: {
      en: "A dormitory with three rows of lit windows in the evening, washing on a line, and two students on their way to the door",
      sw: "Bweni lenye safu tatu za madirisha yenye mwanga jioni, nguo kwenye kamba, na wanafunzi wawili wakielekea mlangoni",
    },
    isZakatEligible: false,
    status: "active",
    from: -165,
    until: 400,
    donations: {
      small: 84,
      amounts: modest,
      large: [60_000_000, 45_000_000, 40_000_000, 30_000_000, 25_000_000, 20_000_000, 18_000_000, 15_000_000],
    },
  },
  {
    id: "ablution-block",
    title: { en: "Mosque ablution block", sw: "Jengo la Kutawadhia la Msikiti" },
    description: {
      en: "Running water beside the mosque for up to 50 people at a time. The block has separate entrances for men and women and a ramp for wheelchairs.",
      sw: "Maji safi kando ya msikiti wa chuo, kwa watu hadi 50 kwa wakati mmoja. Jengo lina milango tofauti ya wanaume na wanawake na njia ya viti vya magurudumu.",
    },
    story: {
      en: `On Fridays the queue for water is longer than the prayer. There are nine taps for more than a thousand people, and in the dry season they run for part of the day only.

The new block serves up to 50 people at the same time. It has its own borehole and tank, separate entrances, a ramp, and taps that use half the water of the old ones. Used water goes to the garden.

Three quarters of the money is there. With the rest we can open before next Ramadan, in sha Allah.`,
      sw: `Siku za Ijumaa foleni ya maji ni ndefu kuliko swala yenyewe. Kuna mabomba tisa kwa watu zaidi ya elfu moja, na wakati wa kiangazi maji hutoka kwa saa chache tu.

Jengo jipya litahudumia hadi watu 50 kwa wakati mmoja. Lina kisima na tangi lake, milango tofauti, njia ya viti vya magurudumu, na mabomba yanayotumia nusu ya maji ya zamani. Maji yaliyotumika yataelekezwa bustanini.

Robo tatu imepatikana. Tukipata iliyobaki tunaweza kulifungua kabla ya Ramadhani ijayo, inshallah.`,
    },
    smallAmountDoes: { en: "pays for a metre of water pipe", sw: "inalipia mita moja ya bomba la maji" },
    usualAmountDoes: { en: "pays for the tiles of one place", sw: "inalipia vigae vya nafasi moja" },
    largeAmountDoes: {
      en: "pays for half a tap that saves water",
      sw: "inalipia nusu ya bomba linalookoa maji",
    },
    goal: 350_000_000,
    pictureAlt: {
      en: "Hands under the water of a brass tap, in front of star tiles",
      sw: "Mikono chini ya maji ya bomba la shaba, mbele ya vigae vya nyota",
    },
    isZakatEligible: false,
    status: "active",
    from: -160,
    until: 250,
    donations: {
      small: 78,
      amounts: modest,
      large: [75_000_000, 60_000_000, 45_000_000, 30_000_000, 25_000_000, 20_000_000],
    },
  },
  {
    id: "student-scholarship",
    title: { en: "Student scholarship fund", sw: "Mfuko wa Ufadhili wa Masomo" },
    description: {
      en: "Tuition for students who passed well and cannot pay. TSh 1,500,000 keeps one of them in class for a year, and the fund pays the university directly.",
      sw: "Ada kwa wanafunzi waliofaulu vizuri na hawana uwezo wa kulipa. TSh 1,500,000 humwezesha mmoja kusoma mwaka mzima, na mfuko hulipa chuo moja kwa moja.",
    },
    story: {
      en: `A scholarship covers a year’s tuition and is renewed as long as the student passes. A committee of five, two of them students, reads the applications without names.

The money never passes through other hands: it goes from the fund to the university’s account, and the student gets a letter that says so.

41 students started this year on these scholarships. 160 applied.`,
      sw: `Ufadhili hulipia ada ya mwaka mmoja na huendelea ilimradi mwanafunzi anafaulu. Kamati ya watu watano, wawili kati yao wanafunzi, husoma maombi bila kuona majina.

Fedha hazipiti mikononi mwa mtu mwingine: hutoka kwenye mfuko kwenda kwenye akaunti ya chuo, na mwanafunzi hupewa barua inayothibitisha.

Wanafunzi 41 walianza mwaka huu kwa ufadhili huu. Walioomba walikuwa 160.`,
    },
    smallAmountDoes: { en: "pays for an hour of classes", sw: "inalipia saa moja ya masomo" },
    usualAmountDoes: { en: "pays for one day of classes", sw: "inalipia siku moja ya masomo" },
    largeAmountDoes: { en: "pays for two days of classes", sw: "inalipia siku mbili za masomo" },
    goal: 240_000_000,
    pictureAlt: {
      en: "Two graduates under a jacaranda, looking at the Uluguru mountains",
      sw: "Wahitimu wawili chini ya mjakaranda wakitazama milima ya Uluguru",
    },
    isZakatEligible: false,
    isForSadaqah: true,
    status: "active",
    from: -155,
    until: 180,
    donations: {
      small: 62,
      amounts: [...modest, 300_000, 500_000, 1_500_000],
      large: [20_000_000, 15_000_000, 12_000_000, 8_000_000, 6_000_000],
    },
  },
  {
    id: "zakat",
    title: { en: "Zakat fund for indebted students", sw: "Mfuko wa Zaka kwa Wanafunzi Wenye Madeni" },
    description: {
      en: "Your Zakat for students who are poor, in need or in debt. It is kept separate from all other money, and the Shariah advisers check each case.",
      sw: "Zaka yako kwa wanafunzi mafukara, maskini na wenye madeni. Hutunzwa mbali na pesa nyingine zote, na washauri wa Sharia huhakiki kila mmoja wao.",
    },
    story: {
      en: `A student who owes the university cannot sit the final examination, and cannot collect the certificate that would let them earn and repay. Zakat was made for such a debt.

Applications are checked at home and by the welfare office. The advisers confirm that the student is eligible, and the debt is paid directly.

Zakat has separate accounts in our ledger. It is never used for buildings, salaries or fees.`,
      sw: `Mwanafunzi anayedaiwa na chuo hawezi kufanya mtihani wa mwisho, wala kuchukua cheti ambacho kingemwezesha kufanya kazi na kulipa. Zaka iliwekwa kwa ajili ya deni kama hilo.

Maombi huhakikiwa nyumbani na katika ofisi ya ustawi. Washauri huthibitisha kuwa mwanafunzi anastahiki, kisha deni hulipwa moja kwa moja.

Zaka ina akaunti zake maalumu katika daftari letu la hesabu. Haitumiki kamwe kwa majengo, mishahara wala ada za miamala.`,
    },
    goal: 120_000_000,
    pictureAlt: {
      en: "Scales with coins on one side and ears of grain on the other",
      sw: "Mizani yenye sarafu upande mmoja na masuke ya nafaka upande wa pili",
    },
    isZakatEligible: true,
    status: "active",
    from: -150,
    until: 150,
    donations: {
      small: 66,
      amounts: [
        25_000, 50_000, 62_500, 87_500, 100_000, 125_000, 150_000, 212_500, 250_000, 375_000, 500_000,
        750_000,
      ],
      large: [10_000_000, 8_000_000, 5_000_000, 4_000_000],
    },
  },
  {
    id: "cash-waqfu",
    title: { en: "Cash waqfu", sw: "Waqfu wa Fedha" },
    description: {
      en: "A donation that is never spent. It is invested in what the Shariah permits, and what it earns pays for students year after year.",
      sw: "Sadaka isiyotumika ikaisha. Huwekezwa katika mambo yanayoruhusiwa na Sharia, na faida yake huwasaidia wanafunzi mwaka hadi mwaka.",
    },
    story: {
      en: `The principal stays. It may be invested only where the Shariah advisers agree, and it may not be lent to the university.

The earnings are shared out once a year: half for scholarships, a third for the upkeep of the mosque and the library, and the rest is added to the principal so that prices do not eat it.

It is a charity that continues after the person who gave it has died.`,
      sw: `Mtaji hubaki. Huwekezwa pale tu washauri wa Sharia wanapokubali, na hauruhusiwi kukopeshwa chuo.

Faida hugawanywa mara moja kwa mwaka: nusu kwa ufadhili wa masomo, theluthi kwa matunzo ya msikiti na maktaba, na kinachobaki huongezwa kwenye mtaji ili thamani yake isimezwe na kupanda kwa bei.

Ni sadaka yenye kuendelea hata baada ya aliyeitoa kuondoka duniani.`,
    },
    goal: 500_000_000,
    pictureAlt: {
      en: "Two people hold a young plant together, in front of a baobab",
      sw: "Watu wawili wameshika mche pamoja, mbele ya mbuyu",
    },
    isZakatEligible: false,
    status: "active",
    from: -140,
    until: 365,
    donations: {
      small: 40,
      amounts: [...modest, 250_000, 500_000],
      large: [25_000_000, 20_000_000, 10_000_000],
    },
  },
  {
    id: "fun-run-2025",
    title: { en: "Fun run 2025", sw: "Mbio za Hisani 2025" },
    description: {
      en: "Five and ten kilometres around Morogoro, for students and neighbours. Every pace was welcome. The entry fees and the sponsors’ donations bought books for the library.",
      sw: "Kilomita tano na kumi kuzunguka Morogoro, kwa wanafunzi na majirani. Wepesi na wa taratibu walikaribishwa. Viingilio na michango ya wadhamini vilinunua vitabu vya maktaba.",
    },
    story: {
      en: `Six hundred people ran, walked and pushed prams. The youngest was four, the oldest seventy-three.

Thank you to everyone who ran, cheered, gave water or gave money. The goal was passed, and the books are on the shelves.`,
      sw: `Watu mia sita walikimbia, walitembea na wengine kusukuma vigari vya watoto. Mdogo kuliko wote alikuwa na miaka minne, na mkubwa kuliko wote sabini na mitatu.

Asanteni nyote mliokimbia, mlioshangilia, mliogawa maji na mliochangia fedha. Lengo lilivukwa, na vitabu viko rafuni.`,
    },
    goal: 25_000_000,
    pictureAlt: {
      en: "Runners reaching the finish while people cheer",
      sw: "Wakimbiaji wakifika mwisho wa mbio huku watu wakishangilia",
    },
    isZakatEligible: false,
    status: "completed",
    from: "2025-07-01",
    until: "2025-10-18",
    eventDay: "2025-10-04",
    donations: {
      small: 36,
      amounts: [10_000, 20_000, 20_000, 30_000, 50_000, 100_000],
      large: [10_000_000, 8_000_000, 6_000_000],
    },
  },
];

type DemoUpdate = { campaign: string; daysAfterStart: number; title: Translated; content: Translated };

export const updates: DemoUpdate[] = [
  {
    campaign: "girls-dormitories",
    daysAfterStart: 150,
    title: { en: "The walls have reached the ring beam", sw: "Kuta zimefika kwenye lenta" },
    content: {
      en: "The masons finished the third floor last week, before the rains. The engineer has signed for this stage and the contractor has been paid for it. Roof timber is being priced now.",
      sw: "Mafundi walimaliza ghorofa ya tatu wiki iliyopita, kabla ya mvua. Mhandisi ameidhinisha hatua hii na mkandarasi amelipwa. Sasa tunatafuta bei ya mbao za paa.",
    },
  },
  {
    campaign: "girls-dormitories",
    daysAfterStart: 62,
    title: { en: "The ground floor is finished", sw: "Ghorofa ya chini imesimama" },
    content: {
      en: "It is built up to the slab. Eighteen women students of civil engineering did their field training on the site.",
      sw: "Ghorofa ya chini imekamilika hadi kwenye zege la sakafu ya juu. Wanafunzi kumi na wanane wa kike wa uhandisi wa ujenzi wamefanya mafunzo yao ya vitendo hapa.",
    },
  },
  {
    campaign: "ablution-block",
    daysAfterStart: 120,
    title: { en: "We have water", sw: "Maji yamepatikana" },
    content: {
      en: "The borehole reached good water at 84 metres. The laboratory’s report is clean. The tank comes next.",
      sw: "Kisima kimefikia maji mazuri katika kina cha mita 84. Ripoti ya maabara inaonyesha ni salama. Kinachofuata ni tangi.",
    },
  },
  {
    campaign: "fun-run-2025",
    daysAfterStart: 112,
    title: { en: "What your kilometres paid for", sw: "Kilomita zenu zimelipia nini" },
    content: {
      en: "612 books, 40 chairs and a reading lamp for every table. Come and see them.",
      sw: "Vitabu 612, viti 40 na taa ya kusomea kwa kila meza. Karibuni mjionee.",
    },
  },
];

export const givenNames = [
  "Asha",
  "Juma",
  "Salma",
  "Hamisi",
  "Zainabu",
  "Rashidi",
  "Mwanaidi",
  "Saidi",
  "Halima",
  "Omari",
  "Neema",
  "Baraka",
  "Fatuma",
  "Idrisa",
  "Rehema",
  "Yusufu",
  "Subira",
  "Abdalla",
  "Tatu",
  "Shabani",
];
/** They mean example, illustration, parable, sample, tale and story, so that no real person is meant. */
export const surnames = ["Mfano", "Kielelezo", "Mithali", "Sampuli", "Hadithi", "Kisa"];

export const donorMessages: string[] = [
  "May Allah make it easy for the students.",
  "Kwa ajili ya marehemu mama yangu.",
  "From the class of 2014, with thanks.",
  "Mwenyezi Mungu awabariki nyote mnaosimamia kazi hii.",
  "For my daughter, who begins next year.",
  "Kidogo nilichonacho, nitaongeza mwisho wa mwezi.",
  "Tuko pamoja.",
  "In memory of our teacher.",
  "Endeleeni na kazi njema.",
];
