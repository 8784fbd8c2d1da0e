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
