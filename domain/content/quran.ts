import type { Language } from "./language.ts";

export type Verse = { chapterAndVerse: string; arabic: string } & Record<Language, string>;

/**
 * English: Marmaduke Pickthall, 1930, in the public domain. Kiswahili: our own explanation of the meaning ("maana"),
 * not a translation to quote. Each verse has an Arabic font of its letters only (public/fonts/README.md).
 */
export const verses = {
  spending: {
    chapterAndVerse: "2:261",
    arabic:
      "مَثَلُ الَّذِينَ يُنْفِقُونَ أَمْوَالَهُمْ فِي سَبِيلِ اللَّهِ كَمَثَلِ حَبَّةٍ أَنْبَتَتْ سَبْعَ سَنَابِلَ فِي كُلِّ سُنْبُلَةٍ مِائَةُ حَبَّةٍ وَاللَّهُ يُضَاعِفُ لِمَنْ يَشَاءُ وَاللَّهُ وَاسِعٌ عَلِيمٌ",
    en: "The likeness of those who spend their wealth in Allah’s way is as the likeness of a grain which groweth seven ears, in every ear a hundred grains. Allah giveth increase manifold to whom He will. Allah is All-Embracing, All-Knowing.",
    sw: "Maana: Wanaotoa mali zao katika njia ya Mwenyezi Mungu wanafanana na punje moja iliyochipua masuke saba, na katika kila suke mna punje mia. Mwenyezi Mungu humzidishia amtakaye, na Mwenyezi Mungu ni Mwenye wasaa, Mjuzi wa yote.",
  },
  alms: {
    chapterAndVerse: "9:60",
    arabic:
      "إِنَّمَا الصَّدَقَاتُ لِلْفُقَرَاءِ وَالْمَسَاكِينِ وَالْعَامِلِينَ عَلَيْهَا وَالْمُؤَلَّفَةِ قُلُوبُهُمْ وَفِي الرِّقَابِ وَالْغَارِمِينَ وَفِي سَبِيلِ اللَّهِ وَابْنِ السَّبِيلِ فَرِيضَةً مِنَ اللَّهِ وَاللَّهُ عَلِيمٌ حَكِيمٌ",
    en: "The alms are only for the poor and the needy, and those who collect them, and those whose hearts are to be reconciled, and to free the captives and the debtors, and for the cause of Allah, and (for) the wayfarer; a duty imposed by Allah. Allah is Knower, Wise.",
    sw: "Maana: Sadaka za faradhi ni kwa ajili ya makundi haya tu: mafukara, maskini, wanaozikusanya, wanaovutwa nyoyo zao, kuwakomboa walio utumwani, wenye madeni, njia ya Mwenyezi Mungu na msafiri aliyekwama. Ni wajibu uliotoka kwa Mwenyezi Mungu, na Mwenyezi Mungu ni Mjuzi, Mwenye hekima.",
  },
} as const satisfies Record<string, Verse>;
