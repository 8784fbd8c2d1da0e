import type { Alarm, AlarmKind } from "#domain/alarm.ts";
import type { AccountLetter } from "#domain/mail.ts";

type AlarmWords = { [Kind in AlarmKind]: (alarm: Extract<Alarm, { kind: Kind }>) => string };

export const providers = { azampay: "AzamPay", selcom: "Selcom" };

export const english = {
  greeting: (name: string | null) => (name === null ? "Assalamu alaikum," : `Assalamu alaikum ${name},`),
  pretended: "This is a trial: no real money has moved.",
  signed: (fund: string) => `With thanks,\n${fund}`,
  orOpen: "If the button does not work, open this address:",

  receipt: {
    subject: (campaign: string) => `Your receipt: ${campaign}`,
    thanks: (campaign: string) =>
      `Your gift for ${campaign} has arrived. May Allah accept it from you and reward you for it.`,
    number: "Receipt number",
    reference: "Reference",
    campaign: "Campaign",
    date: "Date",
    method: "Paid by",
    methods: { mobile: "Mobile money", card: "Card", bank: "Bank transfer", cash: "Cash" },
    providerReference: "Payment provider’s reference",
    ownReference: "Reference of the payment",
    gift: "Gift",
    fee: "Processing fee",
    total: "Total paid",
    wholeGift: "The whole gift goes to the campaign; the fee came on top of it.",
    arrived: (asked: string, amount: string) =>
      `You chose to pay ${asked}, and ${amount} arrived. This receipt is for the amount that arrived.`,
    open: "Open the receipt",
    keep: "This address stays yours: whoever has it sees the whole receipt, so share it only with people you trust.",
    complain: (ways: string) =>
      `Is something wrong with this receipt, or did you not give? Tell us and name the reference: ${ways}`,
  },

  donation: {
    movedSubject: (campaign: string) => `Your donation was moved to ${campaign}`,
    moved: "We moved your donation to another campaign. Two members of our staff approved it.",
    from: "From",
    to: "To",
    amount: "Amount",
    refundedSubject: (campaign: string) => `Refund of your donation: ${campaign}`,
    refunded:
      "We refunded your donation. Two members of our staff approved it. How soon the money arrives depends on your bank or mobile network.",
    refundedInPart:
      "We refunded a part of your donation. Two members of our staff approved it. How soon the money arrives depends on your bank or mobile network.",
    campaign: "Campaign",
    refund: "Refunded",
    left: "Stays with the campaign",
    ask: (ways: string) => `Do you have a question about this? Contact us and name the reference: ${ways}`,
  },

  account: {
    "password-reset": {
      subject: "Choose a new password",
      text: "Somebody, we hope you, asked for a new password for the account with this e-mail address.",
      open: "Choose a new password",
      limits: "The address works once and for one hour.",
      notYou: "If it was not you, there is nothing to do: the old password stays.",
    },
    "password-changed": {
      subject: "Your password was changed",
      text: "The password of the account with this e-mail address was changed just now. Every other place where you were signed in has been signed out.",
      open: "Choose another password",
      limits: null,
      notYou:
        "If it was you, there is nothing to do. If it was not, choose another password at once, and tell us.",
    },
    "email-change": {
      subject: "Confirm your new e-mail address",
      text: "You asked to use this e-mail address for your account. It takes effect when you confirm it.",
      open: "Confirm this address",
      limits: "The address below works once and for one hour.",
      notYou: "If it was not you, there is nothing to do: nothing changes.",
    },
    "email-confirm": {
      subject: "Confirm your e-mail address",
      text: "You asked to confirm that this e-mail address is yours. Then letters about your account can be trusted to reach you.",
      open: "Confirm this address",
      limits: "The address below works once and for one hour.",
      notYou: "If it was not you, there is nothing to do: nothing changes.",
    },
    "email-undo": {
      subject: "Your e-mail address was changed",
      text: "Your account now has another e-mail address, and letters about it go there.",
      open: "Undo the change",
      limits: "If it was you, there is nothing to do.",
      notYou:
        "If it was not you, undo the change within seven days. That signs out everybody who uses your account; then choose a new password.",
    },
    invitation: {
      subject: "You are invited",
      text: "You are invited to have an account with us. Choose a username and a password, and you can sign in.",
      open: "Accept the invitation",
      limits: "The address works once and for seven days.",
      notYou: "If you did not expect this, there is nothing to do: without you there is no account.",
    },
  },

  proposal: {
    kinds: {
      refund: "giving back a gift",
      "part-refund": "a partial refund",
      move: "moving a donation",
      credit: "booking a gift",
      "bank-details": "changing the bank details",
    },
    subjects: {
      open: (what: string) => `To be decided: ${what}`,
      approved: (what: string) => `Approved: ${what}`,
      rejected: (what: string) => `Rejected: ${what}`,
      withdrawn: (what: string) => `Withdrawn: ${what}`,
    },
    texts: {
      open: (who: string, what: string) =>
        `${who} proposes ${what}. Nothing has happened yet: an admin other than them decides.`,
      approved: (who: string, what: string) => `${who} approved ${what}. It is done.`,
      rejected: (who: string, what: string) => `${who} rejected ${what}. Nothing has changed.`,
      withdrawn: (who: string, what: string) =>
        `${who} withdrew the proposal of ${what}. Nothing has changed.`,
    },
    gift: "Gift",
    campaign: "Campaign",
    reference: "Reference",
    reason: "Reason",
    open: "See the proposal",
    alarm: "Everybody on staff gets this letter. If something about it is wrong, speak with an admin now.",
  },

  alarm: {
    subjects: {
      raised: (what: string) => `Alarm: ${what}`,
      over: (what: string) => `Alarm over: ${what}`,
    },
    titles: {
      ledger: () => "the ledger check failed",
      "ledger-unchecked": () => "the ledger is not being checked",
      "provider-failing": ({ provider }) => `${providers[provider]} is failing`,
      "provider-silent": ({ provider }) => `${providers[provider]} is silent`,
      mismatch: () => "a payment does not match",
      disk: ({ node }) => `the disk of ${node} is nearly full`,
      backup: () => "the last backup is too old",
      "sign-ins": () => "many refused sign-ins",
      refusals: () => "many refused requests",
    } satisfies AlarmWords,
    texts: {
      ledger: ({ problems }) =>
        `The ledger check found ${problems} problems. Open the health page, then the case about the ledger. Do not pay money out until it is explained.`,
      "ledger-unchecked": ({ minutes }) =>
        `The last ledger check failed or is older than an hour (${minutes ?? "unknown"} minutes). See the job “Check the ledger” on the health page.`,
      "provider-failing": ({ provider, failed, asked }) =>
        `${providers[provider]} gave no clear answer for ${failed} of the last ${asked} payments, or refused our credentials. See the open cases. If it goes on, stop payments under Settings.`,
      "provider-silent": ({ provider, waiting }) =>
        `${waiting} payments wait for ${providers[provider]}, and it has reported nothing for 15 minutes. Ask their support. Donors see that we do not know yet.`,
      mismatch: ({ cases }) =>
        `${cases} open cases: the provider reported another amount, currency or reference than we asked for. Nothing was recorded in the ledger. Decide each case.`,
      disk: ({ node, percentFree }) =>
        `The machine ${node} has ${percentFree}% of its disk left. Free some space now: donations stop when it is full.`,
      backup: ({ days }) =>
        days === null
          ? "No backup has been recorded. Make one, check that it can be restored, and record it as the runbook says."
          : `The last recorded backup is ${days} days old. Make one, check that it can be restored, and record it as the runbook says.`,
      "sign-ins": ({ refused }) =>
        `${refused} sign-ins were refused within 10 minutes. See the security log. Accounts with two-step sign-in stay closed to a guessed password.`,
      refusals: ({ refused }) =>
        `${refused} requests were refused within 10 minutes. See the security log for their kinds and paths.`,
    } satisfies AlarmWords,
    over: "This alarm is over. There is nothing to do now.",
    since: "Since",
    until: "Until",
    open: "Open the health page",
    why: "All admins get this email once when an alarm begins and once when it is over.",
  },

  access: {
    subject: "Staff access changed",
    changes: {
      "invited-staff": "A person was invited to join the staff.",
      "invited-admin": "A person was invited to become an admin.",
      "joined-staff": "An invited person joined the staff.",
      "joined-admin": "An invited person became an admin. They cannot decide proposals for 72 hours.",
      "role-organizer": "A person’s role was changed to organizer.",
      "role-staff": "A person’s role was changed to staff.",
      "role-admin": "A person’s role was changed to admin. They cannot decide proposals for 72 hours.",
      disabled: "A staff account was disabled.",
      enabled: "A staff account was enabled again.",
      confirmed: "A second admin confirmed the access of a member of staff.",
      "rule-on": "Two-step sign-in is now required of all staff.",
      "rule-off": "Two-step sign-in is no longer required of staff.",
    },
    account: "Account",
    by: "Done by",
    operator: "The operator of the server",
    open: "View people",
    alarm: "All admins receive this email. If you did not expect this change, speak to the other admins now.",
  },
};

type AccountLetterWords = Record<"subject" | "text" | "open" | "notYou", string> & { limits: string | null };

export type Words = Omit<typeof english, "account" | "alarm"> & {
  account: Record<AccountLetter, AccountLetterWords>;
  alarm: Omit<(typeof english)["alarm"], "titles" | "texts"> & { titles: AlarmWords; texts: AlarmWords };
};
