/** What programs are answered that give through our addresses. */
export const answerTexts = {
  answers: {
    unsure:
      "We asked the network for your payment and have no answer yet. Look at your phone. Do not pay again.",
    onTo: "Continue on the payment page",
    notJson: "Send a JSON object",
    key: "An Idempotency-Key has 1 to 255 characters",
    otherBody: "This Idempotency-Key was used for another gift",
    underWay: "This gift is being prepared. Please wait.",
    noCampaign: "Campaign not found",
    proofNeeded: {
      card: "This card payment needs a proof first: solve the challenge, or wait and send it back as it is",
      mobile:
        "Many payment requests are unanswered, so this one needs a proof first. Nothing was sent and nothing charged. Solve the challenge, or wait and send it back as it is.",
    },
    notOffered: "This way of paying is not offered here",
    refused: "Failed to process payment",
    notInitiated: "Could not initiate payment. Try again.",
    somethingWrong: "Something went wrong. Try again.",
    notStored: "Failed to create donation record: {reason}",
    away: "our records cannot be reached at the moment. Try again.",
    problems: {
      currency: "The currency must be TZS or USD",
      otherCurrency: "This campaign takes gifts in {currency}",
      campaign: "Choose a campaign",
      anonymousOrAlumni: "A gift is anonymous or an alumni gift, not both",
      message: "The message is too long",
      retryOf: "Send the receiptKey of this order as retryKey, or leave retryOf out",
      provider: "Choose Airtel, Tigo, Halopesa, Azampesa or Mpesa",
      billing: "The card network needs this",
    },
  },
};
