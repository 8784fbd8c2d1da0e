import { changesBetween, isSame, joined, valueAt, withValue, type Draft } from "#domain/content/draft.ts";
import { currencies, formatMoney } from "#domain/money/money.ts";
import { readAmount } from "#domain/money/read-amount.ts";
import { withoutGroupMarks } from "#domain/money/typed-amount.ts";
import { storedDay } from "#app/staff/values.tsx";
import { meantName } from "#app/ui/meant.ts";
import { blankDraft, flattened, type Field, type NamedField } from "#domain/content/field.ts";

/** Far above any real list. Limits the work that a forged form can cause. */
const mostItems = 100;

export const countName = (path: string) => `${path}.count`;

/** PostgreSQL refuses a zero byte in text. A missing value is empty. */
export function textAt(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.replaceAll("\0", "") : "";
}

/** The typed values in the shape of the fields. A missing value is empty. */
export function readDraft(fields: Field[], form: FormData): Draft {
  // Browsers send lines that end in CRLF.
  const text = (name: string) => textAt(form, name).replaceAll("\r\n", "\n");
  return draftFrom(fields, "", {
    text,
    all: (name) => form.getAll(name).map(String),
    count: (path) => Math.min(Math.max(0, Math.trunc(Number(text(countName(path)))) || 0), mostItems),
  });
}

type Source = { text(name: string): string; all(name: string): string[]; count(path: string): number };

function draftFrom(fields: Field[], at: string, source: Source): Draft {
  const [only] = flattened(fields);
  if (only?.name === "") return valueFrom(only, at, source);
  return Object.fromEntries(
    flattened(fields).map((field) => [
      field.name,
      wordInstead(field, at, source) ?? valueFrom(field, joined(at, field.name), source),
    ]),
  );
}

/** Of a text that another choice replaces. */
function wordInstead(field: NamedField, at: string, source: Source): string | null {
  if (field.kind !== "line" || !field.onlyWithout) return null;
  const { choice, word } = field.onlyWithout;
  return source.text(joined(at, choice)) === "" ? null : word;
}

function valueFrom(field: NamedField, path: string, source: Source): Draft {
  if (field.kind === "written")
    return { en: source.text(joined(path, "en")), sw: source.text(joined(path, "sw")) };
  if (field.kind === "group") return draftFrom(field.fields, path, source);
  if (field.kind === "picture") return pictureFrom(path, source);
  if (field.kind === "line" && field.amount)
    return withoutGroupMarks(source.text(meantName(path)) || source.text(path));
  if (field.kind !== "list") return source.text(path);
  const places = Array.from({ length: source.count(path) }, (_, place) => joined(path, place));
  return places.map((place) => draftFrom(field.fields, place, source));
}

/** Without script, a ticked box removes the picture. */
function pictureFrom(path: string, source: Source): Draft {
  const id = source.text(path);
  if (id === "" || source.text(`${path}-remove`) !== "") return "";
  const [x = "", y = ""] = source.all(`${path}-focus`);
  const [width = "", height = ""] = source.text(`${path}-size`).split("x");
  const alt = { en: source.text(`${path}-alt`), sw: source.text(`${path}-alt-sw`) };
  return { id, width, height, alt, focus: { x, y } };
}

export function picturePlaces(fields: Field[], draft: Draft, at = ""): string[] {
  return flattened(fields).flatMap((field) => {
    const path = joined(at, field.name);
    if (field.kind === "picture") return [path];
    if (field.kind === "group") return picturePlaces(field.fields, draft, path);
    const items = field.kind === "list" ? valueAt(draft, path) : undefined;
    if (field.kind !== "list" || !Array.isArray(items)) return [];
    return items.flatMap((_, place) => picturePlaces(field.fields, draft, joined(path, place)));
  });
}

export const inputAt = (path: string) =>
  path.replace(/\.alt\.(en|sw)$/, (_, language) => `-alt${language === "sw" ? "-sw" : ""}`);

/** The intents of a list's buttons: `add:stats`, `remove:stats.1`, `up:stats.1` and `down:stats.1`. */
export function withListChange(fields: Field[], draft: Draft, intent: string): Draft {
  const { verb = "", path = "" } = /^(?<verb>add|remove|up|down):(?<path>[\w.]+)$/.exec(intent)?.groups ?? {};
  const listPath = verb === "add" ? path : path.replace(/\.?[^.]+$/, "");
  const field = flattened(fields).find((each) => each.name === listPath);
  const items = valueAt(draft, listPath);
  if (field?.kind !== "list" || !Array.isArray(items)) return draft;
  if (verb === "add")
    return items.length < field.most
      ? withValue(draft, listPath, [...items, blankDraft(field.fields)])
      : draft;
  const place = Number(path.slice(listPath.length + 1));
  const item = items[place];
  if (item === undefined) return draft;
  const others = items.toSpliced(place, 1);
  if (verb === "remove") return withValue(draft, listPath, others);
  const to = Math.max(0, verb === "up" ? place - 1 : place + 1);
  return withValue(draft, listPath, others.toSpliced(to, 0, item));
}

/** Without the items at the end of each list that were added and not typed in yet. */
export function withoutUntouched(fields: Field[], draft: Draft): Draft {
  return flattened(fields).reduce<Draft>((rest, field) => {
    const value = valueAt(rest, field.name);
    if (value === undefined) return rest;
    if (field.kind === "group") return withValue(rest, field.name, withoutUntouched(field.fields, value));
    if (field.kind !== "list" || !Array.isArray(value)) return rest;
    const blank = blankDraft(field.fields);
    const last = value.findLastIndex((item) => !isSame(blank, item));
    return withValue(rest, field.name, value.slice(0, last + 1));
  }, draft);
}

const languageNames = new Map([
  ["en", "English"],
  ["sw", "Kiswahili"],
]);

/** The differences between two versions, by field name, with values as a reader knows them from the form. */
export const labelledChanges = (fields: Field[], before: Draft, after: Draft) =>
  changesBetween(before, after).map((change) => ({
    path: change.path,
    label: labelOf(fields, change.path),
    before: inWords(fields, before, change.path, change.before),
    after: inWords(fields, after, change.path, change.after),
  }));

function inWords(fields: Field[], draft: Draft, path: string, value: Draft | null): Draft | null {
  const field = fieldAt(fields, path.split("."));
  if (field === undefined || typeof value !== "string") return value;
  if (field.kind === "choice")
    return [...field.options, ...(field.kept ?? [])].find((each) => each.value === value)?.label ?? value;
  if (field.kind === "switch") return value === "yes" ? "yes" : "no";
  if (field.kind !== "line") return value;
  if (field.type === "date") return storedDay(value);
  if (value === field.onlyWithout?.word) return "";
  return field.amount ? asMoney(draft, value) : value;
}

function fieldAt(fields: Field[], [name, ...below]: string[]): NamedField | undefined {
  const field = flattened(fields).find((each) => each.name === (name ?? ""));
  if (field?.kind === "group") return fieldAt(field.fields, below);
  if (field?.kind === "list") return fieldAt(field.fields, below.slice(1));
  return below.length === 0 ? field : undefined;
}

/** Amounts have their currency, which can differ too. */
function asMoney(draft: Draft, value: string): string {
  const currency = currencies.find((each) => each === valueAt(draft, "currency"));
  const money = currency === undefined ? null : readAmount(value, currency);
  return money === null ? value : formatMoney(money, "en");
}

/** A readable name for a path: `stats.0.label.en` is "Figures: Figure 1, Label (English)". */
export function labelOf(fields: Field[], path: string): string {
  return labelFrom(fields, path.split(".")) || path;
}

function labelFrom(fields: Field[], names: string[]): string {
  const [name, ...below] = names;
  const [place, ...rest] = below;
  if (name === undefined) return "";
  const field = flattened(fields).find((each) => each.name === name);
  if (!field) return suffix(name);
  if (field.kind === "group") return `${field.label}: ${labelFrom(field.fields, below)}`;
  if (field.kind === "picture" && place === "alt") return `${field.label}, what it shows${suffix(rest[0])}`;
  if (field.kind === "picture" && place === "focus") return `${field.label}, what stays in view`;
  if (field.kind !== "list" || place === undefined) return field.label + suffix(place);
  const item = `${field.label}: ${field.one} ${Number(place) + 1}`;
  const inside = labelFrom(field.fields, rest);
  return item + (inside === "" || inside.startsWith(" ") ? inside : `, ${inside}`);
}

function suffix(language = ""): string {
  const name = languageNames.get(language);
  return name ? ` (${name})` : "";
}
