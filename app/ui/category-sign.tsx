import { isCategory, type categories } from "#domain/campaigns/categories.ts";
import { LineIcon } from "./line-icon.tsx";

const drawings: Record<(typeof categories)[number], string> = {
  infrastructure: "M3 21h18M5 21V9l7-5 7 5v12M9 21v-6h6v6M9 11h6",
  scholarship: "M2 9l10-5 10 5-10 5zM6 11v5c3 3 9 3 12 0v-5M22 9v6",
  research: "M12 6C9 4 6 4 2 5v14c4-1 7-1 10 1 3-2 6-2 10-1V5c-4-1-7-1-10 1zM12 6v14",
  alumni:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M2 20c0-4 3-6 7-6s7 2 7 6M16 4.5a3.5 3.5 0 0 1 0 6M18 14.5c2.5.5 4 2.5 4 5.5",
  zakat:
    "M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8M3 15h4l4 2h3a1.5 1.5 0 0 1 0 3h-4M14 18l5-3c1.5-.8 2.8.8 1.5 2L15 21H7l-4-2",
  "registered-waqfu": "M12 21v-9M12 14c-5 0-7-3-7-7 5 0 7 3 7 7M12 11c0-5 3-7 7-7 0 5-3 7-7 7M6 21h12",
  events: "M4 6h16v15H4zM4 11h16M8 3v5M16 3v5M8 15h3v3H8z",
};

/** Stands beside the category's name. A file of all drawings would weigh more than those that a page shows. */
export function CategorySign({ category }: { category: string }) {
  if (!isCategory(category)) return null;
  return (
    <LineIcon className="sign" size={18}>
      <path d={drawings[category]} />
    </LineIcon>
  );
}
