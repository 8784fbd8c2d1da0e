import type { Texts } from "#app/messages/en.ts";
import type { infrastructureTexts as english } from "#app/messages/en/infrastructure.ts";

export const infrastructureTexts: Texts<typeof english> = {
  infrastructure: {
    title: "Miundombinu",
    text: "Majengo matatu kwa wanafunzi wa sasa na wajao. Ona gharama, muda na maendeleo ya kila moja.",
    description:
      "Miradi ya ujenzi ya {fund}: kila jengo litakuwa na nini, gharama yake, muda wake na maendeleo yake.",
    donateTo: "Changia Sasa: {title}",
    learnMore: "Soma Zaidi",
    learnMoreAbout: "Soma Zaidi: {title}",
    back: "Miradi yote ya ujenzi",
    details: "Maelezo ya Mradi",
    target: "Kiasi Kinachohitajika",
    location: "Mahali",
    timeline: "Muda wa Ujenzi",
    timelineHint: "Muda wa kujenga. Siku zilizobaki hapo juu ni za kuchangia.",
    updates: "Taarifa zote za kampeni",
    donors: "Wachangiaji",
    others: "Kampeni nyingine",
    features: "Sifa Kuu",
    about: "Kuhusu mradi",
    projectDescription: "{title}, {fund}: {target}, {timeline}. Jengo litakuwa na nini, na maendeleo yake.",
    otherAmount: "Kiasi kingine",
    campaign: "Tazama kampeni",
    closed: "Kwa sasa mradi huu haupokei michango. Tazama sababu kwenye kampeni yake.",
    notOpen: "Bado huwezi kuchangia mradi huu. Tazama kampeni zilizo wazi sasa.",
    campaigns: "Tazama kampeni",
    none: "Kwa sasa hakuna mradi wa ujenzi.",
  },
};
