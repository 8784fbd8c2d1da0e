import { emailProblem } from "#domain/donations/read-donor.ts";

/**
 * Providers of mailboxes that anyone can open for some minutes. The list cannot be complete: it refuses the best-known
 * ones, and the proof of work slows down the others.
 */
const disposable = new Set([
  ...["10minutemail.com", "20minutemail.com", "33mail.com", "burnermail.io", "discard.email"],
  ...["dispostable.com", "emailondeck.com", "fakeinbox.com", "getairmail.com", "getnada.com"],
  ...["grr.la", "guerrillamail.com", "guerrillamail.info", "guerrillamail.net", "guerrillamail.org"],
  ...["guerrillamailblock.com", "inboxkitten.com", "mail-temp.com", "mail.tm", "mailcatch.com"],
  ...["maildrop.cc", "mailinator.com", "mailnesia.com", "mailsac.com", "mintemail.com"],
  ...["moakt.com", "mohmal.com", "mytemp.email", "sharklasers.com", "spam4.me"],
  ...["spamgourmet.com", "temp-mail.io", "temp-mail.org", "tempail.com", "tempmail.com"],
  ...["tempmailo.com", "tempr.email", "throwawaymail.com", "trashmail.com", "yopmail.com", "yopmail.fr"],
]);

export type SignUpEmailProblem = "email-required" | "email-invalid" | "email-disposable";

/** Also refuses addresses with line breaks or commas, which could add recipients to an email. */
export function signUpEmailProblem(email: string): SignUpEmailProblem | null {
  return emailProblem(email) ?? (isDisposable(email) ? "email-disposable" : null);
}

function isDisposable(email: string): boolean {
  const labels = (email.split("@")[1] ?? "").toLowerCase().split(".");
  return labels.some((_, from) => disposable.has(labels.slice(from).join(".")));
}
