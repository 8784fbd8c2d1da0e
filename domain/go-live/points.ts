/** Content that a confirmation covers. A record has the name of its editor. */
export const parts = [
  "texts/terms",
  "texts/privacy",
  "texts/about",
  "about",
  "hero",
  "how-it-works",
  "large-donations",
  "zakat",
  "zakat-campaigns",
  "infrastructure/conference-center",
  "infrastructure/dormitories",
  "infrastructure/ablution-block",
  "bank-details",
  "fund",
  "contact",
  "vice-chancellor",
  "team",
] as const;
export type Part = (typeof parts)[number];

type Point = {
  title: string;
  expert: string;
  why: string;
  /** Empty for a point about the server or the providers. Its confirmation holds until an admin undoes it. */
  parts: readonly Part[];
};

/** Points that the software cannot check. A named admin confirms each one. */
export const points = {
  terms: {
    title: "Terms of Service",
    expert: "A lawyer",
    why: "The terms make promises about refunds and limit the fund’s liability.",
    parts: ["texts/terms"],
  },
  privacy: {
    title: "Privacy Policy",
    expert: "A data protection officer",
    why: "The policy states which personal data is kept, for how long and on which legal basis.",
    parts: ["texts/privacy"],
  },
  zakat: {
    title: "Zakat text and campaigns",
    expert: "A scholar",
    why: "The calculator depends on the nisab and its source. Only campaigns marked as eligible receive Zakat.",
    parts: ["zakat", "zakat-campaigns"],
  },
  about: {
    title: "Facts about the fund",
    expert: "The director of the fund",
    why: "The texts name reports, audits, forums, and two people for each payment. Remove what the fund does not do.",
    parts: ["about", "texts/about"],
  },
  home: {
    title: "Home page",
    expert: "The director of the fund",
    why: "The texts of a new installation describe an example fund, and give a time for bank transfers.",
    parts: ["hero", "how-it-works", "large-donations"],
  },
  projects: {
    title: "Targets of the building projects",
    expert: "The director of the fund",
    why: "The targets, timelines and features of a new installation are examples.",
    parts: [
      "infrastructure/conference-center",
      "infrastructure/dormitories",
      "infrastructure/ablution-block",
    ],
  },
  people: {
    title: "People on the site",
    expert: "The director of the fund",
    why: "Each person has agreed to their name, photo and text. The terms name the Advisory Body.",
    parts: ["team", "vice-chancellor"],
  },
  bank: {
    title: "Bank account",
    expert: "The treasurer",
    why: "The account number and the name match a letter of the bank. A small transfer has arrived.",
    parts: ["bank-details"],
  },
  payee: {
    title: "Name of the payee",
    expert: "The treasurer",
    why: "Donors see the name of the provider contract on their phone and statement. It must be the fund’s name.",
    parts: ["fund"],
  },
  contact: {
    title: "Contact details",
    expert: "A member of staff",
    why: "Someone answers each phone number and email address during office hours.",
    parts: ["contact"],
  },
  providers: {
    title: "Answers of the payment providers",
    expert: "The operator",
    why: "AzamPay and Selcom answered the questions of the runbook in writing.",
    parts: [],
  },
  key: {
    title: "Copy of the secret key",
    expert: "The operator",
    why: "Without the key, the backups cannot restore stored secrets. Keep its copy apart from the backups.",
    parts: [],
  },
} as const satisfies Record<string, Point>;
export type PointName = keyof typeof points;

export const isPoint = (name: string): name is PointName => Object.hasOwn(points, name);
export const pointNames = Object.keys(points).filter(isPoint);

export type Confirmation = { fingerprint: string; checkedBy: string; by: string; at: Date };

export type PointState =
  | { kind: "missing" }
  | { kind: "open" }
  | ({ kind: "confirmed" | "changed" } & Confirmation);

/** The fingerprint is null if there is no content yet. */
export function stateOf(confirmation: Confirmation | null, fingerprint: string | null): PointState {
  if (fingerprint === null) return { kind: "missing" };
  if (confirmation === null) return { kind: "open" };
  return { kind: confirmation.fingerprint === fingerprint ? "confirmed" : "changed", ...confirmation };
}
