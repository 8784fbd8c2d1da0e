import { oneLine, readParagraphs } from "#domain/donations/read-donor.ts";
import { isCampaignId, subTypes, unclassified, waqfuAlias, type SubType } from "./categories.ts";
import { proposedCurrencyIn, readProposedAmount, type ProposedCurrency } from "./proposed-amount.ts";

/** The categories of the start form. Events are the fund's own. */
export const startCategories = [
  "infrastructure",
  "scholarship",
  "research",
  "zakat",
  "registered-waqfu",
  "alumni",
] as const;
type StartCategory = (typeof startCategories)[number];

/** A decision of staff about one version. */
export type Decision = "changes-asked" | "approved" | "rejected";
export type SubmissionStatus = "draft" | "submitted" | Decision;

export const limits = {
  title: { fewest: 10, most: 100 },
  description: { fewest: 100, most: 1000 },
  organizer: { fewest: 3, most: 120 },
  beneficiaries: { fewest: 20, most: 600 },
  relation: { fewest: 10, most: 600 },
  pictures: { most: 10 },
  alt: { most: 300 },
  budget: { fewest: 3, most: 8 },
  what: { fewest: 3, most: 120 },
} as const;

export type BudgetLine = { what: string; amount: bigint };
type SubmittedPicture = { id: string; alt: string };
type Surplus = { to: "donors" } | { to: "campaign"; campaignId: string };

/** A complete submission. Amounts are in minor units of its currency. */
export type Submission = {
  title: string;
  category: StartCategory;
  subType: SubType;
  description: string;
  goal: bigint;
  currency: ProposedCurrency;
  organizer: string;
  isZakatEligible: boolean;
  beneficiaries: string;
  relation: string;
  budget: BudgetLine[];
  surplus: Surplus;
  pictures: SubmittedPicture[];
};

type SubmissionProblem =
  | "title-short"
  | "title-long"
  | "category"
  | "sub-type"
  | "description-short"
  | "description-long"
  | "goal"
  | "currency"
  | "organizer-short"
  | "organizer-long"
  | "zakat-eligible"
  | "beneficiaries-short"
  | "beneficiaries-long"
  | "relation-short"
  | "relation-long"
  | "budget-few"
  | "budget-sum"
  | "budget-what"
  | "budget-amount"
  | "surplus"
  | "surplus-campaign"
  | "alt"
  | "alt-long"
  | "picture-gone"
  | "too-many-images";

export type ReadSubmission =
  | { ok: true; submission: Submission }
  | { ok: false; problems: { field: string; problem: SubmissionProblem }[] };

type Entered = Readonly<Record<string, string>>;
type Problems = { field: string; problem: SubmissionProblem }[];

/** Reads the form as typed and returns all problems at the same time. */
export function readSubmission(entered: Entered): ReadSubmission {
  const problems: Problems = [];
  const currency = proposedCurrencyIn(entered);
  const title = readText(entered, "title", problems);
  const category = readCategory(entered["category"] ?? "");
  if (category === null) problems.push({ field: "category", problem: "category" });
  const subType = readSubType(category, entered["subType"] ?? "");
  if (subType === null) problems.push({ field: "subType", problem: "sub-type" });
  const description = readText(entered, "description", problems);
  const goal = readProposedAmount(entered["goal"] ?? "", currency ?? "TZS");
  if (goal === null) problems.push({ field: "goal", problem: "goal" });
  if (currency === null) problems.push({ field: "currency", problem: "currency" });
  const organizer = readText(entered, "organizer", problems);
  const isZakatEligible = category === "zakat";
  if (isZakatEligible && entered["isZakatEligible"] !== "yes")
    problems.push({ field: "isZakatEligible", problem: "zakat-eligible" });
  const beneficiaries = readText(entered, "beneficiaries", problems);
  const relation = readText(entered, "relation", problems);
  const budget = readBudget(entered, { currency: currency ?? "TZS", goal }, problems);
  const surplus = readSurplus(entered, problems);
  const pictures = readPictures(entered, problems);
  if (
    problems.length > 0 ||
    category === null ||
    subType === null ||
    goal === null ||
    currency === null ||
    surplus === null
  )
    return { ok: false, problems };
  const words = { title, description, organizer, beneficiaries, relation };
  const kind = { category, subType, isZakatEligible };
  return { ok: true, submission: { ...words, ...kind, goal, currency, budget, surplus, pictures } };
}

/** The database counts characters, where JavaScript counts parts of them. */
export const lengthOf = (text: string): number => [...text].length;

const textFields = ["title", "description", "organizer", "beneficiaries", "relation"] as const;
type TextField = (typeof textFields)[number];

function readText(entered: Entered, field: TextField, problems: Problems): string {
  const typed = entered[field] ?? "";
  const isLine = field === "title" || field === "organizer";
  const text = isLine ? oneLine(typed) : readParagraphs(typed);
  const { fewest, most } = limits[field];
  if (lengthOf(text) < fewest) problems.push({ field, problem: `${field}-short` });
  if (lengthOf(text) > most) problems.push({ field, problem: `${field}-long` });
  return text;
}

function readCategory(typed: string): StartCategory | null {
  const slug = typed === waqfuAlias ? "registered-waqfu" : typed;
  return startCategories.find((each) => each === slug) ?? null;
}

/** A category without a chosen type has none. A type of another category is a mistake. */
function readSubType(category: StartCategory | null, typed: string): SubType | null {
  if (typed === "" || category === null) return unclassified;
  return subTypes[category].find((each) => each === typed) ?? null;
}

type Goal = { currency: ProposedCurrency; goal: bigint | null };

export const budgetFields = Array.from({ length: limits.budget.most }, (_, at) => ({
  what: `budget-${at + 1}-what`,
  amount: `budget-${at + 1}-amount`,
}));

function readBudget(entered: Entered, { currency, goal }: Goal, problems: Problems): BudgetLine[] {
  const before = problems.length;
  const lines: BudgetLine[] = [];
  for (const { what, amount } of budgetFields) {
    const words = oneLine(entered[what] ?? "");
    const typed = (entered[amount] ?? "").trim();
    if (words === "" && typed === "") continue;
    const read = readProposedAmount(typed, currency);
    const { fewest, most } = limits.what;
    if (lengthOf(words) < fewest || lengthOf(words) > most)
      problems.push({ field: what, problem: "budget-what" });
    if (read === null) problems.push({ field: amount, problem: "budget-amount" });
    else lines.push({ what: words, amount: read });
  }
  if (problems.length > before) return lines;
  if (lines.length < limits.budget.fewest) problems.push({ field: "budget", problem: "budget-few" });
  else if (goal !== null && lines.reduce((sum, { amount }) => sum + amount, 0n) !== goal)
    problems.push({ field: "budget", problem: "budget-sum" });
  return lines;
}

function readSurplus(entered: Entered, problems: Problems): Surplus | null {
  if (entered["surplus"] === "donors") return { to: "donors" };
  if (entered["surplus"] !== "campaign") {
    problems.push({ field: "surplus", problem: "surplus" });
    return null;
  }
  const campaignId = entered["surplusCampaign"] ?? "";
  if (isCampaignId(campaignId)) return { to: "campaign", campaignId };
  problems.push({ field: "surplusCampaign", problem: "surplus-campaign" });
  return null;
}

/** One more than allowed, so that an eleventh picture is noticed. */
export const pictureFields = Array.from({ length: limits.pictures.most + 1 }, (_, at) => `picture-${at + 1}`);

function readPictures(entered: Entered, problems: Problems): SubmittedPicture[] {
  const pictures: SubmittedPicture[] = [];
  for (const field of pictureFields) {
    const id = entered[field] ?? "";
    if (id === "") continue;
    const alt = oneLine(entered[`${field}-alt`] ?? "");
    if (alt === "") problems.push({ field: `${field}-alt`, problem: "alt" });
    if (lengthOf(alt) > limits.alt.most) problems.push({ field: `${field}-alt`, problem: "alt-long" });
    pictures.push({ id, alt });
  }
  if (pictures.length > limits.pictures.most)
    problems.push({ field: "pictures", problem: "too-many-images" });
  return pictures;
}
