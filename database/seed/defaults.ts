import type { Translated } from "#domain/content/language.ts";
import type { settingSchemas } from "#domain/content/settings.ts";
import type { z } from "zod";

/** The texts of a new installation, until staff write their own. */

export const fund = {
  name: { en: "University Community Fund", sw: "Mfuko wa Jumuiya ya Chuo Kikuu" },
  tagline: {
    en: "Give once. Change a student’s life.",
    sw: "Changia mara moja. Badilisha maisha ya mwanafunzi.",
  },
} satisfies Partial<z.infer<typeof settingSchemas.fund>>;

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
    en: "Classrooms, dormitories, scholarships and Zakat for students in Tanzania. See how much each campaign has raised, updated as donations are confirmed.",
    sw: "Madarasa, mabweni, ufadhili wa masomo na zaka kwa wanafunzi wa Tanzania. Ona kila kampeni imekusanya kiasi gani.",
  },
  buttonText: { en: "Browse campaigns", sw: "Tazama kampeni" },
  stats: [
    { label: { en: "Total Donors", sw: "Wachangiaji Wote" }, value: "Live Counter", figure: "donors" },
    { label: { en: "Total Raised", sw: "Jumla Iliyochangwa" }, value: "Live Counter", figure: "raised" },
    { label: { en: "Total Campaigns", sw: "Kampeni Zote" }, value: "Live Counter", figure: "campaigns" },
  ],
};

export const about = {
  title: { en: "About the fund", sw: "Kuhusu mfuko" },
  description: {
    en:
      "The fund brings together alumni, staff, parents and friends of the university who want its students to " +
      "learn with dignity. It collects donations for each campaign, records them separately, and shows how much " +
      "each of them has received.",
    sw:
      "Mfuko huu unawaunganisha wahitimu, wafanyakazi, wazazi na marafiki wa chuo wanaotaka wanafunzi wasome kwa " +
      "heshima. Unapokea michango kwa ajili ya kampeni mahususi, unairekodi kila moja " +
      "kwa kampeni yake, na unaonyesha kiasi ambacho kila kampeni imepokea.",
  },
  mission: {
    en: "To turn donations, large and small, into buildings, tuition and support for students.",
    sw: "Kugeuza michango, mikubwa na midogo, kuwa majengo, ada na msaada kwa wanafunzi.",
  },
  vision: {
    en: "A university where no student has to leave because of money, and every donor knows how their donation was used.",
    sw: "Chuo ambacho hakuna mwanafunzi anayelazimika kuacha masomo kwa kukosa pesa, na kila mchangiaji anajua mchango wake ulivyotumika.",
  },
  highlights: [
    {
      en: "We record your whole donation for the campaign you choose",
      sw: "Tunarekodi mchango wako wote kwa ajili ya kampeni uliyoichagua",
    },
    {
      en: "Zakat is kept separate and goes only to eligible students",
      sw: "Zaka hutengwa na hutolewa kwa wanafunzi wanaostahiki tu",
    },
    {
      en: "Mobile money, card or bank transfer, with a receipt for every donation",
      sw: "Simu, kadi au benki, pamoja na risiti kwa kila mchango",
    },
  ],
  accountability: [
    {
      title: { en: "Donor Dashboard", sw: "Dashibodi ya Wachangiaji" },
      description: {
        en: "See how much each campaign has raised and how many donations it has received, updated when a donation is confirmed.",
        sw: "Ona kila kampeni imekusanya kiasi gani na imepokea michango mingapi, mara tu mchango unapothibitishwa.",
      },
    },
    {
      title: { en: "Financial Reports", sw: "Ripoti za Fedha" },
      description: {
        en: "Reports of income and spending for each campaign.",
        sw: "Ripoti za mapato na matumizi ya kila kampeni.",
      },
    },
    {
      title: { en: "Shariah Advisory", sw: "Ushauri wa Sharia" },
      description: {
        en: "Scholars review how Zakat and waqfu are collected, kept and spent.",
        sw: "Wanazuoni hukagua jinsi zaka na waqfu zinavyokusanywa, zinavyotunzwa na zinavyotumika.",
      },
    },
    {
      title: { en: "Independent Audits", sw: "Ukaguzi Huru" },
      description: {
        en: "An independent auditor checks the accounts.",
        sw: "Mkaguzi huru hukagua hesabu.",
      },
    },
    {
      title: { en: "Executive Management", sw: "Menejimenti" },
      description: {
        en: "Two people approve every payment. A fund with only one admin waits 24 hours instead.",
        sw: "Watu wawili huidhinisha kila malipo. Mfuko wenye msimamizi mmoja tu husubiri saa 24 badala yake.",
      },
    },
    {
      title: { en: "Stakeholder Forums", sw: "Majukwaa ya Wadau" },
      description: {
        en: "Meetings where donors, students and staff can ask questions.",
        sw: "Mikutano ambayo wachangiaji, wanafunzi na wafanyakazi wanaweza kuuliza maswali.",
      },
    },
  ],
};
