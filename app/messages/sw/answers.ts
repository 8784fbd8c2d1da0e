import type { Texts } from "#app/messages/en.ts";
import type { answerTexts as english } from "#app/messages/en/answers.ts";

export const answerTexts: Texts<typeof english> = {
  answers: {
    unsure: "Tumeuomba mtandao malipo yako, na bado hatujapata jibu. Tazama simu yako. Usilipe tena.",
    onTo: "Endelea kwenye ukurasa wa malipo",
    notJson: "Tuma data ya muundo wa JSON",
    key: "Idempotency-Key huwa na herufi 1 hadi 255",
    otherBody: "Idempotency-Key hii imetumika kwa mchango mwingine",
    underWay: "Mchango huu unaandaliwa. Tafadhali subiri.",
    noCampaign: "Kampeni haikupatikana",
    proofNeeded: {
      card: "Malipo haya ya kadi yanahitaji uthibitisho kwanza: tatua changamoto, au subiri kisha uirudishe kama ilivyo",
      mobile:
        "Maombi mengi ya malipo hayajajibiwa, kwa hiyo ombi hili linahitaji uthibitisho kwanza. Hakuna kilichotumwa wala kutozwa. Tatua changamoto, au subiri kisha uirudishe kama ilivyo.",
    },
    notOffered: "Njia hii ya kulipa haitolewi hapa",
    refused: "Imeshindikana kushughulikia malipo",
    notInitiated: "Imeshindikana kuanzisha malipo. Jaribu tena.",
    somethingWrong: "Kuna hitilafu imetokea. Jaribu tena.",
    notStored: "Imeshindikana kuweka kumbukumbu ya mchango: {reason}",
    away: "kumbukumbu zetu hazipatikani kwa sasa. Jaribu tena.",
    problems: {
      currency: "Sarafu lazima iwe TZS au USD",
      otherCurrency: "Kampeni hii hupokea michango kwa {currency}",
      campaign: "Chagua kampeni",
      anonymousOrAlumni: "Mchango huwa wa bila kutajwa jina au wa mhitimu, si vyote viwili",
      message: "Ujumbe ni mrefu mno",
      retryOf: "Tuma receiptKey ya oda hii kama retryKey, au usitume retryOf",
      provider: "Chagua Airtel, Tigo, Halopesa, Azampesa au Mpesa",
      billing: "Mtandao wa kadi unahitaji taarifa hii",
    },
  },
};
