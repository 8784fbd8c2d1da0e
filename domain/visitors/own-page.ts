/** Pages of staff, organizers and accounts: people who open them work here, and are no visitors. */
export const isOwnPage = (path: string): boolean =>
  /^(?:\/sw)?\/(?:admin|dashboard|organizer|settings|auth|invitation)(?:\/|$)/.test(path);
