import type { Texts } from "#app/messages/en.ts";
import type { infrastructureTexts as english } from "#app/messages/en/infrastructure.ts";

export const infrastructureTexts: Texts<typeof english> = {
  infrastructure: {
    eyebrow: "Miradi ya ujenzi",
    title: "Miundombinu",
    text: "Majengo matatu ambayo kila mwanafunzi ajaye atayatumia. Kila moja lina mpango, gharama na muda wake, nawe unaona limefikia wapi.",
    description:
      "Miradi ya ujenzi ya {fund}: kila jengo litakuwa na nini, litagharimu kiasi gani, litachukua muda gani na limefikia wapi.",
    learnMore: "Soma Zaidi",
    learnMoreAbout: "Soma Zaidi: {title}",
    back: "Miradi yote ya ujenzi",
    details: "Maelezo ya Mradi",
    target: "Kiasi Kinachohitajika",
    location: "Mahali",
    timeline: "Muda wa Ujenzi",
    features: "Sifa Kuu",
    about: "Kuhusu mradi",
    projectDescription: "{title}, {fund}: {target}, {timeline}. Jengo litakuwa na nini, na limefikia wapi.",
    amounts: "Viwango vya kuchangia",
    otherAmount: "Kiasi kingine",
    campaign: "Tazama kampeni",
    closed: "Kwa sasa mradi huu haupokei michango. Kampeni yake inaeleza sababu.",
    notOpen: "Michango ya mradi huu bado haijafunguliwa. Kwa sasa kampeni zilizo wazi zinakuhitaji.",
    campaigns: "Tazama kampeni",
    none: "Kwa sasa hakuna mradi wa ujenzi.",
  },
};
