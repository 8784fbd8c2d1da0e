import type { DraftFailure } from "#domain/content/draft.ts";

export function failureWords(failure: DraftFailure, scheduledBy: string): string {
  switch (failure) {
    case "no-access":
      return `${scheduledBy} may no longer edit it. Check the draft and publish it yourself.`;
    case "changed":
      return "The page was changed after it was scheduled. Open the draft and compare both versions.";
    case "invalid":
      return "The draft has errors. Open it and publish it to see them.";
  }
}
