import type { Alarm, AlarmKind } from "#domain/system/alarm.ts";
import { providerNames } from "#domain/payments/provider.ts";
import type { AccountEmail } from "#domain/mail/messages.ts";

type AlarmWords = { [Kind in AlarmKind]: (alarm: Extract<Alarm, { kind: Kind }>) => string };

export const english = {
  greeting: "Assalamu alaikum,",
  pretended: "This is a test: you have not been charged.",
  signed: (fund: string) => `Thank you,\n${fund}`,
  orOpen: "If the button does not work, open this link:",

  receipt: {
    subject: (campaign: string) => `Your receipt for your donation to ${campaign}`,
    thanks: (campaign: string) => `We have received your donation to ${campaign}.`,
    number: "Receipt number",
    reference: "Reference",
    campaign: "Campaign",
    date: "Date",
    method: "Payment method",
    methods: { mobile: "Mobile money", card: "Card", bank: "Bank transfer", cash: "Cash" },
    ownReference: "Payment reference",
    donation: "Donation",
    fee: "Processing fee",
    total: "Total paid",
    feeAdded: "The fee was added on top of your donation.",
    arrived: (asked: string, amount: string) =>
      `You chose to pay ${asked}, and ${amount} arrived. This receipt is for the amount that arrived.`,
    open: "View receipt",
    keep: "Keep this link private: anyone who has it can see the full receipt.",
    complain: (ways: string) =>
      `Is something wrong with this receipt, or did you not make this donation? Contact us and quote the reference: ${ways}`,
  },

  donation: {
    movedSubject: (campaign: string) => `Your donation was moved to ${campaign}`,
    moved: "We moved your donation to another campaign. Our staff approved it.",
    from: "From",
    to: "To",
    amount: "Amount",
    refundedSubject: (campaign: string) => `Refund of your donation: ${campaign}`,
    refunded:
      "We refunded your donation. Our staff approved it. How soon the money arrives depends on your bank or mobile network.",
    refundedInPart:
      "We refunded a part of your donation. Our staff approved it. How soon the money arrives depends on your bank or mobile network.",
    campaign: "Campaign",
    refund: "Refunded",
    left: "Stays with the campaign",
    ask: (ways: string) => `Do you have a question about this? Contact us and quote the reference: ${ways}`,
  },

  account: {
    "password-reset": {
      subject: "Choose a new password",
      text: "We received a request to reset the password of the account with this email address.",
      open: "Choose a new password",
      limits: "The link works once, for 1 hour.",
      notYou: "If you did not ask for this, ignore this email. Your password will not change.",
    },
    "sign-in-reset": {
      subject: "Your sign-in was reset",
      text: "An administrator reset your password and two-step sign-in. Everyone was signed out of your account.",
      open: "Choose a new password",
      limits: "The link works once, for 1 hour.",
      notYou: "If you did not ask for this, choose a new password now and tell us.",
    },
    "password-changed": {
      subject: "Your password was changed",
      text: "The password of your account has just been changed. You have been signed out on all other devices.",
      open: "Choose a new password",
      limits: null,
      notYou:
        "If this was you, you do not need to do anything. If it was not you, choose a new password now and tell us.",
    },
    "second-step-added": {
      subject: "Two-step sign-in was turned on",
      text: "Your account now asks for a code from a phone at sign-in. You have been signed out on all other devices.",
      open: "Choose a new password",
      limits: null,
      notYou:
        "If this was you, you do not need to do anything. If it was not you, choose a new password now. You can turn off the codes there. Then tell us.",
    },
    "second-step-removed": {
      subject: "Two-step sign-in was turned off",
      text: "Your account no longer asks for a code from a phone at sign-in. You have been signed out on all other devices.",
      open: "Choose a new password",
      limits: null,
      notYou:
        "If this was you, you do not need to do anything. If it was not you, choose a new password now and tell us.",
    },
    "backup-codes-made": {
      subject: "New backup codes were created",
      text: "Your account has new backup codes for two-step sign-in. The old ones no longer work.",
      open: "Choose a new password",
      limits: null,
      notYou:
        "If this was you, you do not need to do anything. If it was not you, choose a new password now and create new backup codes. Then tell us.",
    },
    "passkey-added": {
      subject: "A passkey was added to your account",
      text: "Your account has a new passkey. It signs in without your password. You have been signed out on all other devices.",
      open: "Choose a new password",
      limits: null,
      notYou:
        "If this was you, you do not need to do anything. If it was not you, choose a new password now. You can remove the passkey there. Then tell us.",
    },
    "passkey-removed": {
      subject: "A passkey of your account was removed",
      text: "A passkey of your account no longer signs in. You have been signed out on all other devices.",
      open: "Choose a new password",
      limits: null,
      notYou:
        "If this was you, you do not need to do anything. If it was not you, choose a new password now and tell us.",
    },
    "many-sessions": {
      subject: "Your account is open on many devices",
      text: "Your account was signed in on more than 10 devices at the same time. We signed out one that had signed in just before.",
      open: "Choose a new password",
      limits: null,
      notYou:
        "If this was you, you do not need to do anything. If it was not you, choose a new password now. This signs everyone out of your account. Then tell us.",
    },
    "email-change": {
      subject: "Confirm your new email address",
      text: "You asked to use this email address for your account. The change happens when you confirm it.",
      open: "Confirm email address",
      limits: "The link below works once, for 1 hour.",
      notYou: "If you did not ask for this, ignore this email. Nothing will change.",
    },
    "email-confirm": {
      subject: "Confirm your email address",
      text: "You asked to confirm that this email address is yours. This makes sure that emails about your account reach you.",
      open: "Confirm email address",
      limits: "The link below works once, for 1 hour.",
      notYou: "If you did not ask for this, ignore this email. Nothing will change.",
    },
    "email-changed": {
      subject: "The email address of an account was changed",
      text: "An account that used this email address now uses a different one. Emails about it will go there.",
      open: "Sign in",
      limits: "If this was you, or if you have no account here, you do not need to do anything.",
      notYou:
        "This address cannot change it back by email. If it is your account and you did not change the address, tell us now. We check who you are, and then give you the account back.",
    },
    "email-undo": {
      subject: "Your email address was changed",
      text: "Your account now uses a different email address. Emails about it will go there.",
      open: "Undo the change",
      limits: "If this was you, you do not need to do anything.",
      notYou:
        "If it was not you, undo the change within 7 days. This signs everyone out of your account. Then choose a new password.",
    },
    "email-undo-waits": {
      subject: "Your email address cannot be changed back yet",
      text: "Another account uses this email address, so your account cannot have it back yet. Everyone was signed out of your account, and the old password no longer works.",
      open: "Choose a new password",
      limits:
        "The link works once, for 1 hour. To get the address back, sign in to the other account and change its address, or contact us. Then press Undo in our earlier email again. Until then, links for a new password come here.",
      notYou: "If you did not press Undo, choose a new password now and tell us.",
    },
    "email-undone": {
      subject: "Your email address was changed back",
      text: "Your account uses this email address again. Everyone was signed out, and the old password no longer works, because someone else may know it.",
      open: "Choose a new password",
      limits: "The link works once, for 1 hour.",
      notYou: "If you did not undo the change of your address, choose a new password now and tell us.",
    },
    invitation: {
      subject: "Create your account",
      text: "We have invited you to create an account. Choose a username and password to sign in.",
      open: "Accept the invitation",
      limits: "The link works once, for 7 days.",
      notYou: "If you did not expect this, ignore this email. No account will be created.",
    },
    "sign-up-again": {
      subject: "You already have an account",
      text: "Someone tried to create an account with this email address. You already have one, so nothing has changed. Sign in with your password, or choose a new one.",
      open: "Choose a new password",
      limits: null,
      notYou: "If this was not you, ignore this email. Your account is safe.",
    },
    "sign-up-promised": {
      subject: "Please use the link in our earlier email",
      text: "Someone tried to create an account with this email address. We sent you a link for it before: an invitation, or the undo of a changed email address. Open that email first. No account was created.",
      open: "Sign in",
      limits: null,
      notYou: "If this was not you, ignore this email. Nothing will change.",
    },
    "organizer-suspended": {
      subject: "Your campaigns are paused",
      text: "The fund has paused all your campaigns. They take no donations, and you cannot submit campaigns or write updates at the moment. Donations that were made are safe.",
      open: "Your campaigns",
      limits: null,
      notYou: "Please contact us if you have questions.",
    },
    "suspension-lifted": {
      subject: "Your campaigns are open again",
      text: "The fund has ended the pause of your campaigns. They take donations again, and you can submit campaigns and write updates.",
      open: "Your campaigns",
      limits: null,
      notYou: "Please contact us if you have questions.",
    },
    follow: {
      subject: "Confirm that you want updates",
      text: "Someone asked us to send the updates of a campaign to this email address. If it was you, confirm it.",
      open: "Confirm",
      limits: "The link works once, for 3 days.",
      notYou: "If it was not you, ignore this email. We will send no updates.",
    },
    "own-page": {
      subject: "Your donations",
      text: "You asked for a link to the donations that were made with this email address.",
      open: "View your donations",
      limits:
        "The link works for 1 hour. Anyone who has it can see your donations, so do not forward this email.",
      notYou: "If it was not you, ignore this email. The person who asked did not see anything.",
    },
  },

  update: {
    subject: (campaign: string, title: string) => `${campaign}: ${title}`,
    news: (campaign: string) => `There is news about ${campaign}.`,
    automatic: "Our site wrote this update automatically from the accounts of the fund.",
    open: "Read the update",
    why: (campaign: string) =>
      `You get this email because you follow ${campaign} or agreed to it when you donated.`,
    unsubscribe: "Unsubscribe, or choose what you follow",
  },

  newsWanted: {
    subject: (count: number) => (count === 1 ? "A campaign needs news" : `${count} campaigns need news`),
    text: "The people who donated to your campaign have had no news for 30 days. Please post an update. A few sentences and a picture are enough.",
    textForStaff:
      "These campaigns have had no news for 30 days, and they have no organizer with an account. Please post an update. A few sentences and a picture are enough.",
    since: (day: string) => `No news since ${day}`,
    digest: (days: number) =>
      `If there is no news in the next ${days} days, the site posts the figures of the campaign automatically.`,
    open: "Post an update",
  },

  submission: {
    subjects: {
      received: (title: string) => `We have received your campaign: ${title}`,
      "changes-asked": (title: string) => `Please change your campaign: ${title}`,
      approved: (title: string) => `Your campaign is live: ${title}`,
      "approved-before-ruling": (title: string) => `Your campaign is approved: ${title}`,
      "ruling-recorded": (title: string) => `Your campaign is live: ${title}`,
      "ruling-withdrawn": (title: string) => `Your campaign is paused: ${title}`,
      "ruling-ended": (title: string) => `Your campaign is paused: ${title}`,
      rejected: (title: string) => `Your campaign was not accepted: ${title}`,
    },
    texts: {
      received:
        "Thank you. Our staff will read your campaign and answer within 2 working days. It goes live after they approve it and after you have confirmed your email address.",
      "changes-asked":
        "Our staff have read your campaign and ask you to change it. The reasons are at the fields of the form. Then send it again.",
      approved: "Our staff have approved your campaign. People can donate to it now.",
      "approved-before-ruling":
        "Our staff have approved your campaign. It takes no donations yet: a reviewer of the Advisory Body must first rule that it can receive Zakat.",
      "ruling-recorded":
        "A reviewer of the Advisory Body has ruled that your campaign can receive Zakat. People can donate to it now.",
      "ruling-withdrawn":
        "The ruling that your campaign can receive Zakat was withdrawn. It takes no donations now. Donations that were made are safe. Please contact us if you have questions.",
      "ruling-ended":
        "The ruling that your campaign can receive Zakat has ended. It takes no donations until a reviewer of the Advisory Body rules again. Donations that were made are safe. Please contact us if you have questions.",
      rejected: "Our staff have read your campaign and cannot accept it.",
    },
    open: {
      received: "View your campaign",
      "changes-asked": "Change your campaign",
      approved: "View your campaign",
      "approved-before-ruling": "View your campaign",
      "ruling-recorded": "View your campaign",
      "ruling-withdrawn": "View your campaign",
      "ruling-ended": "View your campaign",
      rejected: "View the answer",
    },
    campaign: "Campaign",
    organizer: "Organizer",
    reason: "Reason",
    answerBy: "Answer by",
    waitingSubject: (title: string) => `To review: ${title}`,
    waiting: "An organizer has sent a campaign for review.",
    waitingAgain: "An organizer has changed a campaign and sent it again. You see only the changes.",
    overdueSubject: (title: string) => `Overdue: ${title}`,
    overdue: "A campaign waits longer for its review than we promised the organizer.",
    review: "Review the campaign",
  },

  draft: {
    subject: (page: string) => `Not published: ${page}`,
    failures: {
      "no-access":
        "The change that you scheduled was not published, because you may no longer edit this page. It is still saved as a draft.",
      changed:
        "The change that you scheduled was not published, because the page was changed after you scheduled it. It is still saved as a draft. Open the draft and compare both versions.",
      invalid:
        "The change that you scheduled was not published, because the draft has errors. Open the draft and publish it to see them.",
    },
    page: "Page",
    scheduledFor: "Scheduled for",
    open: "Open the drafts",
  },

  ruling: {
    subject: (campaign: string) => `Zakat ruling ends soon: ${campaign}`,
    text: "The Zakat ruling of a campaign ends soon. After its last day the campaign takes no donations. Ask the Advisory Body for a new ruling, and record it before then.",
    campaign: "Campaign",
    reviewer: "Reviewer",
    lastDay: "Last day",
    open: "View the rulings",
  },

  changeRequest: {
    waitingSubject: (campaign: string) => `To review: changes to ${campaign}`,
    waiting: "An organizer asks you to change a campaign.",
    subjects: {
      pending: (campaign: string) => `We have received your request: ${campaign}`,
      approved: (campaign: string) => `Your campaign is changed: ${campaign}`,
      rejected: (campaign: string) => `Your request was not accepted: ${campaign}`,
    },
    texts: {
      pending: "Our staff will read your request.",
      approved: "Our staff have approved your request. The campaign’s page shows the change.",
      rejected: "Our staff have read your request and cannot accept it. The campaign stays as it was.",
    },
    campaign: "Campaign",
    organizer: "Organizer",
    goal: "Goal",
    endDate: "End date",
    fromTo: (was: string, becomes: string) => `${becomes} (was ${was})`,
    use: "Use of the money",
    reason: "Reason",
    open: "View the request",
    review: "Review the request",
  },

  proposal: {
    kinds: {
      refund: "refunding a donation",
      "part-refund": "a partial refund",
      move: "moving a donation",
      credit: "recording a donation",
      "bank-details": "changing the bank details",
    },
    subjects: {
      open: (what: string) => `Needs a decision: ${what}`,
      approved: (what: string) => `Approved: ${what}`,
      rejected: (what: string) => `Rejected: ${what}`,
      withdrawn: (what: string) => `Withdrawn: ${what}`,
    },
    texts: {
      open: (who: string, what: string) =>
        `${who} has asked for approval: ${what}. Nothing has changed yet. An admin must approve it: the request says who can, and from when.`,
      approved: (who: string, what: string) =>
        `${who} approved this request: ${what}. The change has been made.`,
      rejected: (who: string, what: string) => `${who} rejected this request: ${what}. Nothing has changed.`,
      withdrawn: (who: string, what: string) => `${who} withdrew this request: ${what}. Nothing has changed.`,
    },
    donation: "Donation",
    campaign: "Campaign",
    reference: "Reference",
    reason: "Reason",
    open: "View request",
    alarm: "All staff get this email. If something looks wrong, tell an admin now.",
  },

  alarm: {
    subjects: {
      raised: (what: string) => `Alarm: ${what}`,
      over: (what: string) => `Alarm over: ${what}`,
    },
    titles: {
      ledger: () => "the ledger check failed",
      "ledger-unchecked": () => "the ledger is not being checked",
      "provider-failing": ({ provider }) => `${providerNames[provider]} is failing`,
      "provider-silent": ({ provider }) => `${providerNames[provider]} is silent`,
      mismatch: () => "a payment does not match",
      disk: ({ node }) => `the disk of ${node} is nearly full`,
      backup: () => "the last backup is too old",
      "sign-ins": () => "many refused sign-ins",
      refusals: () => "many refused requests",
    } satisfies AlarmWords,
    texts: {
      ledger: ({ problems }) =>
        `The ledger check found ${problems} ${problems === 1 ? "problem" : "problems"}. Open the health page, then the case about the ledger. Do not pay money out until it is explained.`,
      "ledger-unchecked": ({ minutes }) =>
        `The last ledger check failed or is older than an hour (${minutes ?? "unknown"} minutes). See the job “Check the ledger” on the health page.`,
      "provider-failing": ({ provider, failed, asked }) =>
        `${providerNames[provider]} did not answer clearly for ${failed} of the last ${asked} payments or status checks, or refused our credentials. See the open cases. If it goes on, stop payments under Settings.`,
      "provider-silent": ({ provider, waiting }) =>
        `${waiting} payments wait for ${providerNames[provider]}, and it has reported nothing for over 15 minutes. Ask their support. Donors see that we do not know yet.`,
      mismatch: ({ cases, requested }) =>
        `${cases} open ${cases === 1 ? "case" : "cases"}: the provider reported another amount, currency or reference than we asked for. ${requested > 0 ? `To decide: ${cases - requested}. Waiting for approval: ${requested}.` : `Decide ${cases === 1 ? "the case" : "each case"}.`}`,
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
      "joined-admin":
        "An invited person became an admin. They cannot approve or reject requests for 72 hours.",
      "role-organizer": "A person’s role was changed to organizer.",
      "role-staff": "A person’s role was changed to staff.",
      "role-admin":
        "A person’s role was changed to admin. They cannot approve or reject requests for 72 hours.",
      disabled: "A staff account was disabled.",
      enabled: "A staff account was enabled again.",
      confirmed: "A second admin confirmed the access of a member of staff.",
      reset: "The password and two-step sign-in of a person were reset.",
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

type AccountEmailWords = Record<"subject" | "text" | "open" | "notYou", string> & { limits: string | null };

export type Words = Omit<typeof english, "account" | "alarm"> & {
  account: Record<AccountEmail, AccountEmailWords>;
  alarm: Omit<(typeof english)["alarm"], "titles" | "texts"> & { titles: AlarmWords; texts: AlarmWords };
};
