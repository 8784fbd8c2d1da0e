import type { End } from "./standing.ts";

export type FollowingGiven = {
  order: string;
  /** By how it ends: where more is said, and what is said on the way there. */
  ends: Record<End, { address: string; text: string }>;
};

/** The line in which a page that shows no end yet says that there is one. */
export function Following() {
  return <span role="status" data-status="" />;
}
