import { Link } from "react-router";
import { z } from "zod";
import { caseOrders, caseStates, listCases } from "#database/cases/list.ts";
import { readDecidableFrom } from "#database/cases/approvers.ts";
import { caseKinds } from "#domain/cases/kinds.ts";
import { FromWhen } from "#app/staff/approvals/from-when.tsx";
import { databaseContext } from "#app/http/context.server.ts";
import { oneOf, readListQuery, readCursor } from "#app/staff/list/list-query.ts";
import { FilterForm } from "#app/staff/list/filter-form.tsx";
import { ListTable, type Column } from "#app/staff/list/list-table.tsx";
import { EmptyList } from "#app/staff/list/nothing.tsx";
import { ListPager } from "#app/staff/list/pager.tsx";
import { Status } from "#app/staff/list/status.tsx";
import { Age, Amount, Reference } from "#app/staff/values.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { nameOfEmail } from "#app/staff/mail/words.ts";
import {
  caseWords,
  decisionWords,
  reportedInstead,
  standingOf,
  startOfConcern,
  subjectWords,
  unaskedAmount,
} from "./words.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/list";

export const handle = { policy: "staff" };

const statuses = [...caseStates, "all"] as const;

const query = z.object({
  kind: oneOf(caseKinds),
  status: z.enum(statuses).catch("open"),
  sort: z.enum(caseOrders).catch("-age"),
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const listQuery = readListQuery(url, query);
  const db = context.get(databaseContext);
  const { rows, ...page } = await listCases(
    db,
    { kind: listQuery.kind, state: listQuery.status === "all" ? null : listQuery.status },
    { cursor: readCursor(url), size: 50, order: listQuery.sort },
  );
  const from = await readDecidableFrom(
    db,
    rows.flatMap(({ request }) => request ?? []),
  );
  const listed = rows.map(({ details, ...row }) => ({
    ...row,
    from: row.request === null ? undefined : from.get(row.request),
    reported: reportedInstead({ ...row, details }),
    concern: startOfConcern(details),
    unasked: unaskedAmount({ ...row, details }),
  }));
  return { listQuery, page: { ...page, rows: listed }, now: new Date() };
}

type ListedCase = Awaited<ReturnType<typeof loader>>["page"]["rows"][number];

export default function Cases({ loaderData }: Route.ComponentProps) {
  const { listQuery, page, now } = loaderData;
  return (
    <>
      <PageHead title="Cases" />
      <p className="staff-lead">Problems that need a person to decide. Money first, then the oldest.</p>
      <FilterForm label="Find cases">
        <SelectField
          id="kind"
          label="Type"
          defaultValue={listQuery.kind ?? ""}
          options={[
            { value: "", label: "All" },
            ...caseKinds.map((value) => ({ value, label: caseWords(value).name })),
          ]}
        />
        <SelectField
          id="status"
          label="Status"
          defaultValue={listQuery.status}
          options={[
            { value: "open", label: "Open" },
            { value: "waiting", label: "Waiting for approval" },
            { value: "closed", label: "Closed" },
            { value: "all", label: "All" },
          ]}
        />
      </FilterForm>
      {page.rows.length === 0 ? (
        <EmptyList title={listQuery.status === "open" ? "No open cases" : "No cases found"}>
          <p>New cases appear here automatically.</p>
        </EmptyList>
      ) : (
        <ListTable
          caption="Cases"
          columns={columnsAt(now)}
          rows={page.rows}
          keyOf={({ id }) => String(id)}
          sort={listQuery.sort}
          isBrief
          keepsNamesWhole
        />
      )}
      <ListPager {...page} />
    </>
  );
}

const columnsAt = (now: Date): Column<ListedCase>[] => [
  {
    head: "Case",
    cell: ({ id, kind }) => <Link to={`/admin/cases/${id}`}>{caseWords(kind).name}</Link>,
  },
  {
    ...{ head: "Amount", figure: true },
    cell: (row) => <AmountOf {...row} />,
  },
  {
    head: "About",
    whenBrief: "rest",
    cell: (listed) => <About {...listed} />,
  },
  {
    head: "Status",
    cell: ({ decision, from, ...row }) => {
      const [word, tone] = standingOf(row);
      return (
        <>
          <Status tone={tone}>{word}</Status>
          {decision !== null && <small>{decisionWords(decision)}</small>}
          <FromWhen from={from} />
        </>
      );
    },
  },
  { head: "Age", sort: "-age", cell: ({ openedAt }) => <Age from={openedAt} to={now} /> },
];

function AmountOf({ donation, reported, unasked }: ListedCase) {
  if (donation === null) return unasked && <Amount of={unasked} />;
  if (reported === null) return <Amount of={donation.amount} />;
  return (
    <>
      <Amount of={donation.requested} />{" "}
      <span className="row-reported">
        <span aria-hidden="true">→</span>
        <span className="visually-hidden">reported as</span> <Amount of={reported} />
      </span>
    </>
  );
}

function About({ donation, email, subject, concerned, concern }: ListedCase) {
  if (email !== null)
    return (
      <>
        {nameOfEmail(email)}
        {email.donation !== null && (
          <>
            {" "}
            of <Amount of={email.donation.amount} />, {email.donation.donor}
          </>
        )}
        <small className="row-kept">to {email.recipient}</small>
      </>
    );
  if (donation !== null)
    return (
      <>
        {donation.donor}, {donation.campaign}
        <small>
          <Reference of={donation.externalId} />
        </small>
      </>
    );
  if (concern === null) return concerned ?? subjectWords(subject);
  return (
    <>
      {concerned}
      <small className="row-kept">“{concern}”</small>
    </>
  );
}
