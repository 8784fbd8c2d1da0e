/** The field with the answer to the question about an amount with two meanings. */
export const meantName = (field: string): string => `meant-${field}`;

/** Each answered field has the amount of its answer in place of the typed one. */
export function withAnswers(entered: Readonly<Record<string, string>>): Record<string, string> {
  const answers = Object.keys(entered).filter((name) => name.startsWith(meantName("")));
  const others = Object.entries(entered).filter(([name]) => !answers.includes(name));
  return Object.fromEntries([
    ...others,
    ...answers.map((name) => [name.slice(meantName("").length), entered[name] ?? ""]),
  ]);
}
