import { data, Link, redirect } from "react-router";
import { readAccessHindrance } from "#database/accounts/role-grants.ts";
import type { DonorOverview } from "#database/donations/donor-data.ts";
import { viewDonor } from "#operations/donations/view-donor.ts";
import { signedInPerson } from "#app/account/signed-in-person.server.ts";
import { databaseContext } from "#app/http/context.server.ts";
import { donorAccess } from "#app/staff/donor-data/read-donor.server.ts";
import { ListTable, type Column } from "#app/staff/list/list-table.tsx";
import { Status } from "#app/staff/list/status.tsx";
import { hindranceText } from "#app/staff/people/words.ts";
import { readId } from "#app/staff/read-id.ts";
import { Amount, Moment } from "#app/staff/values.tsx";
import { stateWords } from "./words.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/donor";

export const handle = { policy: "admin" };

/** Only the button on the donation's page opens it, because each view is recorded. */
export function loader({ params }: Route.LoaderArgs) {
  throw redirect(`/admin/donations/${params.id}`, 303);
}

export async function action({ context, params }: Route.ActionArgs) {
  const db = context.get(databaseContext);
  const person = signedInPerson(context);
  const id = readId(params.id);
  const hindrance = await readAccessHindrance(db, person.id);
  if (hindrance !== null)
    return data({ refusal: hindranceText(hindrance, donorAccess), overview: null }, { status: 403 });
  const overview = id === null ? null : await viewDonor(db, id, person.id);
  if (overview === null) throw data(null, { status: 404 });
  return data({ refusal: null, overview });
}

export default function Donor({ actionData, params }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Donations of one donor"
        back={{ to: `/admin/donations/${params.id}`, label: "Back to the donation" }}
      />
      {actionData?.refusal && <p className="staff-card">{actionData.refusal}</p>}
      {actionData?.overview && <Found {...actionData.overview} />}
    </>
  );
}

function Found({ donations, given }: DonorOverview) {
  return (
    <section className="staff-card" aria-labelledby="found">
      <h2 id="found">{donations.length === 1 ? "1 donation" : `${donations.length} donations`}</h2>
      <p>
        Donations with the same email address or phone number. A family or an agent can share a phone. Phone
        numbers are deleted 90 days after a payment, so older donations may be missing. This view is recorded
        in the audit log.
      </p>
      <p>
        Completed, less refunds:{" "}
        {given.length === 0
          ? "none"
          : given.map((sum, at) => (
              <span key={sum.currency}>
                {at > 0 && " and "}
                <Amount of={sum} />
              </span>
            ))}
      </p>
      <ListTable
        caption="Donations of one donor"
        columns={columns}
        rows={donations}
        keyOf={({ id }) => String(id)}
      />
    </section>
  );
}

const columns: Column<DonorOverview["donations"][number]>[] = [
  { head: "Reference", cell: ({ id, orderId }) => <Link to={`/admin/donations/${id}`}>{orderId}</Link> },
  { head: "Donor", cell: ({ name }) => name },
  { head: "Campaign", cell: ({ campaign }) => campaign },
  { head: "Amount", figure: true, cell: ({ amount }) => <Amount of={amount} /> },
  {
    head: "Status",
    cell: ({ state }) => {
      const [word, tone] = stateWords[state];
      return <Status tone={tone}>{word}</Status>;
    },
  },
  { head: "Date", cell: ({ at }) => <Moment at={at} /> },
];
