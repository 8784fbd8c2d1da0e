import { Link } from "react-router";
import { formatMoney, tzs } from "#domain/money/money.ts";
import { units, type Compared } from "#domain/donations/periods.ts";
import { readFigureParts, type CampaignSum, type FigureParts } from "#database/donations/figures.ts";
import { databaseContext } from "#app/http/context.server.ts";
import { FilterErrors } from "#app/staff/list/filter-errors.tsx";
import { FilterForm } from "#app/staff/list/filter-form.tsx";
import { ListTable, type Column } from "#app/staff/list/list-table.tsx";
import { Amount, Moment } from "#app/staff/values.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { Chart } from "./chart.tsx";
import { readPeriod, type Period, type PeriodQuery } from "./query.ts";
import type { Route } from "./+types/page";

export const handle = { policy: "staff" };

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(databaseContext);
  const [figures, read] = await Promise.all([readFigureParts(db), readPeriod(db, url)]);
  return { figures, ...read };
}

export default function Figures({ loaderData }: Route.ComponentProps) {
  const { figures, typed, errors, period } = loaderData;
  return (
    <>
      <title>Figures</title>
      <meta name="robots" content="noindex" />
      <div className="staff-head">
        <h1>Figures</h1>
      </div>
      <section className="staff-card" aria-labelledby="over-time">
        <h2 id="over-time">Donations over time</h2>
        <PeriodPicker typed={typed} errors={errors} />
        <FilterErrors errors={errors} names={{ from: "From", to: "To" }} />
        {period && <OverTime period={period} typed={typed} />}
      </section>
      {period && <ByCampaign period={period} />}
      <section className="staff-card" aria-labelledby="public">
        <h2 id="public">Figures on public pages</h2>
        <p>
          Each figure is the sum of its donations in the ledger and, if <Link to="/admin/stats">Stats</Link>{" "}
          switches it on, the amount of the reporting service. Donations in dollars are counted separately.
        </p>
        <ListTable
          caption="Public figures"
          columns={columns}
          rows={figures}
          keyOf={({ subject }) => subject}
        />
      </section>
    </>
  );
}

type Picker = { typed: PeriodQuery; errors: { field: string; message: string }[] };

function PeriodPicker({ typed, errors }: Picker) {
  const errorAt = (name: string) => errors.find(({ field }) => field === name)?.message;
  return (
    <FilterForm label="Choose a period" button="Show">
      <Field id="from" label="From" type="date" error={errorAt("from")} defaultValue={typed.from} />
      <Field id="to" label="To" type="date" error={errorAt("to")} defaultValue={typed.to} />
      <SelectField
        id="unit"
        label="By"
        defaultValue={typed.unit}
        options={units.map((value) => ({ value, label: unitWords[value] }))}
      />
    </FilterForm>
  );
}

const unitWords = { day: "Day", week: "Week", month: "Month" };

function OverTime({ period: { range, before, parts }, typed }: { period: Period; typed: PeriodQuery }) {
  const now = sumOf(parts);
  const then = sumOf(parts.map((part) => part.before));
  const words = `${inWords(now)} from ${range.from} to ${range.to}. Before, from ${before.from} to ${before.to}: ${inWords(then)}.`;
  const query = new URLSearchParams({ from: range.from, to: range.to });
  return (
    <>
      <p suppressHydrationWarning>{words}</p>
      <Chart parts={parts} label={`Donations in shillings. ${words}`} />
      <p>Bars show this period. Lines show the period before.</p>
      <p>
        <a
          href={`/admin/figures.csv?${new URLSearchParams({ ...Object.fromEntries(query), unit: typed.unit })}`}
        >
          Download as CSV
        </a>
      </p>
      <p>
        <Link to={`/admin/donations?${query}&state=completed`}>Donations of this period</Link>
      </p>
      <details>
        <summary>Show the numbers</summary>
        <ListTable caption="Donations over time" columns={partColumns} rows={parts} keyOf={keyOfPart} />
      </details>
    </>
  );
}

function ByCampaign({ period: { range, campaigns } }: { period: Period }) {
  const query = new URLSearchParams({ from: range.from, to: range.to, state: "completed" });
  const name: Column<CampaignSum> = {
    head: "Campaign",
    cell: ({ campaign, title }) => <Link to={`/admin/donations?${query}&campaign=${campaign}`}>{title}</Link>,
  };
  return (
    <section className="staff-card" aria-labelledby="by-campaign">
      <h2 id="by-campaign">Donations by campaign</h2>
      {campaigns.length === 0 ? (
        <p>No donations in these periods.</p>
      ) : (
        <ListTable
          caption="Donations by campaign"
          columns={[name, ...campaignColumns]}
          rows={campaigns}
          keyOf={({ campaign }) => campaign}
        />
      )}
    </section>
  );
}

const campaignColumns: Column<CampaignSum>[] = [
  { head: "Amount", figure: true, cell: ({ raised }) => <Amount of={tzs(raised)} /> },
  { head: "Donations", figure: true, cell: ({ donors }) => donors },
  { head: "Amount before", figure: true, cell: ({ raisedBefore }) => <Amount of={tzs(raisedBefore)} /> },
];

type Sum = { raised: bigint; donors: number };

const sumOf = (sums: Sum[]): Sum => ({
  raised: sums.reduce((total, { raised }) => total + raised, 0n),
  donors: sums.reduce((total, { donors }) => total + donors, 0),
});

const inWords = ({ raised, donors }: Sum) =>
  `${formatMoney(tzs(raised), "en")} in ${donors === 1 ? "1 donation" : `${donors} donations`}`;

const keyOfPart = ({ part }: Compared) => part.from;

const partColumns: Column<Compared>[] = [
  { head: "Days", cell: ({ part }) => (part.from === part.to ? part.from : `${part.from} to ${part.to}`) },
  { head: "Amount", figure: true, cell: ({ raised }) => <Amount of={tzs(raised)} /> },
  { head: "Donations", figure: true, cell: ({ donors }) => donors },
  { head: "Amount before", figure: true, cell: ({ before }) => <Amount of={tzs(before.raised)} /> },
  { head: "Donations before", figure: true, cell: ({ before }) => before.donors },
];

const columns: Column<FigureParts>[] = [
  {
    head: "Figure",
    cell: ({ subject, title }) =>
      title === null ? (
        <Link to="/admin/donations?state=completed">Total Donated and Total Donors</Link>
      ) : (
        <Link to={`/admin/donations?state=completed&campaign=${subject}`}>{title}</Link>
      ),
  },
  { head: "Ledger", figure: true, cell: ({ ledger }) => <Parts {...ledger} /> },
  {
    head: "Reporting service",
    figure: true,
    cell: ({ external }) =>
      external === null ? (
        "Not fetched"
      ) : (
        <>
          <Parts {...external} />
          <small>{external.isAdded ? "Added" : "Switched off"}</small>
        </>
      ),
  },
  {
    head: "Shown",
    figure: true,
    cell: ({ ledger, external }) => <Parts {...sumOf(external?.isAdded ? [ledger, external] : [ledger])} />,
  },
  { head: "Fetched", cell: ({ external }) => external && <Moment at={external.fetchedAt} /> },
];

function Parts({ raised, donors }: Sum) {
  return (
    <>
      <Amount of={tzs(raised)} />
      <small>{donors === 1 ? "1 donation" : `${donors} donations`}</small>
    </>
  );
}
