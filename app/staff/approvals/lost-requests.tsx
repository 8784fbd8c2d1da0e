import { Link } from "react-router";
import type { LostRequest } from "#database/reconciliation/lost-payments.ts";
import { ListTable, type Column } from "#app/staff/list/list-table.tsx";
import { Amount } from "#app/staff/values.tsx";

/** The donations that the second person approves together. */
export function LostRequests({ lost, proposer }: { lost: LostRequest[]; proposer: string }) {
  const amount = lost.reduce((sum, each) => sum + each.amount, 0n);
  return (
    <section className="staff-card" aria-labelledby="lost">
      <h2 id="lost">Payments that a restore lost</h2>
      <p>
        {proposer} requested the record of {lost.length} such payments: <Amount of={{ amount, currency }} />.
        You can approve them together.
      </p>
      <ListTable
        caption="Requests about lost payments"
        columns={columns}
        rows={lost}
        keyOf={({ proposalId }) => String(proposalId)}
      />
    </section>
  );
}

/** Lost donations are added in shillings only. */
const currency = "TZS";

const columns: Column<LostRequest>[] = [
  {
    head: "Provider’s reference",
    cell: ({ proposalId, reference }) => <Link to={`/admin/approvals/${proposalId}`}>{reference}</Link>,
  },
  { head: "Campaign", cell: ({ campaign }) => campaign },
  { head: "Amount", cell: ({ amount }) => <Amount of={{ amount, currency }} />, figure: true },
];
