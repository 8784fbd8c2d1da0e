export const ownDonationTexts = {
  ownDonations: {
    title: "Your donations",
    text: "See the donations that were made with your email address, their receipts and what you follow.",
    email: "Email",
    emailHint: "The address that you donated or follow with",
    button: "Send link",
    asked: "Check your email",
    askedText:
      "If this address was used for a donation or to follow a campaign, we have sent a link to it. The link works for 1 hour.",
    proof: "We ask for the link because anyone can type your address. Only you can read your email.",
    dead: "This link no longer works",
    deadText: "It has expired, or was cut off while copying. Ask for a new one.",
    again: "Ask for a new link",
    here: "Donations from this browser",
    onlyHere:
      "This list needs no email. It has your latest donations of 90 days, and only this browser shows it.",
    noneHere:
      "Did you donate without an email? Open this page in the browser that you donated with, or send us the code from your SMS.",
    contact: "Contact the fund",
    status: "View status",
    shownFor: "These donations were made with {email}.",
    none: "No completed donation was made with this address.",
    notYours:
      "Did you not make one of these? Someone may have typed your address by mistake. Contact us and quote its reference.",
    receipt: "View receipt",
    refunded: "Refunded",
    statements: "Yearly statements",
    statement: "Statement for {year}",
    following: "What you follow",
    forget: "Delete my data",
    forgetText:
      "We delete your name, email address, message and year of graduation from your donations, and everything that you follow. Your receipts no longer open.",
    kept: "We keep the amount, day, campaign and reference of each donation, because the accounts must stay complete. They no longer name you. The phone number of a payment is deleted 90 days after it. Ask us if you want it deleted earlier: this link proves your email address, and not the phone.",
    forgetOpen: "A donation whose payment is not settled keeps its data until it is.",
    confirm: "Yes, delete my data",
    forgotten: "Your data is deleted",
    forgottenText:
      "{count, plural, =0 {No donation had your address.} one {It was removed from # donation.} other {It was removed from # donations.}}",
    stillOpen:
      "{count, plural, one {# donation is not settled yet and keeps its data.} other {# donations are not settled yet and keep their data.}}",
  },
  statement: {
    title: "Statement of donations {year}",
    text: "Donations recorded with {email} from 1 January to 31 December {year}.",
    date: "Date",
    campaign: "Campaign",
    receipt: "Receipt",
    amount: "Donation",
    fee: "Fee",
    total: "Total {currency}",
    none: "There are no donations in this year.",
    madeOn: "Made on {date}. Refunded donations and refunded parts are not included.",
    print: "Print",
    back: "Back to your donations",
  },
};
