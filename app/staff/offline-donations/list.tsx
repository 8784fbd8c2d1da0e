import { Link } from "react-router";
import { z } from "zod";
import {
  listOfflineDonations,
  totalOfflineDonations,
  type OfflineDonationRecord,
} from "#database/donations/offline.ts";
import { formatDay } from "#domain/system/calendar.ts";
import { offlineStatuses } from "#domain/donations/offline.ts";
import { databaseContext } from "#app/http/context.server.ts";
import { methodWords } from "#app/staff/donations/words.ts";
import { useChangedAddress } from "#app/staff/list/address.ts";
import { oneOf, readCursor, typedText } from "#app/staff/list/list-query.ts";
import { readSealedQuery } from "#app/staff/list/sealed-search.server.ts";
import { FilterForm } from "#app/staff/list/filter-form.tsx";
import { FilterSum } from "#app/staff/list/filter-sum.tsx";
import { ListTable, type Column } from "#app/staff/list/list-table.tsx";
import { EmptyList } from "#app/staff/list/nothing.tsx";
import { ListPager } from "#app/staff/list/pager.tsx";
import { Status } from "#app/staff/list/status.tsx";
import { Amount } from "#app/staff/values.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { statusWords } from "./words.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/list";

export const handle = { policy: "staff" };

const pageSize = 50;
const offlineQuery = z.object({ q: typedText(), status: oneOf(offlineStatuses) });

export async function loader({ context, url }: Route.LoaderArgs) {
  const { q, status } = readSealedQuery(context, url, offlineQuery);
  const listQuery = { cursor: readCursor(url), size: pageSize };
  const db = context.get(databaseContext);
  const filter = { text: q, status };
  const [page, total] = await Promise.all([
    listOfflineDonations(db, filter, listQuery),
    totalOfflineDonations(db, filter),
  ]);
  return { q, status, page, total };
}

export default function OfflineDonations({ loaderData }: Route.ComponentProps) {
  const { q, status, page, total } = loaderData;
  return (
    <>
      <PageHead title="Offline donations">
        <Link className="button" to="/admin/offline-donations/new">
          Add a donation
        </Link>
      </PageHead>
      <p className="list-line">
        Donations received by bank transfer or in cash. One person enters the donation and another confirms
        that the money arrived. Then it is counted.
      </p>
      <FilterForm isSealed label="Find offline donations">
        <Field id="q" label="Reference or donor" type="search" defaultValue={q} maxLength={120} />
        <SelectField
          id="status"
          label="Status"
          defaultValue={status ?? ""}
          options={[
            { value: "", label: "All" },
            ...offlineStatuses.map((value) => ({ value, label: statusWords[value][0] })),
          ]}
        />
      </FilterForm>
      {page.rows.length === 0 ? (
        <EmptyList title="No offline donations found">
          <p>
            This list shows only donations entered by staff. Bank donations from the demonstration data are
            under Donations.
          </p>
          <Link className="button quiet small" to="/admin/donations?provider=offline">
            View all bank and cash donations
          </Link>
        </EmptyList>
      ) : (
        <>
          <FilterSum
            count={total.count}
            counted={{ count: total.confirmed, word: "confirmed" }}
            sums={total.sums}
          />
          {status === null && total.entered > 0 && <Waiting count={total.entered} />}
          <ListTable
            caption="Offline donations"
            columns={columns}
            rows={page.rows}
            keyOf={({ id }) => String(id)}
          />
        </>
      )}
      <ListPager {...page} />
    </>
  );
}

function Waiting({ count }: { count: number }) {
  const address = useChangedAddress();
  return (
    <p className="list-total">
      <Link to={address({ status: "entered" })}>
        {count === 1 ? "1 needs confirmation" : `${count} need confirmation`}
      </Link>
    </p>
  );
}

const columns: Column<OfflineDonationRecord>[] = [
  {
    head: "Reference",
    cell: ({ id, reference, document }) => (
      <>
        <Link to={`/admin/offline-donations/${id}`}>{reference}</Link>
        {document === null && <small>No document</small>}
      </>
    ),
  },
  { head: "Amount", figure: true, cell: ({ amount }) => <Amount of={amount} /> },
  { head: "Donor", cell: ({ donor }) => (donor.kind === "anonymous" ? "Anonymous" : donor.name) },
  { head: "Campaign", cell: ({ campaign }) => campaign.title },
  {
    head: "Date received",
    cell: ({ receivedOn, method }) => (
      <span suppressHydrationWarning>
        {formatDay(receivedOn, "en")}
        <small>{methodWords[method]}</small>
      </span>
    ),
  },
  {
    head: "Status",
    cell: ({ status, enteredBy, decidedBy }) => (
      <>
        <Status tone={statusWords[status][1]}>{statusWords[status][0]}</Status>
        <small>{status === "entered" ? `by ${enteredBy.name}` : `by ${decidedBy ?? ""}`}</small>
      </>
    ),
  },
];
