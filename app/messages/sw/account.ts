import type { Texts } from "#app/messages/en.ts";
import type { accountTexts as english } from "#app/messages/en/account.ts";

export const accountTexts: Texts<typeof english> = {
  signIn: {
    title: "Ingia",
    text: "Kwa wanaosimamia kampeni na kurasa za {fund}. Kuchangia hakuhitaji akaunti.",
    username: "Jina la mtumiaji",
    usernameHint: "Au barua pepe yako",
    password: "Nenosiri",
    show: "Onyesha",
    hide: "Ficha",
    button: "Ingia",
    busy: "Unaingia...",
    success: "Umeingia! Unapelekwa...",
    forgot: "Umesahau nenosiri?",
    back: "Rudi kwenye tovuti",
    validationError: "Taarifa hazijakamilika",
    usernameRequired: "Jina la mtumiaji linahitajika",
    passwordRequired: "Nenosiri linahitajika",
    authenticationError: "Hukuweza kuingia",
    failed: "Imeshindikana kuingia: jina la mtumiaji au nenosiri si sahihi",
    tooMany:
      "Umejaribu mara nyingi mno. Tafadhali jaribu tena baada ya {minutes, plural, one {dakika #} other {dakika #}}.",
  },
  secondStep: {
    title: "Hatua moja zaidi",
    lead: "Nenosiri lako ni sahihi. Sasa onyesha kuwa simu pia ni yako.",
    text: "Fungua programu ya simu yako inayotoa namba za uthibitisho, kisha andika namba ya tovuti hii.",
    code: "Namba ya uthibitisho",
    codeHint: "Tarakimu sita, au moja ya namba za akiba ulizoandika",
    button: "Thibitisha",
    codeRequired: "Namba ya uthibitisho inahitajika",
    wrong: "Imeshindikana kuingia: namba hii si sahihi, au imeshatumika",
    locked: "Umejaribu mara nyingi mno. Tafadhali jaribu tena baada ya dakika 15.",
    over: "Muda umepita au umejaribu mara nyingi mno. Tafadhali ingia upya.",
    again: "Ingia upya",
  },
  forgot: {
    title: "Umesahau nenosiri?",
    text: "Tuambie wewe ni nani, nasi tutakutumia anwani ya kuchagua nenosiri jipya.",
    name: "Jina la mtumiaji au barua pepe",
    nameRequired: "Jina la mtumiaji linahitajika",
    button: "Tuma anwani",
    askedTitle: "Angalia barua pepe yako",
    asked:
      "Kama kuna akaunti yenye jina hili, barua inatumwa kwenye barua pepe yake. Anwani iliyo ndani yake inafanya kazi mara moja tu, kwa muda wa saa moja.",
    back: "Rudi kuingia",
  },
  reset: {
    title: "Chagua nenosiri jipya",
    text: "Utatolewa kwenye vifaa vyote, kisha utaingia kwa nenosiri jipya.",
    button: "Hifadhi nenosiri",
    done: "Nenosiri limebadilishwa!",
    signIn: "Sasa ingia kwa kulitumia.",
    again: "Omba anwani mpya",
  },
  newPassword: {
    label: "Nenosiri jipya",
    hint: "Angalau herufi {count}. Maneno manne yasiyohusiana ni rahisi kukumbuka na magumu kukisia.",
    required: "Nenosiri linahitajika",
    tooShort: "Nenosiri liwe na angalau herufi {count}",
    tooLong: "Nenosiri lisizidi herufi {count}",
    tooCommon:
      "Nenosiri hili ni kati ya yale ambayo mtu yeyote angelikisia kwanza. Tafadhali chagua jingine.",
    same: "Nenosiri jipya liwe tofauti na la zamani",
  },
  deadLink: {
    title: "Anwani hii haifanyi kazi tena",
    text: "Imeshatumika, imepitwa na wakati, au sehemu yake imepotea njiani.",
  },
};
