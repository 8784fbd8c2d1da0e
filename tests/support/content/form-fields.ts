export function fieldsOf(html: string, id = "record"): Record<string, string> {
  const form = new RegExp(`<form[^>]*id="${id}"[\\s\\S]*?</form>`).exec(html)?.[0];
  if (!form) throw new Error(`there is no form ${id}`);
  const fields: Record<string, string> = {};
  for (const [tag = ""] of form.matchAll(/<input[^>]*>/g)) {
    const name = attribute(tag, "name");
    const isOff = /type="(?:checkbox|radio)"/.test(tag) && !/\schecked/.test(tag);
    if (name !== undefined && !isOff) fields[name] = attribute(tag, "value") ?? "";
  }
  for (const [, tag = "", text = ""] of form.matchAll(/<textarea([^>]*)>([\s\S]*?)<\/textarea>/g))
    fields[attribute(tag, "name") ?? ""] = decoded(text.replace(/^\n/, ""));
  for (const [, tag = "", options = ""] of form.matchAll(/<select([^>]*)>([\s\S]*?)<\/select>/g)) {
    const chosen =
      /<option[^>]*\sselected[^>]*>/.exec(options)?.[0] ?? /<option[^>]*>/.exec(options)?.[0] ?? "";
    fields[attribute(tag, "name") ?? ""] = attribute(chosen, "value") ?? "";
  }
  return fields;
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : decoded(value);
}

const entities = new Map([
  ["&quot;", '"'],
  ["&#x27;", "'"],
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&amp;", "&"],
]);

const decoded = (text: string) =>
  text.replaceAll(/&(?:quot|#x27|lt|gt|amp);/g, (each) => entities.get(each) ?? each);
