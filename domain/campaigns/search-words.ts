/** Beginnings of words, in both languages, that mean the same to a visitor who searches. */
const sameMeaning = [
  ["hostel", "dormitor", "bweni", "mabweni"],
  ["masjid", "mosque", "msikiti"],
];

/** The word and the words with its meaning. Any of them may be in the text of a campaign. */
export function withSameMeaning(word: string): string[] {
  const typed = word.toLowerCase();
  const others = sameMeaning.find((words) => words.some((each) => typed.startsWith(each))) ?? [];
  return [word, ...others];
}
