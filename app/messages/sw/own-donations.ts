import type { Texts } from "#app/messages/en.ts";
import type { ownDonationTexts as english } from "#app/messages/en/own-donations.ts";

export const ownDonationTexts: Texts<typeof english> = {
  ownDonations: {
    title: "Michango yako",
    text: "Tazama michango iliyotolewa kwa barua pepe yako, risiti zake na unachofuatilia.",
    email: "Barua pepe",
    emailHint: "Ile unayotumia kuchangia au kufuatilia",
    button: "Tuma kiungo",
    asked: "Angalia barua pepe yako",
    askedText:
      "Kama barua pepe hii ilitumika kuchangia au kufuatilia kampeni, tumeitumia kiungo. Kinafanya kazi kwa saa moja.",
    proof:
      "Tunatuma kiungo kwa sababu mtu yeyote anaweza kuandika barua pepe yako. Ni wewe tu unayeweza kusoma ujumbe wako.",
    dead: "Kiungo hiki hakifanyi kazi tena",
    deadText: "Muda wake umeisha, au kilikatika wakati wa kunakili. Omba kingine.",
    again: "Omba kiungo kingine",
    here: "Michango kutoka kivinjari hiki",
    onlyHere:
      "Orodha hii haihitaji barua pepe. Ina michango yako ya karibuni ya siku 90, na huonekana kwenye kivinjari hiki tu.",
    noneHere:
      "Ulichangia bila barua pepe? Fungua ukurasa huu kwenye kivinjari ulichochangia nacho, au ututumie namba iliyo kwenye SMS yako.",
    contact: "Wasiliana na mfuko",
    status: "Tazama hali",
    shownFor: "Michango hii ilitolewa kwa {email}.",
    none: "Hakuna mchango uliokamilika kwa barua pepe hii.",
    notYours:
      "Kuna mchango usio wako? Huenda mtu aliandika barua pepe yako kwa makosa. Wasiliana nasi na utaje namba ya kumbukumbu.",
    receipt: "Tazama risiti",
    refunded: "Umerejeshwa",
    statements: "Taarifa za mwaka",
    statement: "Taarifa ya mwaka {year}",
    following: "Unachofuatilia",
    forget: "Futa taarifa zangu",
    forgetText:
      "Tunafuta jina, barua pepe, ujumbe na mwaka wako wa kuhitimu kwenye michango yako, na kila unachofuatilia. Risiti zako hazitafunguka tena.",
    kept: "Tunabakisha kiasi, siku, kampeni na namba ya kumbukumbu ya kila mchango, kwa sababu hesabu lazima zikamilike. Hazitakutaja tena. Namba ya simu ya malipo hufutwa siku 90 baada ya malipo. Tuambie ukitaka ifutwe mapema: kiungo hiki kinathibitisha barua pepe yako, si simu.",
    forgetOpen: "Mchango ambao malipo yake hayajakamilika hubaki na taarifa zake hadi yakamilike.",
    confirm: "Ndiyo, futa taarifa zangu",
    forgotten: "Taarifa zako zimefutwa",
    forgottenText:
      "{count, plural, =0 {Hakuna mchango uliokuwa na barua pepe yako.} one {Zimeondolewa kwenye mchango #.} other {Zimeondolewa kwenye michango #.}}",
    stillOpen:
      "{count, plural, one {Mchango # haujakamilika na unabaki na taarifa zake.} other {Michango # haijakamilika na inabaki na taarifa zake.}}",
  },
  statement: {
    title: "Taarifa ya michango ya mwaka {year}",
    text: "Michango iliyorekodiwa kwa {email} kuanzia 1 Januari hadi 31 Desemba {year}.",
    date: "Tarehe",
    campaign: "Kampeni",
    receipt: "Risiti",
    amount: "Mchango",
    fee: "Ada",
    total: "Jumla {currency}",
    none: "Hakuna michango katika mwaka huu.",
    madeOn: "Imetolewa tarehe {date}. Michango na sehemu zilizorejeshwa hazimo.",
    print: "Chapisha",
    back: "Rudi kwenye michango yako",
  },
};
