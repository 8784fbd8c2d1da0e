import { isCategory } from "#domain/campaigns/categories.ts";

/** A small drawing beside the category's name. It is a file, because one list shows the same signs many times. */
export function CategorySign({ category }: { category: string }) {
  if (!isCategory(category)) return null;
  return (
    <svg className="sign" aria-hidden="true">
      <use href={`/signs.svg#${category}`} />
    </svg>
  );
}
