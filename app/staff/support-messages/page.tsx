import { data, Form, Link, redirect } from "react-router";
import { z } from "zod";
import { listQueuedMessages, type QueuedMessage } from "#database/campaigns/support-queue.ts";
import { decideSupportMessage } from "#operations/campaigns/support-messages/decide.ts";
import { signedInPerson } from "#app/account/signed-in-person.server.ts";
import { databaseContext, publishChangeContext } from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { ListTable, type Column } from "#app/staff/list/list-table.tsx";
import { EmptyList } from "#app/staff/list/nothing.tsx";
import { Status, type Tone } from "#app/staff/list/status.tsx";
import { Amount, Moment } from "#app/staff/values.tsx";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/page";

export const handle = { policy: "staff" };

const most = 200;

export async function loader({ context }: Route.LoaderArgs) {
  return { messages: await listQueuedMessages(context.get(databaseContext), most) };
}

const shape = z.object({ id: z.string().regex(/^\d{1,18}$/), decision: z.enum(["approved", "hidden"]) });

export async function action({ request, context }: Route.ActionArgs) {
  const read = await readForm(request, shape);
  if (!read.ok) throw data(null, { status: 400 });
  const { id, decision } = read.value;
  const { id: by } = signedInPerson(context);
  const decided = await context.get(publishChangeContext)(() =>
    decideSupportMessage(context.get(databaseContext), { donationId: BigInt(id), decision, by }),
  );
  if (decided === "unknown") throw data(null, { status: 404 });
  const title = decision === "approved" ? "The message is shown" : "The message is hidden";
  return redirect("/admin/support-messages", {
    status: 303,
    headers: { "Set-Cookie": noticeCookie({ tone: "success", title }) },
  });
}

export default function SupportMessages({ loaderData: { messages } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Messages of support" />
      <p className="staff-lead">
        Donors agreed to show these messages on the page of their campaign. Approve what helps the campaign.
        Hide advertising, insults, and anything about other people.
      </p>
      {messages.length === 0 ? (
        <EmptyList title="No messages">
          <p>Messages appear here once a donation is completed whose donor agreed to show one.</p>
        </EmptyList>
      ) : (
        <ListTable
          caption="Messages of support"
          columns={columns}
          rows={messages}
          keyOf={({ donationId }) => String(donationId)}
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
        <small>
          <Link to={`/admin/donations/${donationId}`}>{name}</Link>
        </small>
      </>
    ),
  },
  { head: "Campaign", cell: ({ campaign }) => <a href={`/campaigns/${campaign.id}`}>{campaign.title}</a> },
  { head: "Amount", figure: true, cell: ({ amount }) => <Amount of={amount} /> },
  { head: "Paid", cell: ({ at }) => <Moment at={at} /> },
  {
    head: "Status",
    cell: ({ status }) => {
      const [word, tone] = statusWords[status];
      return <Status tone={tone}>{word}</Status>;
    },
  },
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
              className="button quiet small"
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
