import type { Texts } from "#app/messages/en.ts";
import type { answerTexts as english } from "#app/messages/en/answers.ts";

export const answerTexts: Texts<typeof english> = {
  answers: {
    unsure:
      "Tumetuma ombi la malipo kwa mtandao wako, lakini bado hatujapata jibu. Angalia simu yako. Usilipe tena.",
    onTo: "Endelea kwenye ukurasa wa malipo",
    notJson: "Ombi lazima liwe na data ya muundo wa JSON",
    key: "Idempotency-Key huwa na herufi 1 hadi 255",
    otherBody: "Idempotency-Key hii tayari imetumika kwa ombi tofauti",
    underWay: "Mchango huu unashughulikiwa. Tafadhali subiri.",
    noCampaign: "Kampeni haikupatikana",
    proofNeeded: {
      card: "Tatua changamoto kabla ya kulipa kwa kadi, au subiri kisha uirudishe bila kuibadilisha",
      mobile:
        "Maombi mengi ya malipo hayajajibiwa. Hatujatuma chochote na hujakatwa pesa. Tatua changamoto, au subiri kisha uirudishe bila kuibadilisha.",
    },
    notOffered: "Njia hii ya malipo haipatikani",
    refused: "Imeshindikana kushughulikia malipo",
    notInitiated: "Imeshindikana kuanzisha malipo. Jaribu tena.",
    somethingWrong: "Kuna hitilafu imetokea. Jaribu tena.",
    statusAway:
      "Hali ya mchango haipatikani kwa sasa. Kama umeshalipa, usilipe tena. Jaribu tena baada ya muda mfupi.",
    notStored: "Imeshindikana kuweka kumbukumbu ya mchango: {reason}",
    away: "hifadhidata yetu haipatikani kwa sasa. Hujakatwa pesa. Jaribu tena.",
    problems: {
      amount: "Andika kiasi kinachozidi 0 bila koma, kwa mfano 10000",
      amountMeant: "Ulimaanisha {amount}? Kama ndiyo, tuma {number}.",
      currency: "Sarafu lazima iwe TZS au USD",
      otherCurrency: "Kampeni hii hupokea michango kwa {currency} tu",
      campaign: "Chagua kampeni",
      anonymousOrAlumni: "Mchango uwe wa bila kutajwa jina au wa mhitimu, si vyote viwili",
      message: "Ujumbe ni mrefu mno",
      retryOf: "Tuma receiptKey ya oda hii kama retryKey, au usitume retryOf",
      provider: "Chagua Airtel, Tigo, Halopesa, Azampesa au Mpesa",
      billing: "Taarifa hii inahitajika kwa malipo ya kadi",
    },
  },
};
