/** Kept as the error of an email that was not sent, so staff read it. */
export const notSent = {
  replaced: "A later invitation replaced it",
  endedLink: "The link in it no longer works",
} as const;
