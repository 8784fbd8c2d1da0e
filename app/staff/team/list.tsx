import { useRef, useState, type DragEvent } from "react";
import { data, Form, Link, redirect, useSubmit } from "react-router";
import { z } from "zod";
import { initials } from "#domain/content/initials.ts";
import { listMembers, type ListedMember } from "#database/content/team.ts";
import { nextMemberId } from "#operations/content/next-member-id.ts";
import { arrangeTeam, type TeamChange } from "#operations/content/arrange-team.ts";
import { databaseContext, publishChangeContext, visitorContext } from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { noticeCookie, type Notice } from "#app/http/notice.server.ts";
import { Confirm } from "#app/staff/confirm.tsx";
import { logFailure, sayFailed } from "#app/staff/failure.server.ts";
import { RowMenu } from "#app/staff/list/row-menu.tsx";
import { EmptyList } from "#app/staff/list/nothing.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/list";

export const handle = { policy: "staff" };

export async function loader({ context, url }: Route.LoaderArgs) {
  const members = await listMembers(context.get(databaseContext)).catch(
    sayFailed(context, "Failed to load team members"),
  );
  const idToDelete = url.searchParams.get("delete");
  return {
    active: members.filter(({ isActive }) => isActive),
    left: members.filter(({ isActive }) => !isActive),
    asking: members.find(({ id, isActive }) => isActive && String(id) === idToDelete),
  };
}

const id = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number);
const form = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("add") }),
  z.object({ intent: z.enum(["up", "down", "remove", "restore"]), id }),
  z.object({
    intent: z.literal("order"),
    ids: z
      .string()
      .regex(/^[1-9]\d{0,8}(?:,[1-9]\d{0,8}){0,499}$/)
      .transform((ids) => ids.split(",").map(Number)),
  }),
]);

export async function action({ request, context, url }: Route.ActionArgs) {
  const person = context.get(visitorContext);
  const read = await readForm(request, form);
  if (!read.ok || person === null) throw data(null, { status: 400 });
  const db = context.get(databaseContext);
  const entered = read.value;
  if (entered.intent === "add") return redirect(`/admin/team/${await nextMemberId(db)}?new`, 303);
  const change: TeamChange =
    entered.intent === "order"
      ? { kind: "order", ids: entered.ids }
      : { kind: entered.intent, id: entered.id };
  const notice = await context
    .get(publishChangeContext)(() => arrangeTeam(db, change, person.id))
    .then(
      (changed): Notice =>
        changed
          ? { tone: "success", title: messages[entered.intent] }
          : { tone: "info", title: "Someone else changed the team. Check the list and try again." },
      (error: unknown): Notice => {
        const title =
          entered.intent === "remove" ? "Failed to delete team member" : "Failed to save team member";
        logFailure(context, error, title);
        return { tone: "error", title, text: "Nothing was changed. Please try again in a moment." };
      },
    );
  return redirect(url.pathname, { status: 303, headers: { "Set-Cookie": noticeCookie(notice) } });
}

const messages = {
  up: "Order changed",
  down: "Order changed",
  order: "Order changed",
  remove: "Team member deleted successfully",
  restore: "Team member restored",
};

export default function Team({ loaderData: { active, left, asking } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Team" back={{ to: "/dashboard", label: "Back to Dashboard" }}>
        <Form method="post">
          <button className="button small" type="submit" name="intent" value="add">
            Add Member
          </button>
        </Form>
      </PageHead>
      {active.length === 0 ? (
        <EmptyList title="No team members yet">
          <p>Team members are shown under Advisory Body on the home page.</p>
        </EmptyList>
      ) : (
        <ActiveMembers key={active.map((member) => member.id).join()} members={active} />
      )}
      {left.length > 0 && (
        <section aria-labelledby="left">
          <h2 id="left">No longer shown</h2>
          <ul className="team-list plain-list">
            {left.map((member) => (
              <li key={member.id} className="staff-card" data-item={member.id}>
                <Named member={member} />
                <Form method="post">
                  <input type="hidden" name="id" value={member.id} />
                  <button
                    className="button quiet small"
                    type="submit"
                    name="intent"
                    value="restore"
                    aria-label={`Restore: ${member.name}`}
                  >
                    Restore
                  </button>
                </Form>
              </li>
            ))}
          </ul>
        </section>
      )}
      {asking && (
        <Confirm
          question="Are you sure you want to delete this team member?"
          about={`${asking.name} will no longer be shown on the site. You can restore them later.`}
          sent={{ id: String(asking.id), intent: "remove" }}
          confirm="Delete"
          to="/admin/team"
        />
      )}
    </>
  );
}

/** Reordered by dragging, or by buttons, which also work by keyboard and without script. */
function ActiveMembers({ members }: { members: ListedMember[] }) {
  const submit = useSubmit();
  const [order, setOrder] = useState(members);
  const dragged = useRef<number>(null);

  const over = (event: DragEvent, to: number) => {
    event.preventDefault();
    const from = order.findIndex((member) => member.id === dragged.current);
    const member = order[from];
    if (member && from !== to) setOrder(order.toSpliced(from, 1).toSpliced(to, 0, member));
  };
  const drop = () => {
    dragged.current = null;
    const ids = order.map((member) => member.id).join();
    if (ids !== members.map((member) => member.id).join())
      void submit({ intent: "order", ids }, { method: "post", preventScrollReset: true });
  };
  return (
    <ol className="team-list plain-list">
      {order.map((member, at) => (
        <li
          key={member.id}
          className="staff-card"
          data-item={member.id}
          draggable
          onDragStart={() => void (dragged.current = member.id)}
          onDragOver={(event) => over(event, at)}
          onDrop={(event) => event.preventDefault()}
          onDragEnd={drop}
        >
          <Named member={member} />
          <Form method="post" className="team-actions" preventScrollReset>
            <input type="hidden" name="id" value={member.id} />
            <Move intent="up" label={`Move up: ${member.name}`} disabled={at === 0}>
              ↑
            </Move>
            <Move intent="down" label={`Move down: ${member.name}`} disabled={at === order.length - 1}>
              ↓
            </Move>
            <RowMenu id={`actions-${member.id}`} label={`Actions for ${member.name}`}>
              <Link className="undoes" to={`?delete=${member.id}`} aria-label={`Delete ${member.name}`}>
                Delete
              </Link>
            </RowMenu>
          </Form>
        </li>
      ))}
    </ol>
  );
}

function Named({ member: { id, name, role, picture, isActive } }: { member: ListedMember }) {
  return (
    <div className="team-member">
      {picture === null ? (
        <span className="team-portrait" aria-hidden="true">
          {initials(name)}
        </span>
      ) : (
        <Picture picture={picture} alt="" sizes="2.5rem" className="team-portrait" />
      )}
      <p>
        {isActive ? <Link to={`/admin/team/${id}`}>{name}</Link> : name}
        <small>{role}</small>
      </p>
    </div>
  );
}

type MoveProps = { intent: "up" | "down"; label: string; disabled: boolean; children: string };

function Move({ intent, label, disabled, children }: MoveProps) {
  return (
    <button
      className="icon-button"
      type="submit"
      name="intent"
      value={intent}
      aria-label={label}
      title={label}
      disabled={disabled}
    >
      {children}
    </button>
  );
}
