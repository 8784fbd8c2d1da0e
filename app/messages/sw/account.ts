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
    back: "Rudi kwenye tovuti",
    validationError: "Taarifa hazijakamilika",
    usernameRequired: "Jina la mtumiaji linahitajika",
    passwordRequired: "Nenosiri linahitajika",
    authenticationError: "Hukuweza kuingia",
    failed: "Imeshindikana kuingia: jina la mtumiaji au nenosiri si sahihi",
    tooMany:
      "Umejaribu mara nyingi mno. Tafadhali jaribu tena baada ya {minutes, plural, one {dakika #} other {dakika #}}.",
  },
};
