import { Link } from "react-router";
import {
  listDonations,
  totalDonations,
  type FilterTotal,
  type ListedDonation,
} from "#database/donations/list.ts";
import type { ListPage } from "#database/list-page.ts";
import { listAllCampaigns } from "#database/campaigns/staff.ts";
import { donationStates } from "#domain/donations/state.ts";
import { formatNational, type Network } from "#domain/payments/phone.ts";
import { databaseContext } from "#app/http/context.server.ts";
import { useChangedAddress } from "#app/staff/list/address.ts";
import { readCursor } from "#app/staff/list/list-query.ts";
import { readSealedQuery } from "#app/staff/list/sealed-search.server.ts";
import { FilterErrors } from "#app/staff/list/filter-errors.tsx";
import { FilterForm } from "#app/staff/list/filter-form.tsx";
import { ListTable, type Column } from "#app/staff/list/list-table.tsx";
import { EmptyList } from "#app/staff/list/nothing.tsx";
import { FilterSum } from "#app/staff/list/filter-sum.tsx";
import { ListPager } from "#app/staff/list/pager.tsx";
import { Status } from "#app/staff/list/status.tsx";
import { Amount } from "#app/staff/values.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { DonationTime } from "./donation-time.tsx";
import { amountHint, methods, providers } from "./filters.ts";
import { donationQuery, filterOf, type DonationQuery } from "./query.ts";
import { methodWords, paymentWords, providerWords, stateWords, networkWords } from "./words.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/list";

export const handle = { policy: "staff" };

const pageSize = 50;

/** More donations are counted only when staff ask, because this takes longer than the page. */
const mostCounted = 10_000;

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(databaseContext);
  const query = readSealedQuery(context, url, donationQuery);
  const listQuery = { cursor: readCursor(url), size: pageSize, order: query.sort };
  const read = filterOf(query);
  const most = url.searchParams.get("total") === "all" ? null : mostCounted;
  const [page, total, campaigns] = await Promise.all([
    read.ok ? listDonations(db, read.filter, listQuery) : null,
    read.ok ? totalDonations(db, read.filter, most) : null,
    listAllCampaigns(db),
  ]);
  return { query, page, total, campaigns, errors: read.ok ? [] : read.errors };
}

export default function Donations({ loaderData }: Route.ComponentProps) {
  const { query, page, total, campaigns, errors } = loaderData;
  return (
    <>
      <PageHead title="Donations" />
      <FilterForm
        isSealed
        label="Find donations"
        tabbed="state"
        tabs={<StatusTabs chosen={query.state} />}
        more={<MoreFilters query={query} campaigns={campaigns} errors={errors} />}
      >
        <Field
          id="q"
          label="Search donations"
          placeholder="Name, email, phone, reference, receipt number, amount or “Anonymous”"
          type="search"
          defaultValue={query.q}
          maxLength={120}
        />
      </FilterForm>
      <FilterErrors errors={errors} names={fieldNames} />
      {page && total && <Found page={page} total={total} query={query} />}
    </>
  );
}

/** The questions of every day. The other statuses are in the filters. */
function StatusTabs({ chosen }: { chosen: DonationQuery["state"] }) {
  const address = useChangedAddress();
  return (
    <nav className="list-tabs" aria-label="Shown donations">
      {tabs.map(({ state, label }) => (
        <Link
          key={label}
          to={address({ state })}
          aria-current={state === (chosen ?? "") ? "true" : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

const tabs = [
  { state: "", label: "All" },
  { state: "pending", label: stateWords.pending[0] },
  { state: "failed", label: stateWords.failed[0] },
];

type FoundProps = { page: ListPage<ListedDonation>; total: FilterTotal; query: DonationQuery };

function Found({ page, total, query }: FoundProps) {
  return (
    <>
      {page.rows.length === 0 ? (
        <EmptyList title="No donations found">
          <p>Try different filters or a different search. You can search by the start of a name.</p>
          <Link className="button quiet small" to="/admin/donations">
            Show all donations
          </Link>
        </EmptyList>
      ) : (
        <>
          <div className="list-line">
            <Total total={total} />
            <Export query={query} />
          </div>
          <ListTable
            caption="Donations"
            columns={columns}
            rows={page.rows}
            keyOf={({ id }) => String(id)}
            sort={query.sort}
            isBrief
          />
        </>
      )}
      <ListPager {...page} shown={page.rows.length} of={total.sums === null ? null : total.count} />
    </>
  );
}

function Total({ total: { count, paid, sums } }: { total: FilterTotal }) {
  const address = useChangedAddress();
  if (sums === null)
    return (
      <p className="list-total">
        More than {count.toLocaleString("en")} donations.{" "}
        <Link to={address({ total: "all" })}>Count all and add them up</Link>
      </p>
    );
  return <FilterSum count={count} counted={{ count: paid, word: "paid" }} sums={sums} />;
}

/** A form and not a link, because the export writes an audit entry. */
function Export({ query: { sort: _sort, ...query } }: { query: DonationQuery }) {
  return (
    <form className="list-export" method="post" action="/admin/donations/export.csv">
      {Object.entries(query).map(([name, value]) =>
        value ? <input key={name} type="hidden" name={name} value={value} /> : null,
      )}
      <p>By day of arrival. Recorded in the audit log.</p>
      <button className="button quiet small" type="submit">
        Export as CSV
      </button>
    </form>
  );
}

type Filters = Pick<Route.ComponentProps["loaderData"], "query" | "campaigns" | "errors">;

function MoreFilters({ query, campaigns, errors }: Filters) {
  const errorAt = (name: string) => errors.find(({ field }) => field === name)?.message;
  return (
    <>
      <SelectField
        id="campaign"
        label="Campaign"
        defaultValue={query.campaign}
        options={[any, ...campaigns.map(({ id, title }) => ({ value: id, label: title }))]}
      />
      <SelectField
        id="state"
        label="Status"
        defaultValue={query.state ?? ""}
        options={[any, ...donationStates.map((value) => ({ value, label: stateWords[value][0] }))]}
      />
      <SelectField
        id="provider"
        label="Provider"
        defaultValue={query.provider ?? ""}
        options={[any, ...providers.map((value) => ({ value, label: providerWords[value] }))]}
      />
      <SelectField
        id="method"
        label="Payment method"
        defaultValue={query.method ?? ""}
        options={[any, ...methods.map((value) => ({ value, label: methodWords[value] }))]}
      />
      <SelectField
        id="open"
        label="Unconfirmed payments"
        defaultValue={query.open ?? ""}
        options={[any, { value: "long", label: "For over 15 minutes" }]}
      />
      <Field
        id="amount"
        label="Amount"
        hint={amountHint}
        error={errorAt("amount")}
        inputMode="decimal"
        defaultValue={query.amount}
        maxLength={40}
      />
      <Field id="from" label="From" type="date" error={errorAt("from")} defaultValue={query.from} />
      <Field id="to" label="To" type="date" error={errorAt("to")} defaultValue={query.to} />
    </>
  );
}

const fieldNames = { amount: "Amount", from: "From", to: "To" };

const any = { value: "", label: "All" };

/** Beside the name, or on phones on a line of its own, where an address is not cut. */
const contactOf = ({ phone, email }: Pick<ListedDonation, "phone" | "email">) =>
  phone === null ? email : formatNational(phone);

/** The present name of a renamed network is on a line of its own. */
function NetworkName({ of }: { of: Network }) {
  const [name, present] = networkWords[of].split(/ (?=\()/);
  return (
    <>
      {name} {present !== undefined && <small>{present}</small>}
    </>
  );
}

const columns: Column<ListedDonation>[] = [
  {
    head: "Donor",
    width: "name",
    cell: ({ id, name, ...donation }) => {
      const contact = contactOf(donation);
      return (
        <>
          <Link to={`/admin/donations/${id}`} title={name}>
            {name}
          </Link>
          {contact !== null && <small title={contact}>{contact}</small>}
        </>
      );
    },
  },
  {
    ...{ head: "Amount", sort: "-amount", figure: true, width: "narrow" },
    cell: ({ amount }) => <Amount of={amount} />,
  },
  {
    head: "Campaign",
    cell: ({ campaign, ...donation }) => {
      const contact = contactOf(donation);
      return (
        <>
          {contact !== null && <small className="row-kept row-narrow">{contact}</small>}
          <span title={campaign}>{campaign}</span>
        </>
      );
    },
    whenBrief: "rest",
  },
  {
    ...{ head: "Status", width: "status" },
    cell: ({ state, payment }) => {
      const [word, tone] = stateWords[state];
      return (
        <span title={state === "pending" ? paymentWords[payment][0] : undefined}>
          <Status tone={tone}>{word}</Status>
        </span>
      );
    },
  },
  {
    ...{ head: "Paid with", whenBrief: "detail", width: "narrow" },
    cell: ({ provider, method, network }) => (
      <span title={`${methodWords[method]}, ${providerWords[provider]}`}>
        {network === null ? methodWords[method] : <NetworkName of={network} />}
      </span>
    ),
  },
  { head: "Date", sort: "-date", width: "time", cell: (donation) => <DonationTime {...donation} /> },
];
