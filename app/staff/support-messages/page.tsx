import { data, Form, Link, redirect } from "react-router";
import { z } from "zod";
import { listQueuedMessages, queueStatuses, type QueuedMessage } from "#database/campaigns/support-queue.ts";
import { decideSupportMessage } from "#operations/campaigns/support-messages/decide.ts";
import { signedInPerson } from "#app/account/signed-in-person.server.ts";
import { databaseContext, publishChangeContext } from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { FilterForm } from "#app/staff/list/filter-form.tsx";
import { oneOf, readListQuery } from "#app/staff/list/list-query.ts";
import { ListTable, type Column } from "#app/staff/list/list-table.tsx";
import { EmptyList } from "#app/staff/list/nothing.tsx";
import { Status, type Tone } from "#app/staff/list/status.tsx";
import { Amount, Moment } from "#app/staff/values.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/page";

export const handle = { policy: "staff" };

const most = 200;

const query = z.object({ status: oneOf(queueStatuses) });

export async function loader({ context, url }: Route.LoaderArgs) {
  const { status } = readListQuery(url, query);
  return { status, messages: await listQueuedMessages(context.get(databaseContext), { status, most }) };
}

const shape = z.object({ id: z.string().regex(/^\d{1,18}$/), decision: z.enum(["approved", "hidden"]) });

export async function action({ request, context, url }: Route.ActionArgs) {
  const read = await readForm(request, shape);
  if (!read.ok) throw data(null, { status: 400 });
  const { id, decision } = read.value;
  const { id: by } = signedInPerson(context);
  const decided = await context.get(publishChangeContext)(() =>
    decideSupportMessage(context.get(databaseContext), { donationId: BigInt(id), decision, by }),
  );
  if (decided === "unknown") throw data(null, { status: 404 });
  const title = decision === "approved" ? "The message is shown" : "The message is hidden";
  return redirect(url.pathname + url.search, {
    status: 303,
    headers: { "Set-Cookie": noticeCookie({ tone: "success", title }) },
  });
}

export default function SupportMessages({ loaderData: { status, messages } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Messages of support" />
      <p className="staff-lead">
        Donors agreed to show these messages on the page of their campaign. Approve what helps the campaign.
        Hide advertising, insults, and anything about other people.
      </p>
      <FilterForm label="Find messages of support">
        <SelectField
          id="status"
          label="Status"
          defaultValue={status ?? ""}
          options={[
            { value: "", label: "All" },
            ...queueStatuses.map((value) => ({ value, label: statusWords[value][0] })),
          ]}
        />
      </FilterForm>
      {messages.length === 0 ? (
        <EmptyList title={status === "waiting" ? "No message waits" : "No messages"}>
          <p>Messages appear here once a donation is completed whose donor agreed to show one.</p>
        </EmptyList>
      ) : (
        <ListTable
          caption="Messages of support"
          columns={columns}
          rows={messages}
          keyOf={({ donationId }) => String(donationId)}
          isBrief
          keepsNamesWhole
        />
      )}
    </>
  );
}

const statusWords = {
  waiting: ["Waiting", "waiting"],
  approved: ["Shown", "good"],
  hidden: ["Hidden", "plain"],
} as const satisfies Record<QueuedMessage["status"], [string, Tone]>;

const columns: Column<QueuedMessage>[] = [
  {
    head: "Message",
    cell: ({ message, name, donationId }) => (
      <>
        {message}
        <small className="row-kept">
          <Link to={`/admin/donations/${donationId}`}>{name}</Link>
        </small>
      </>
    ),
  },
  { head: "Amount", figure: true, cell: ({ amount }) => <Amount of={amount} /> },
  {
    head: "Campaign",
    whenBrief: "rest",
    cell: ({ campaign }) => <a href={`/campaigns/${campaign.id}`}>{campaign.title}</a>,
  },
  {
    head: "Status",
    cell: ({ status }) => {
      const [word, tone] = statusWords[status];
      return <Status tone={tone}>{word}</Status>;
    },
  },
  { head: "Paid", cell: ({ at }) => <Moment at={at} /> },
  {
    head: "Actions",
    cell: ({ donationId, status, name }) => (
      <Form method="post" className="row-actions">
        <input type="hidden" name="id" value={String(donationId)} />
        {(["approved", "hidden"] as const)
          .filter((decision) => decision !== status)
          .map((decision) => (
            <button
              key={decision}
              className={decision === "approved" ? "button small" : "button quiet small"}
              type="submit"
              name="decision"
              value={decision}
              aria-label={`${decision === "approved" ? "Approve" : "Hide"} the message of ${name}`}
            >
              {decision === "approved" ? "Approve" : "Hide"}
            </button>
          ))}
      </Form>
    ),
  },
];
