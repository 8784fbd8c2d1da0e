import type { Texts } from "#app/messages/en.ts";
import type { organizerTexts as english } from "#app/messages/en/organizers.ts";

export const organizerTexts: Texts<typeof english> = {
  signUp: {
    title: "Fungua akaunti",
    text: "Waandaaji wa kampeni wana akaunti. Huhitaji akaunti ili kuchangia.",
    name: "Jina lako",
    email: "Barua pepe",
    emailHint: "Ujumbe kuhusu akaunti yako utatumwa hapa.",
    button: "Fungua akaunti",
    known: "Tayari nina akaunti",
    allRequired: "Sehemu zote zinahitajika",
    problems: {
      "name-required": "Jina linahitajika",
      "name-too-long": "Jina lisizidi herufi 100",
      "email-required": "Barua pepe inahitajika",
      "email-invalid": "Tafadhali andika barua pepe sahihi",
      "email-disposable": "Tumia barua pepe ambayo bado utakuwa nayo baada ya mwaka mmoja",
    },
    proofNeeded:
      "Tunahakikisha kuwa wewe si roboti. Andika nenosiri lako tena, kisha bonyeza kitufe baada ya {seconds, plural, one {sekunde #} other {sekunde #}}.",
    done: "Ingia ili uendelee",
    doneText: "Tumia barua pepe na nenosiri lako. Pia tumekutumia barua pepe: fungua kiungo chake mapema.",
  },
  organizer: {
    title: "Kampeni zangu",
    text: "Kampeni zako, na kiasi kilichochangwa.",
    none: "Bado huna kampeni.",
    manage: "Simamia kampeni yako",
    publicPage: "Tazama ukurasa wa umma",
    raisedOf:
      "{raised} kati ya {goal} zimechangwa, {donors, plural, one {mchangiaji #} other {wachangiaji #}}",
    statuses: {
      pending: "Inasubiri uhakiki",
      active: "Inapokea michango",
      paused: "Imesitishwa",
      completed: "Imekamilika",
      rejected: "Imekataliwa",
    },
  },
};
