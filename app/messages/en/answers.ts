/** Responses of the public API. The payment dialog shows some of them too. */
export const answerTexts = {
  answers: {
    unsure:
      "We sent the payment request but have no answer from your network yet. Check your phone. Do not pay again.",
    onTo: "Continue on the payment page",
    notJson: "The request body must be a JSON object",
    key: "Idempotency-Key must have 1 to 255 characters",
    otherBody: "This Idempotency-Key has already been used for a different request",
    underWay: "This donation is being processed. Please wait.",
    noCampaign: "Campaign not found",
    proofNeeded: {
      card: "Solve the challenge before paying by card, or wait and send the challenge back unchanged",
      mobile:
        "Many payment requests are unanswered. We have sent nothing and you have not been charged. Solve the challenge, or wait and send it back unchanged.",
    },
    notOffered: "This payment method is not available",
    refused: "Failed to process payment",
    notInitiated: "Could not initiate payment. Try again.",
    somethingWrong: "Something went wrong. Try again.",
    statusAway:
      "The status of the donation is not available at the moment. If you have paid, do not pay again. Try again in a moment.",
    notStored: "Failed to create donation record: {reason}",
    away: "our database is not available at the moment. You have not been charged. Try again.",
    problems: {
      amount: "Enter an amount greater than 0 without commas, such as 10000",
      amountMeant: "Did you mean {amount}? If so, send {number}.",
      currency: "The currency must be TZS or USD",
      otherCurrency: "This campaign accepts donations in {currency} only",
      campaign: "Choose a campaign",
      anonymousOrAlumni: "A donation can be anonymous or from an alumnus, not both",
      message: "The message is too long",
      retryOf: "Send the receiptKey of this order as retryKey, or leave retryOf out",
      provider: "Choose Airtel, Tigo, Halopesa, Azampesa or Mpesa",
      billing: "This is required for card payments",
    },
  },
};
