import { sql, type AliasedRawBuilder, type Insertable } from "kysely";
import { z } from "zod";
import { fieldsOf } from "#domain/content/editor-fields.ts";
import { flattened, type ListField, type NamedField } from "#domain/content/field.ts";
import { pictureColumn, pictureColumns } from "#database/columns.ts";
import type { Tables } from "#database/tables.ts";

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : "";

/** The columns that are not named like their field. A field without a column is a type error here. */
type OtherNames<Shape, Row> = {
  [Field in keyof Shape & string as Snake<Field> extends keyof Row ? never : Field]: keyof Row & string;
};

type ColumnOf<Field extends string, Names> = Field extends keyof Names ? Names[Field] & string : Snake<Field>;

type ColumnsOf<Shape, Names> = {
  [Field in keyof Shape & string]: ColumnOf<Field, Names> | `${ColumnOf<Field, Names>}_sw`;
}[keyof Shape & string];

/**
 * Maps the fields of a schema to columns of a table. The field `eventDay` has the column `event_day`. A text in two
 * languages also has `event_day_sw`. An empty text is null. A list of texts or objects is JSON, one for each language.
 */
export function recordColumns<
  Table extends keyof Tables,
  Shape extends z.ZodRawShape,
  const Names extends OtherNames<Shape, Tables[Table]>,
>(table: Table, shape: Shape, names: Names) {
  type Value = z.output<z.ZodObject<Shape>>;
  type Row = Pick<Insertable<Tables[Table]>, ColumnsOf<Shape, Names> & keyof Insertable<Tables[Table]>>;
  const others = new Map(Object.entries<string>(names));
  const mapped = flattened(fieldsOf(z.object(shape))).map((field): Mapped => ({
    field,
    column: others.get(field.name) ?? snake(field.name),
    empty: z.safeParse(shape[field.name] ?? z.null(), null).success ? null : "",
  }));
  return {
    table,
    /** Selects whole pictures, under the names of their fields. `fromRow` needs them. */
    pictures: mapped.flatMap(picturesOf),
    fromRow(row: object): Value {
      const cells = new Map<string, unknown>(Object.entries(row));
      const value = mapped.map((one) => [one.field.name, readField(one, cells)]);
      // The database keeps what the schema accepted. To check it again could hide a page when a limit becomes stricter.
      return Object.fromEntries(value) as Value;
    },
    toRow(value: Value): Row {
      const cells = mapped.flatMap((one) => cellsOf(one, partOf(value, one.field.name)));
      // A test writes and reads each field of each record.
      return Object.fromEntries(cells) as Row;
    },
  };
}

type Mapped = { field: NamedField; column: string; empty: "" | null };

function picturesOf({ field, column }: Mapped): AliasedRawBuilder<unknown, string>[] {
  if (field.kind === "picture") return [pictureColumn(sql.ref(column)).as(field.name)];
  return isList(field, "picture") ? [pictureColumns(sql.ref(column)).as(field.name)] : [];
}

function readField({ field, column, empty }: Mapped, cells: Map<string, unknown>): unknown {
  const own = cells.get(column) ?? null;
  const swahili = cells.get(swahiliOf(column)) ?? null;
  if (field.kind === "picture" || isList(field, "picture")) return cells.get(field.name) ?? null;
  if (field.kind === "written") return { en: own ?? "", sw: swahili };
  if (field.kind !== "list") return own ?? empty;
  return itemsOf(own).map((item, at) => readItem(field, item, itemsOf(swahili)[at]));
}

function readItem(list: ListField, item: unknown, swahili: unknown): unknown {
  if (isList(list, "written")) return { en: item, sw: swahili ?? null };
  const [only, ...fields] = flattened(list.fields);
  if (only === undefined || only.name === "") return item;
  return Object.fromEntries([only, ...fields].map((field) => [field.name, readPart(field, item, swahili)]));
}

/** Items that are older than a field have its initial value. */
function readPart(field: NamedField, item: unknown, swahili: unknown): unknown {
  const kept = partOf(item, field.name);
  if (field.kind !== "written") return kept ?? field.initial ?? "";
  if (kept !== undefined) return { en: kept, sw: partOf(swahili, field.name) ?? null };
  return { en: partOf(field.initial, "en") ?? "", sw: partOf(field.initial, "sw") || null };
}

function cellsOf({ field, column }: Mapped, value: unknown): [column: string, cell: unknown][] {
  if (field.kind === "picture") return [[column, partOf(value, "id") ?? null]];
  if (field.kind === "written")
    return [
      [column, partOf(value, "en") || null],
      [swahiliOf(column), partOf(value, "sw")],
    ];
  if (field.kind !== "list") return [[column, value === "" ? null : value]];
  const items = itemsOf(value);
  if (isList(field, "picture")) return [[column, items.map((picture) => partOf(picture, "id"))]];
  if (isList(field, "line")) return [[column, items]];
  return [
    [column, JSON.stringify(items.map((item) => inOneLanguage(field, item, "en")))],
    [swahiliOf(column), JSON.stringify(items.map((item) => inOneLanguage(field, item, "sw")))],
  ];
}

/** Only the English item has the parts that are not translated. */
function inOneLanguage(list: ListField, item: unknown, language: "en" | "sw"): unknown {
  if (isList(list, "written")) return partOf(item, language);
  const parts = flattened(list.fields).flatMap(({ name, kind }) => {
    if (kind === "written") return [[name, partOf(partOf(item, name), language)]];
    return language === "en" ? [[name, partOf(item, name)]] : [];
  });
  return Object.fromEntries(parts);
}

/** True for a list of single values of this kind. */
function isList(field: NamedField, kind: NamedField["kind"]): boolean {
  const [only] = field.kind === "list" ? flattened(field.fields) : [];
  return only?.name === "" && only.kind === kind;
}

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const swahiliOf = (column: string) => `${column}_sw`;
const itemsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function partOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
