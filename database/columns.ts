import { sql, type Expression, type RawBuilder } from "kysely";
import type { DescribedPicture } from "#domain/content/home.ts";
import type { Translated } from "#domain/content/language.ts";

export const translated = (en: string, sw: string | null): Translated => ({ en, sw });

/** Reads the whole picture of a column in the same query. */
export function pictureColumn(id: Expression<unknown>): RawBuilder<DescribedPicture | null> {
  return sql`(
    select jsonb_build_object(
      'id', id, 'width', width, 'height', height, 'alt', jsonb_build_object('en', alt, 'sw', alt_sw),
      'focus', jsonb_build_object('x', focus_x, 'y', focus_y)
    ) from pictures where pictures.id = ${id}
  )`;
}

/** Reads the pictures of a column with their ids, in their order. Unknown ids are left out. */
export function pictureColumns(ids: Expression<unknown>): RawBuilder<DescribedPicture[]> {
  return sql`array(
    select ${pictureColumn(sql.ref("named.id"))}
    from unnest(${ids}) with ordinality as named (id, position)
    where exists (select from pictures where pictures.id = named.id)
    order by position
  )`;
}
