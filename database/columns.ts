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
