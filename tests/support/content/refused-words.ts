/**
 * Words that no text may use, with the word to use instead. The list is the fund's glossary and its style for texts.
 * Texts of the specification and other fixed words are exceptions, which the caller lists by key.
 */
const english: [refused: RegExp, instead: string][] = [
  [/\bletters?\b/i, "email"],
  [/\be-mails?\b/i, "email"],
  [/\bnobody\b/i, "no one"],
  [/\bsomebody\b/i, "someone"],
  [/\beverybody\b/i, "everyone"],
  [/\banybody\b/i, "anyone"],
  [/\bwhoever\b|\bwhom\b/i, "anyone who, who"],
  [/\bwhatever\b/i, "any, what"],
  [/\bstands?\b(?! for)/i, "is, has, is shown"],
  [/\bgivers?\b/i, "donor"],
  [/\bgifts?\b/i, "donation"],
  [/\bgiv(?:e|es|en|ing) back\b/i, "refund"],
  [/\bprompts?\b/i, "payment request"],
  [/\bpush\b/i, "payment request"],
  [/\bwallets?\b/i, "mobile network"],
  [/\btelephones?\b/i, "phone"],
  [/\bbank’s page\b/i, "payment provider’s page"],
  [/\b(?:has|have|ran|is) run out(?! of)\b|\bran out\b/i, "expired"],
  [/\banew\b/i, "again"],
  [/\bmeanwhile\b|\bin the meantime\b/i, "say who changed what"],
  [/\bby (?:itself|themselves)\b/i, "automatically"],
  [/\bof (?:its|their) own\b/i, "separate"],
  [/\bat once\b/i, "now, immediately"],
  [/\bfor ever\b/i, "permanently"],
  [/\bnone of ours\b/i, "not recognised"],
  [/\bbecame of\b/i, "the result"],
  [/\bmended\b/i, "fixed"],
  [/\blest\b/i, "so that … not"],
  [/\bshall\b/i, "will"],
  [/\bmoney (?:has been|was) taken\b/i, "You have (not) been charged"],
  [/\balms\b/i, "sadaqah"],
  [/\bzakat\b/, "Zakat"],
  [/\bthresholds?\b/i, "nisab"],
  [/\border id\b/i, "reference"],
  [/['"]/, "’ and “ ”"],
];

const kiswahili: [refused: RegExp, instead: string][] = [
  [/\b(?:ili|zili)yochukuliwa\b/i, "hujakatwa pesa"],
  [/\bstakabadhi\b/i, "risiti"],
  [/\btazama simu\b/i, "angalia simu"],
  [/\banwani\b/i, "kiungo, barua pepe"],
  [/\bbarua\b(?! (?:pepe|taka))/i, "ujumbe, barua pepe"],
  [/\bmwandamo\b/i, "mwaka wa Kiislamu"],
  [/\bada ya malipo\b/i, "ada ya muamala"],
  [/\bmtoa huduma (?:wa|ya) malipo\b/i, "mtoa huduma za malipo"],
  [/\b(?:kum|tunam|tumem)uuliza mtoa huduma\b/i, "kufuatilia kwa mtoa huduma"],
  [/\b(?:ku)?lipa zaka\b/i, "kutoa zaka"],
  [/\b(?:una|hu)dai?wi? zaka\b/i, "kupaswa kutoa zaka"],
  [/\bwahitaji\b/i, "maskini"],
  [/\bwakfu\b/i, "waqfu"],
  [/\bnambari\b/i, "namba"],
  [/\bwatumishi\b/i, "wafanyakazi"],
  [/\bharambee\b/i, "kampeni"],
  [/\bfedha\b(?<!madini ya fedha)/i, "pesa; silver is madini ya fedha"],
  [/\bvitabu\b/i, "daftari la hesabu"],
  [/(?<!mara ya )\bmwisho tarehe\b/i, "mara ya mwisho tarehe"],
  [/['"]/, "’ and “ ”"],
];

const lists = { en: english, sw: kiswahili };

export const refusedWords = (language: keyof typeof lists, text: string): string[] =>
  lists[language].flatMap(([refused, instead]) => {
    const found = refused.exec(text)?.[0];
    return found === undefined ? [] : [`${found} → ${instead}`];
  });
