import type { Translated } from "#domain/language.ts";
import type { settingSchemas } from "#domain/settings.ts";
import type { z } from "zod";

/** What a new installation starts with, until staff write their own. */

export const fund = {
  name: { en: "University Community Fund", sw: "Mfuko wa Jumuiya ya Chuo Kikuu" },
  tagline: {
    en: "Giving that stays with a student for life.",
    sw: "Sadaka inayobaki na mwanafunzi maisha yote.",
  },
} satisfies z.infer<typeof settingSchemas.fund>;

export const address = {
  en: "Main Campus, Morogoro, Tanzania",
  sw: "Kampasi Kuu, Morogoro, Tanzania",
} satisfies Translated;

export const officeHours = [
  {
    days: { en: "Mon-Fri", sw: "Jumatatu-Ijumaa" },
    hours: { en: "8:00 AM-5:00 PM", sw: "Saa 2:00 asubuhi-11:00 jioni" },
  },
  {
    days: { en: "Sat", sw: "Jumamosi" },
    hours: { en: "9:00 AM-1:00 PM", sw: "Saa 3:00 asubuhi-7:00 mchana" },
  },
  { days: { en: "Sun", sw: "Jumapili" }, hours: { en: "closed", sw: "imefungwa" } },
] satisfies z.infer<(typeof settingSchemas)["office-hours"]>;

export const hero = {
  title: { en: "Give where knowledge grows", sw: "Changia mahali elimu inapokua" },
  subtitle: {
    en: "Classrooms, dormitories, scholarships and zakat for students in Tanzania. You see every shilling arrive.",
    sw: "Madarasa, mabweni, ufadhili wa masomo na zaka kwa wanafunzi wa Tanzania. Unaona kila shilingi inapofika.",
  },
  buttonText: { en: "Browse campaigns", sw: "Tazama kampeni" },
  stats: [
    { label: { en: "Total Donors", sw: "Wachangiaji Wote" }, value: "Live Counter" },
    { label: { en: "Total Raised", sw: "Jumla Iliyochangwa" }, value: "Live Counter" },
    { label: { en: "Total Campaigns", sw: "Kampeni Zote" }, value: "Live Counter" },
  ],
};

export const about = {
  title: { en: "About the fund", sw: "Kuhusu mfuko" },
  description: {
    en:
      "The fund brings together alumni, staff, parents and friends of the university who want its students to " +
      "learn with dignity. It collects gifts for named campaigns, keeps them apart in its books, and shows what " +
      "each of them has received.",
    sw:
      "Mfuko huu unawaunganisha wahitimu, wafanyakazi, wazazi na marafiki wa chuo wanaotaka wanafunzi wasome kwa " +
      "heshima. Unapokea michango kwa ajili ya kampeni zenye majina, unaitenganisha katika vitabu " +
      "vyake vya hesabu, na unaonyesha kiasi ambacho kila kampeni imepokea.",
  },
  mission: {
    en: "To turn what people give, large or small, into buildings, fees and support that students can use.",
    sw: "Kugeuza kile ambacho watu wanatoa, kikubwa au kidogo, kiwe majengo, ada na msaada unaowafikia wanafunzi.",
  },
  vision: {
    en: "A university where no student leaves because of money, and every giver knows what their gift became.",
    sw: "Chuo ambacho hakuna mwanafunzi anayeacha masomo kwa kukosa fedha, na kila mchangiaji anajua mchango wake umefanya nini.",
  },
  highlights: [
    {
      en: "Each gift goes whole to the campaign that you choose",
      sw: "Kila mchango unakwenda wote kwenye kampeni uliyoichagua",
    },
    {
      en: "Zakat is kept apart and reaches eligible students only",
      sw: "Zaka hutunzwa peke yake na huwafikia wanafunzi wanaostahiki tu",
    },
    {
      en: "Mobile money, card or bank: with a receipt every time",
      sw: "Simu, kadi au benki: kila mara unapata stakabadhi",
    },
  ],
  accountability: [
    {
      title: { en: "Donor Dashboard", sw: "Dashibodi ya Wachangiaji" },
      description: {
        en: "What each campaign has raised, from how many people, updated when a gift is confirmed.",
        sw: "Kiasi ambacho kila kampeni imekusanya na kutoka kwa watu wangapi, mara tu mchango unapothibitishwa.",
      },
    },
    {
      title: { en: "Financial Reports", sw: "Ripoti za Fedha" },
      description: {
        en: "Income and spending by campaign, published every quarter.",
        sw: "Mapato na matumizi ya kila kampeni, yanayochapishwa kila robo mwaka.",
      },
    },
    {
      title: { en: "Shariah Advisory", sw: "Ushauri wa Sharia" },
      description: {
        en: "Scholars review how zakat and waqfu are collected, kept and spent.",
        sw: "Wanazuoni hukagua jinsi zaka na waqfu zinavyokusanywa, zinavyotunzwa na zinavyotumika.",
      },
    },
    {
      title: { en: "Independent Audits", sw: "Ukaguzi Huru" },
      description: {
        en: "An outside auditor examines the books once a year.",
        sw: "Mkaguzi wa nje hupitia vitabu vya hesabu mara moja kwa mwaka.",
      },
    },
    {
      title: { en: "Executive Management", sw: "Menejimenti" },
      description: {
        en: "A small team answers for every payment, and two people sign for each.",
        sw: "Timu ndogo inawajibika kwa malipo yote, na kila mara watu wawili husaini.",
      },
    },
    {
      title: { en: "Stakeholder Forums", sw: "Majukwaa ya Wadau" },
      description: {
        en: "Donors, students and staff meet twice a year to ask and to be answered.",
        sw: "Wachangiaji, wanafunzi na wafanyakazi hukutana mara mbili kwa mwaka kuuliza na kujibiwa.",
      },
    },
  ],
};
