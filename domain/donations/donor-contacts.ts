type Contacts = { followings: readonly unknown[]; links: number; concerns: number };

/** The records with a donor's email, besides donations. */
export const contactsOf = ({ followings, links, concerns }: Contacts): number =>
  followings.length + links + concerns;
