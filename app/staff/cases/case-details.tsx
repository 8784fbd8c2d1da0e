import { Link } from "react-router";
import { z } from "zod";
import { formatDay } from "#domain/system/calendar.ts";
import { currencies, formatMoney, type Currency, type Money } from "#domain/money/money.ts";
import { networkWords, paymentWords, providerWords } from "#app/staff/donations/words.ts";
import { Reference } from "#app/staff/values.tsx";
import { amountWords, outcomeWords } from "./words.ts";

const wrongShape = z.array(
  z.object({ field: z.string(), asked: z.string().nullable(), said: z.string().nullable() }),
);

const donationsShape = z.array(z.object({ id: z.string(), externalId: z.string() }));

type Props = { details: Record<string, unknown>; requested: Money | null };

/** The stored details of a case: differences as a table, everything else by name. */
export function CaseDetails({ details: { wrong, donations, ...rest }, requested: money }: Props) {
  const differences = wrongShape.safeParse(wrong);
  const rows = differences.success ? differences.data : [];
  const named = donationsShape.safeParse(donations);
  const asCurrency = (said: string | null) => currencies.find((each) => each === said);
  const currency = money?.currency ?? asCurrency(asText(rest["currency"] ?? "")) ?? "TZS";
  const reportedCurrency =
    asCurrency(rows.find(({ field }) => field === "currency")?.said ?? null) ?? money?.currency;
  return (
    <>
      {rows.length > 0 && (
        <Differences rows={rows} currency={money?.currency} reportedCurrency={reportedCurrency} />
      )}
      {named.success && (
        <ul>
          {named.data.map(({ id, externalId }) => (
            <li key={id}>
              <Link to={`/admin/donations/${id}`}>
                <Reference of={externalId} />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {Object.keys(rest).length > 0 && (
        <dl className="staff-facts">
          {Object.entries(rest).map(([name, value]) => (
            <div key={name}>
              <dt>{labels[name] ?? capitalized(name)}</dt>
              <dd>{factText(name, value, currency)}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

type DifferencesProps = {
  rows: z.output<typeof wrongShape>;
  currency: Currency | undefined;
  reportedCurrency: Currency | undefined;
};

function Differences({ rows, currency, reportedCurrency }: DifferencesProps) {
  return (
    <table className="list" role="table">
      <caption className="visually-hidden">Differences</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            {" "}
            Field
          </th>
          <th role="columnheader" scope="col">
            Requested
          </th>
          <th role="columnheader" scope="col">
            Reported
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map(({ field, asked, said }) => (
          <tr key={field} role="row">
            <th role="rowheader" scope="row">
              {capitalized(field)}
            </th>
            <td role="cell" data-head="Requested">
              {written(field, asked, currency)}
            </td>
            <td role="cell" data-head="Reported">
              {written(field, said, reportedCurrency)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function written(field: string, value: string | null, currency: Currency | undefined): string {
  if (value === null) return "–";
  const known = Object.entries(networkWords).find(([network]) => field === "network" && network === value);
  if (field !== "amount" || currency === undefined) return known?.[1] ?? value;
  return amountWords(value, currency);
}

/** The source of each detail. Others are named as they are stored. */
const labels: Record<string, string> = {
  outcome: "Provider says",
  said: "Provider says now",
  hint: "Callback says",
  failure: "Another file says",
  source: "Found on",
  status: "Our record before",
};

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

function factText(name: string, value: unknown, currency: Currency): string {
  const text = asText(value);
  const known = wordsOf[name]?.[text];
  if (known !== undefined) return known;
  if (name === "amount" && /^\d+$/.test(text)) return formatMoney({ amount: BigInt(text), currency }, "en");
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatDay(text, "en");
  return text;
}

const recordWords = Object.fromEntries(
  Object.entries(paymentWords).map(([status, [word]]) => [status, word]),
);

const wordsOf: Record<string, Record<string, string>> = {
  outcome: outcomeWords,
  said: outcomeWords,
  hint: outcomeWords,
  failure: outcomeWords,
  source: { statement: "A statement" },
  status: recordWords,
  provider: providerWords,
};

function asText(value: unknown): string {
  if (Array.isArray(value)) return value.map(asText).join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}
