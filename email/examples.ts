import type { AccountLetter, Message } from "#domain/mail.ts";
import { tzs } from "#domain/money.ts";

type Kind = Message["kind"];

const campaign = { en: "Girls’ dormitories", sw: "Mabweni ya wasichana" };

const accountLetter = (kind: AccountLetter): Message => ({ kind, address: "/example" });

/** One letter of each kind, made up: for whoever wants to see what people are sent. */
export const examples = {
  receipt: {
    kind: "receipt",
    number: 1_204n,
    reference: "girls-dormitories_1795259100000",
    donor: "Asha Juma",
    campaign,
    gift: tzs(100_000),
    fee: tzs(3_500),
    method: "card",
    providerReference: "0289999288",
    paidAt: new Date("2026-11-20T09:30:00Z"),
    address: "/donations/girls-dormitories_1795259100000",
  },
  proposal: {
    kind: "proposal",
    became: "open",
    about: {
      kind: "refund",
      gift: tzs(100_000),
      campaign,
      reference: "girls-dormitories_1795259100000",
    },
    by: "Neema Mushi",
    reason: "The donor gave twice by mistake.",
    address: "/admin/proposals",
  },
  "password-reset": accountLetter("password-reset"),
  "password-changed": accountLetter("password-changed"),
  "email-change": accountLetter("email-change"),
  "email-undo": accountLetter("email-undo"),
  "email-confirm": accountLetter("email-confirm"),
  invitation: accountLetter("invitation"),
} satisfies Record<Kind, Message>;
