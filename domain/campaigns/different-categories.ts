import type { Category } from "./categories.ts";

/** The first of each category, then the others in their order. */
export function ofDifferentCategories<Kind extends { category: Category }>(
  campaigns: Kind[],
  most: number,
): Kind[] {
  const firsts = campaigns.filter(
    ({ category }, at) => campaigns.findIndex((each) => each.category === category) === at,
  );
  return [...firsts, ...campaigns.filter((each) => !firsts.includes(each))].slice(0, most);
}

type Kind = { category: Category; isZakatEligible: boolean };

/** The same category first, then campaigns that may take the same money. Otherwise they keep their order. */
export function likestFirst<Each extends Kind>(campaigns: Each[], closed: Kind): Each[] {
  const unlike = ({ category, isZakatEligible }: Kind) =>
    (category === closed.category ? 0 : 2) + (isZakatEligible === closed.isZakatEligible ? 0 : 1);
  return campaigns.toSorted((one, other) => unlike(one) - unlike(other));
}

/** Zakat and waqf have rules of use, so their donors are led to no campaign with other rules. */
export const mayTakeInstead = (other: Kind, closed: Kind): boolean =>
  (other.isZakatEligible || !closed.isZakatEligible) &&
  (other.category === "registered-waqfu" || closed.category !== "registered-waqfu");
