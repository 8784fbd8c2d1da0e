import { Link } from "react-router";
import { z } from "zod";
import { readDecidableFrom } from "#database/cases/approvers.ts";
import { listProposals } from "#database/cases/proposals.ts";
import { proposalKinds, proposalStatuses } from "#domain/cases/proposal.ts";
import { databaseContext } from "#app/http/context.server.ts";
import { oneOf, readListQuery, readCursor } from "#app/staff/list/list-query.ts";
import { FilterForm } from "#app/staff/list/filter-form.tsx";
import { ListTable, type Column } from "#app/staff/list/list-table.tsx";
import { EmptyList } from "#app/staff/list/nothing.tsx";
import { ListPager } from "#app/staff/list/pager.tsx";
import { Status } from "#app/staff/list/status.tsx";
import { Amount, Moment } from "#app/staff/values.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { FromWhen } from "./from-when.tsx";
import { kindWords, statusWords } from "./words.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/list";

export const handle = { policy: "staff" };

const query = z.object({
  kind: oneOf(proposalKinds),
  status: z.enum([...proposalStatuses, "all"]).catch("open"),
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const listQuery = readListQuery(url, query);
  const status = listQuery.status === "all" ? null : listQuery.status;
  const filter = { kind: listQuery.kind, status };
  const db = context.get(databaseContext);
  const { rows, ...page } = await listProposals(db, filter, { cursor: readCursor(url), size: 50 });
  const open = rows.filter((row) => row.status === "open").map(({ id }) => id);
  const from = await readDecidableFrom(db, open);
  return { listQuery, page: { ...page, rows: rows.map((row) => ({ ...row, from: from.get(row.id) })) } };
}

export default function Proposals({ loaderData }: Route.ComponentProps) {
  const { listQuery, page } = loaderData;
  return (
    <>
      <PageHead title="Approvals" />
      <p className="staff-lead">
        These changes need a request by a person on staff and its approval by an admin. Each request says who
        can approve it, and from when.
      </p>
      <FilterForm label="Find requests">
        <SelectField
          id="kind"
          label="About"
          defaultValue={listQuery.kind ?? ""}
          options={[
            { value: "", label: "All" },
            ...proposalKinds.map((value) => ({ value, label: kindWords[value] })),
          ]}
        />
        <SelectField
          id="status"
          label="Status"
          defaultValue={listQuery.status}
          options={[
            ...proposalStatuses.map((value) => ({ value, label: statusWords[value][0] })),
            { value: "all", label: "All" },
          ]}
        />
      </FilterForm>
      {page.rows.length === 0 ? (
        <EmptyList title={listQuery.status === "open" ? "Nothing needs approval" : "No requests found"}>
          <p>
            Request a refund or a move from the donation, record a payment from its case, and change bank
            details in the Bank Details editor.
          </p>
        </EmptyList>
      ) : (
        <ListTable
          caption="Requests"
          columns={listQuery.status === "open" ? columns.filter(({ head }) => head !== decided) : columns}
          rows={page.rows}
          keyOf={({ id }) => String(id)}
          isBrief
        />
      )}
      <ListPager {...page} />
    </>
  );
}

type Listed = Awaited<ReturnType<typeof loader>>["page"]["rows"][number];

const decided = "Decided";

const columns: Column<Listed>[] = [
  {
    head: "About",
    cell: ({ id, kind, reason, proposer }) => (
      <>
        <Link to={`/admin/approvals/${id}`}>{kindWords[kind]}</Link>
        <small className="row-kept">
          {proposer}: {reason}
        </small>
      </>
    ),
  },
  { head: "Amount", figure: true, cell: ({ donation }) => donation && <Amount of={donation.amount} /> },
  {
    head: "Donation",
    whenBrief: "rest",
    cell: ({ donation }) =>
      donation && (
        <>
          {donation.donor}, {donation.campaign}
        </>
      ),
  },
  {
    head: "Status",
    cell: ({ status, from }) => {
      const [word, tone] = statusWords[status];
      return (
        <>
          <Status tone={tone}>{word}</Status>
          <FromWhen from={from} />
        </>
      );
    },
  },
  {
    head: "Requested",
    cell: ({ proposedAt }) => <Moment at={proposedAt} />,
  },
  {
    head: decided,
    whenBrief: "detail",
    cell: ({ decider, decidedAt }) =>
      decidedAt && (
        <>
          <Moment at={decidedAt} />
          <small>{decider}</small>
        </>
      ),
  },
];
