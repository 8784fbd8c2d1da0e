import type { ReactNode } from "react";
import { Link } from "react-router";
import { useChangedAddress } from "./address.ts";
import { openRow } from "./open-row.ts";

export type Column<Item> = {
  head: string;
  cell: (row: Item) => ReactNode;
  /** The value of `sort` for this column. The sign is that of the first press: `-` is descending. */
  sort?: string;
  figure?: boolean;
  /** On wide screens, a brief list gives the other columns what a narrow one does not need. */
  width?: "name" | "narrow" | "middle" | "status" | "time" | "menu";
  /** On narrow screens, a brief list hides a detail, shortens the rest, and shows a fold in a line of its own. */
  whenBrief?: "detail" | "rest" | "fold";
};

type Props<Item> = {
  caption: string;
  /** The first column names the row. */
  columns: Column<Item>[];
  rows: Item[];
  keyOf: (row: Item) => string;
  sort?: string;
  /** Each row is one line on wide screens, and three on narrow ones. */
  isBrief?: boolean;
  /** On narrow screens, the name and the rest of a brief list can take a second line. */
  keepsNamesWhole?: boolean;
  /** The names are as short as a date: the figures get the width, and cards show each at the end of its line. */
  isOfFigures?: boolean;
  /** The link of the first column is a part of a sentence, not the page of the row. */
  isLog?: boolean;
};

/** Narrow screens show each row as a card. The roles keep the table for screen readers there. */
export function ListTable<Item>(props: Props<Item>) {
  const { caption, columns, rows, keyOf, sort } = props;
  const { isBrief = false, keepsNamesWhole = false, isOfFigures = false, isLog = false } = props;
  const address = useChangedAddress();
  return (
    <table
      className="list"
      role="table"
      data-brief={isBrief ? "" : undefined}
      data-whole-names={keepsNamesWhole ? "" : undefined}
      data-figures={isOfFigures ? "" : undefined}
      data-opens={isLog ? undefined : ""}
    >
      <caption className="visually-hidden">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ head, sort: own, figure, width }) => {
            const present = own !== undefined && sort !== undefined && unsigned(own) === unsigned(sort);
            return (
              <th
                key={head}
                role="columnheader"
                scope="col"
                data-figure={figure}
                data-width={width}
                data-sortable={own !== undefined}
                aria-sort={present ? (sort.startsWith("-") ? "descending" : "ascending") : undefined}
              >
                {own === undefined ? (
                  head
                ) : (
                  <Link to={address({ sort: present ? opposite(sort) : own })}>{head}</Link>
                )}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody role="rowgroup" onClick={isLog ? undefined : openRow}>
        {rows.map((row) => (
          <Row key={keyOf(row)} columns={columns} row={row} item={keyOf(row)} />
        ))}
      </tbody>
    </table>
  );
}

type RowProps<Item> = { columns: Column<Item>[]; row: Item; item: string };

function Row<Item>({ columns, row, item }: RowProps<Item>) {
  return (
    <tr role="row" data-item={item}>
      {columns.map(({ head, cell, figure, whenBrief }, at) =>
        at === 0 ? (
          <th key={head} role="rowheader" scope="row">
            {cell(row)}
          </th>
        ) : (
          <td
            key={head}
            role="cell"
            data-head={head}
            data-figure={figure}
            data-detail={whenBrief === "detail" ? "" : undefined}
            data-rest={whenBrief === "rest" ? "" : undefined}
            data-fold={whenBrief === "fold" ? "" : undefined}
          >
            {cell(row)}
          </td>
        ),
      )}
    </tr>
  );
}

const unsigned = (sort: string) => sort.replace(/^-/, "");

const opposite = (sort: string) => (sort.startsWith("-") ? unsigned(sort) : `-${sort}`);
