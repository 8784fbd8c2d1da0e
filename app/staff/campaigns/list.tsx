import { data, Form, Link, redirect } from "react-router";
import { z } from "zod";
import { listStaffCampaigns, type StaffCampaign } from "#database/campaigns/staff.ts";
import { formatDay } from "#domain/system/calendar.ts";
import { formatCompact, fullPercentOf, percentOf } from "#domain/money/money.ts";
import { serves } from "#domain/accounts/roles.ts";
import { campaignStatuses, isCampaignId, publicStatuses } from "#domain/campaigns/categories.ts";
import { archiveCampaign } from "#operations/campaigns/archive.ts";
import { setCampaignStatus } from "#operations/campaigns/set-status.ts";
import { databaseContext, publishChangeContext, visitorContext } from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { Confirm } from "#app/staff/confirm.tsx";
import { logFailure, sayFailed } from "#app/staff/failure.server.ts";
import { oneOf, readListQuery, readCursor, typedText } from "#app/staff/list/list-query.ts";
import { FilterForm } from "#app/staff/list/filter-form.tsx";
import { ListTable, type Column } from "#app/staff/list/list-table.tsx";
import { EmptyList } from "#app/staff/list/nothing.tsx";
import { ListPager } from "#app/staff/list/pager.tsx";
import { RowMenu } from "#app/staff/list/row-menu.tsx";
import { Status } from "#app/staff/list/status.tsx";
import { hindranceText } from "#app/staff/people/words.ts";
import { Amount } from "#app/staff/values.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { categoryWords, statusWords } from "./words.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/list";

export const handle = { policy: "staff" };

const query = z.object({
  q: typedText(),
  status: oneOf([...campaignStatuses, "deleted"]),
  ruling: oneOf(["ending"]),
  delete: typedText(80),
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const listQuery = readListQuery(url, query);
  const person = context.get(visitorContext);
  const isArchived = listQuery.status === "deleted";
  const filter = {
    words: listQuery.q,
    status: listQuery.status === "deleted" ? null : listQuery.status,
    isArchived,
    lacksRuling: listQuery.ruling === "ending",
  };
  const page = await listStaffCampaigns(context.get(databaseContext), filter, {
    cursor: readCursor(url, /^[a-z0-9-]{1,80}$/),
    size: 50,
  }).catch(sayFailed(context, "Failed to fetch campaigns"));
  const asking = page.rows.find(({ id }) => id === listQuery.delete);
  return { listQuery, page, asking, maySetGoals: serves("admin", person) };
}

const intents = [...publicStatuses, "delete", "restore"] as const;
const form = z.object({
  id: z.string().refine(isCampaignId),
  intent: z.enum(intents),
  /** The status on the page, for an undo. A pending campaign cannot become pending again. */
  was: z.enum(publicStatuses).optional().catch(undefined),
});

export async function action({ request, context, url }: Route.ActionArgs) {
  const person = context.get(visitorContext);
  const read = await readForm(request, form);
  if (!read.ok || person === null) throw data(null, { status: 400 });
  const { id, intent, was } = read.value;
  const undo = (back: (typeof intents)[number]) => ({ to: "/admin/campaigns", sent: { id, intent: back } });
  const db = context.get(databaseContext);
  const notice = await context
    .get(publishChangeContext)(async () => {
      if (intent === "delete" || intent === "restore") {
        const isArchived = intent === "delete";
        const put = await archiveCampaign(db, { id, isArchived, by: person.id, now: new Date() });
        if (put === "as-before")
          return failed(
            "Failed to delete campaign",
            "Someone else changed it. Reload the page and try again.",
          );
        return isArchived
          ? { ...done("Campaign deleted successfully!"), undo: undo("restore") }
          : done("Campaign restored");
      }
      const saved = await setCampaignStatus(db, { id, status: intent, by: person.id });
      if (saved.kind === "saved")
        return { ...done("Campaign updated successfully!"), ...(was && { undo: undo(was) }) };
      if (saved.kind === "unchanged") return unchanged;
      if (saved.kind === "unconfirmed" || saved.kind === "new-admin")
        return failed("Failed to save campaign", hindranceText(saved, "save campaigns"));
      return failed("Failed to save campaign", "Open the campaign and check its fields.");
    })
    .catch((error: unknown) => {
      const title = intent === "delete" ? "Failed to delete campaign" : "Failed to save campaign";
      logFailure(context, error, title);
      return failed(title, "Nothing was changed. Please try again in a moment.");
    });
  return redirect(url.pathname + url.search, {
    status: 303,
    headers: { "Set-Cookie": noticeCookie(notice) },
  });
}

const done = (title: string) => ({ tone: "success", title }) as const;
const unchanged = { tone: "info", title: "Nothing changed." } as const;
const failed = (title: string, text: string) => ({ tone: "error", title, text }) as const;

export default function Campaigns({ loaderData }: Route.ComponentProps) {
  const { listQuery, page, asking, maySetGoals } = loaderData;
  return (
    <>
      <PageHead title="Campaigns" back={{ to: "/dashboard", label: "Back to Dashboard" }}>
        <Link className="button small" to="/admin/campaigns/new">
          Add Campaign
        </Link>
      </PageHead>
      <Filters {...listQuery} />
      {page.rows.length === 0 ? (
        <EmptyList title="No campaigns found">
          <p>Try different filters or a different search.</p>
        </EmptyList>
      ) : (
        <ListTable caption="Campaigns" columns={columns} rows={page.rows} keyOf={({ id }) => id} isBrief />
      )}
      <ListPager {...page} />
      {maySetGoals && (
        <details className="list-more">
          <summary>For admins</summary>
          <p>Give every campaign in shillings the same goal, except completed ones. You can undo it.</p>
          <Link className="button quiet small undoes" to="/admin/campaigns/goals">
            Reset all goals
          </Link>
        </details>
      )}
      {asking && (
        <Confirm
          question="Are you sure you want to delete this campaign?"
          about={`“${asking.title}” will be removed from the site. Its donations stay in the ledger, and you can restore it.`}
          sent={{ id: asking.id, intent: "delete" }}
          confirm="Delete"
          to="/admin/campaigns"
        />
      )}
    </>
  );
}

type Query = Route.ComponentProps["loaderData"]["listQuery"];

function Filters({ q, status, ruling }: Query) {
  return (
    <FilterForm label="Find campaigns" more={<MoreFilters status={status} ruling={ruling} />}>
      <Field id="q" label="Search" type="search" defaultValue={q} maxLength={120} />
    </FilterForm>
  );
}

function MoreFilters({ status, ruling }: Omit<Query, "q" | "delete">) {
  return (
    <>
      <SelectField
        id="status"
        label="Status"
        defaultValue={status ?? ""}
        options={[
          { value: "", label: "All" },
          ...campaignStatuses.map((value) => ({ value, label: statusWords[value][0] })),
          { value: "deleted", label: "Deleted" },
        ]}
      />
      <SelectField
        id="ruling"
        label="Zakat ruling"
        defaultValue={ruling ?? ""}
        options={[
          { value: "", label: "All" },
          { value: "ending", label: "Ends soon or missing" },
        ]}
      />
    </>
  );
}

const columns: Column<StaffCampaign>[] = [
  {
    head: "Campaign",
    cell: ({ id, title, category, picture, isArchived: isAway }) => (
      <span className="row-pictured">
        <Picture picture={picture} alt="" sizes="3.5rem" className="row-picture" />
        <span>
          {isAway ? title : <Link to={`/admin/campaigns/${id}`}>{title}</Link>}
          <small>{categoryWords[category]}</small>
        </span>
      </span>
    ),
  },
  {
    ...{ head: "Raised", figure: true, width: "narrow" },
    cell: ({ raised }) => <Amount of={raised} />,
  },
  {
    ...{ head: "Goal", width: "middle", whenBrief: "rest" },
    cell: ({ raised, goal, title }) => goal.amount > 0n && <Funded {...{ raised, goal, title }} />,
  },
  {
    ...{ head: "Status", width: "status" },
    cell: ({ status, isArchived: isAway }) => {
      const [word, tone] = isAway ? (["Deleted", "plain"] as const) : statusWords[status];
      return <Status tone={tone}>{word}</Status>;
    },
  },
  {
    ...{ head: "Ends", width: "middle", whenBrief: "detail" },
    cell: ({ endDate }) => <time dateTime={endDate}>{formatDay(endDate, "en")}</time>,
  },
  { head: "Actions", width: "menu", cell: (campaign) => <Actions {...campaign} /> },
];

function Funded({ raised, goal, title }: Pick<StaffCampaign, "raised" | "goal" | "title">) {
  const percent = fullPercentOf(raised, goal);
  return (
    <span className="row-funded">
      <span>
        {percent}% of <span suppressHydrationWarning>{formatCompact(goal, "en")}</span>
      </span>
      <progress
        className="progress row-progress"
        max={100}
        value={percentOf(raised, goal)}
        aria-label={`${title}: ${percent}% of the goal`}
      />
    </span>
  );
}

function Actions({ id, title, status, isArchived: isAway }: StaffCampaign) {
  const menu = `actions-${id}`;
  const offered = isAway
    ? ([["restore", "Restore"]] as const)
    : ([
        ["active", status === "paused" ? "Resume" : "Activate"],
        ["paused", "Pause"],
        ["completed", "Complete"],
      ] as const);
  return (
    <Form method="post" onSubmit={() => document.getElementById(menu)?.hidePopover()}>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="was" value={status} />
      <RowMenu id={menu} label={`Actions for ${title}`}>
        {!isAway && (
          <Link to={`/admin/campaigns/${id}/updates`} aria-label={`Updates of ${title}`}>
            Updates
          </Link>
        )}
        {offered
          .filter(([intent]) => intent !== status)
          .map(([intent, label]) => (
            <button key={intent} type="submit" name="intent" value={intent} aria-label={`${label} ${title}`}>
              {label}
            </button>
          ))}
        {!isAway && (
          <Link className="undoes" to={`?delete=${id}`} aria-label={`Delete ${title}`}>
            Delete
          </Link>
        )}
      </RowMenu>
    </Form>
  );
}
