type Tree = { [key: string]: string | Tree };

/** Every text by its key, such as "giving.check.title". */
export function textsOf(tree: Tree, above = ""): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]): [string, string][] =>
      typeof value === "string" ? [[above + key, value]] : [...textsOf(value, `${above}${key}.`)],
    ),
  );
}
