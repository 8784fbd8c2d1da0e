import type { Translated } from "#domain/content/language.ts";
import type { Recipient } from "./demo-content.ts";

/** An invented organizer with invented campaigns. The address cannot receive email. */
export const organizer = {
  username: "organizer",
  email: "organizer@fund.example",
  name: "Zuhura Mithali",
};

/** A form as the organizer typed it. */
type Form = Record<string, string>;

const budget = (...lines: [what: string, amount: string][]): Form =>
  Object.fromEntries(
    lines.flatMap(([what, amount], at) => [
      [`budget-${at + 1}-what`, what],
      [`budget-${at + 1}-amount`, amount],
    ]),
  );

const group = "Alumni circle of Mithali hall";

/** Live: its picture is a drawing of the demonstration. */
export const live = {
  picture: "about-2",
  pictureAlt: "Students reading together at a table in the library",
  daysAgo: 38,
  daysLong: 120,
  entered: {
    title: "Laptops for evening study",
    category: "alumni",
    subType: "contributions",
    description:
      "Each evening, sixty students without a computer come to the library. The room has eight computers, " +
      "and the queue is two hours long.\n\nWe want to add twenty refurbished laptops, two cabinets with locks and a year of " +
      "repairs. The library lends them from six in the evening until it closes.",
    goal: "12,000,000",
    currency: "TZS",
    organizer: group,
    beneficiaries:
      "Students of all faculties who have no computer of their own. The librarian keeps the list, and each student can use a " +
      "laptop for two hours.",
    relation:
      "We are graduates of this university. Two of us work in the library and see the queue each evening.",
    ...budget(
      ["Twenty refurbished laptops", "9,000,000"],
      ["Two cabinets with locks and chargers", "1,200,000"],
      ["Repairs for a year", "1,000,000"],
      ["Delivery and installation", "800,000"],
    ),
    surplus: "campaign",
    surplusCampaign: "student-scholarship",
  },
  inKiswahili: {
    title: "Kompyuta za kujisomea jioni",
    description:
      "Kila jioni, wanafunzi sitini wasio na kompyuta huja maktaba. Chumba kina kompyuta nane, na foleni " +
      "huchukua saa mbili.\n\nTunataka kuongeza kompyuta mpakato ishirini zilizokarabatiwa, makabati mawili yenye kufuli na " +
      "matengenezo ya mwaka mmoja. Maktaba itaziazima kuanzia saa kumi na mbili jioni hadi inapofungwa.",
    organizer: "Kikundi cha wahitimu wa bweni la Mithali",
  },
};

export const waiting: Form = {
  title: "Printing the research of final-year students",
  category: "research",
  subType: "publications",
  description:
    "Each year our final-year students finish good research on water, soil and schools in Morogoro. Almost none of it is read, " +
    "because it stays on one shelf. We want to edit the forty best papers, print them as one book, and give it to district " +
    "offices and schools.",
  goal: "4,500,000",
  currency: "TZS",
  organizer: group,
  beneficiaries: "Forty students whose papers are printed, and the offices and schools that get the book.",
  relation: "The department chooses the papers. One of us teaches there.",
  ...budget(
    ["Editing of forty papers", "1,200,000"],
    ["Printing of 300 books", "2,800,000"],
    ["Delivery to district offices and schools", "500,000"],
  ),
  surplus: "donors",
};

export const returnedSubmission = {
  entered: {
    title: "Shade and seats at the bus stop",
    category: "infrastructure",
    description:
      "Students wait for the bus to town in the sun, and in the rain. We want to build a roof with seats for thirty people " +
      "beside the main gate, with a lamp for the evening and a wall that keeps the wind off.",
    goal: "6,000,000",
    currency: "TZS",
    organizer: group,
    beneficiaries: "Everyone who takes the bus at the main gate: about four hundred people a day.",
    relation: "Most of us took this bus for three years.",
    ...budget(
      ["Steel roof and posts", "3,500,000"],
      ["Concrete seats", "1,500,000"],
      ["Other costs", "1,000,000"],
    ),
    surplus: "donors",
  } satisfies Form,
  reason: "Thank you for this idea. Two points need an answer before we can publish it.",
  fieldReasons: {
    relation: "Who owns the land beside the gate, and did the owner agree?",
    "budget-3-what": "Please say what these costs are.",
  },
};

type Update = { daysAfterStart: number; title: Translated; content: Translated };

export const updates: Update[] = [
  {
    daysAfterStart: 11,
    title: { en: "The first four laptops are here", sw: "Kompyuta nne za kwanza zimefika" },
    content: {
      en: "We bought them with the donations of the first week. The librarian has tested each one and keeps the receipts. You can read them at the desk.",
      sw: "Tumezinunua kwa michango ya wiki ya kwanza. Mkutubi amezijaribu zote na anatunza risiti zake. Unaweza kuzisoma kwenye dawati lake.",
    },
  },
  {
    daysAfterStart: 29,
    title: { en: "Eight more students each evening", sw: "Wanafunzi wanane zaidi kila jioni" },
    content: {
      en: "Since Monday the library lends **four laptops** each evening:\n\n- eight students use one, two hours each\n- the queue is half an hour shorter\n\nThe carpenter has measured the room for the first cabinet.",
      sw: "Tangu Jumatatu maktaba inaazima **kompyuta nne** kila jioni:\n\n- wanafunzi wanane huzitumia, saa mbili kila mmoja\n- foleni imepungua kwa nusu saa\n\nFundi seremala amepima chumba kwa ajili ya kabati la kwanza.",
    },
  },
];

/** Followers without a donation. */
export const followers = [
  "asha.hadithi",
  "baraka.kisa",
  "halima.sampuli",
  "idrisa.mfano",
  "subira.kielelezo",
].map((name) => `${name}@donors.example`);

export const donations = {
  small: 34,
  amounts: [5_000, 10_000, 20_000, 30_000, 50_000, 100_000],
  large: [2_000_000],
  areShown: true,
} satisfies Recipient["donations"];

/** The organizer asks staff for a later end. */
export const laterEnd = {
  days: 150,
  reason: "The supplier delivers the last laptops in three months, so we ask for two months more.",
};
