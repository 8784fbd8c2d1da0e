import { data, Link, redirect } from "react-router";
import { z } from "zod";
import { listPeople, type ListedPerson } from "#database/accounts/people.ts";
import { isSecondStepRequired } from "#database/accounts/second-step.ts";
import { roles } from "#domain/accounts/roles.ts";
import { prove } from "#app/account/second-step/prove.server.ts";
import { secondFactorOf } from "#app/account/second-step/second-factor.server.ts";
import { signedInPerson } from "#app/account/signed-in-person.server.ts";
import { databaseContext } from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { oneOf, readCursor, typedText } from "#app/staff/list/list-query.ts";
import { readSealedQuery } from "#app/staff/list/sealed-search.server.ts";
import { FilterForm } from "#app/staff/list/filter-form.tsx";
import { ListTable, type Column } from "#app/staff/list/list-table.tsx";
import { EmptyList } from "#app/staff/list/nothing.tsx";
import { ListPager } from "#app/staff/list/pager.tsx";
import { Status } from "#app/staff/list/status.tsx";
import { faultOfProof } from "#app/staff/password-and-code.tsx";
import { Moment } from "#app/staff/values.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { requireSecondStep } from "#operations/accounts/second-step/require.ts";
import { SecondStepRule } from "./second-step-rule.tsx";
import { hindranceText, roleWords } from "./words.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/list";

export const handle = { policy: "admin" };

const pageSize = 50;
const states = ["active", "disabled"] as const;
const query = z.object({
  q: typedText().default(""),
  role: oneOf(roles).default(null),
  state: oneOf(states).default(null),
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(databaseContext);
  const listQuery = readSealedQuery(context, url, query);
  const filter = { text: listQuery.q, role: listQuery.role, state: listQuery.state };
  const [page, isRequired] = await Promise.all([
    listPeople(db, filter, { cursor: readCursor(url, /^[\w-]{1,64}$/), size: pageSize }),
    isSecondStepRequired(db),
  ]);
  return { listQuery, page, isRequired, factor: secondFactorOf(context) };
}

const text = z.string().default("");
const posted = z.object({ required: z.enum(["yes", "no"]), password: text, code: text });

export async function action({ request, context }: Route.ActionArgs) {
  const person = signedInPerson(context);
  const form = await readForm(request, posted);
  if (!form.ok) return redirect("/admin/people", 303);
  const proof = await prove({ request, context, person }, form.value);
  if (proof.kind !== "proven") {
    const { fault, status } = faultOfProof("rule", proof);
    return data(fault, { status });
  }
  const requirement = { required: form.value.required === "yes", by: person };
  const outcome = await requireSecondStep(context.get(databaseContext), requirement);
  const notice = noticeCookie(
    typeof outcome === "string" ? notices[outcome] : { tone: "error", title: hindranceText(outcome) },
  );
  return redirect("/admin/people", { status: 303, headers: { "Set-Cookie": notice } });
}

const notices = {
  required: { tone: "success", title: "Two-step sign-in is now required." },
  "not-required": { tone: "success", title: "Two-step sign-in is no longer required." },
  "lacks-own": { tone: "error", title: "Set up your own two-step sign-in first." },
} as const;

export default function People({ loaderData, actionData }: Route.ComponentProps) {
  const { listQuery, page, isRequired, factor } = loaderData;
  return (
    <>
      <PageHead title="People">
        <Link className="button quiet small" to="/admin/invitations">
          Invite someone
        </Link>
      </PageHead>
      <FilterForm isSealed label="Find people" more={<MoreFilters {...listQuery} />}>
        <Field
          id="q"
          label="Name, username or email"
          type="search"
          defaultValue={listQuery.q}
          maxLength={120}
        />
      </FilterForm>
      {page.rows.length === 0 ? (
        <EmptyList title="No people found">
          <p>Try different filters or a different search.</p>
          <Link className="button quiet small" to="/admin/people">
            Show everyone
          </Link>
        </EmptyList>
      ) : (
        <ListTable
          caption="People"
          columns={columns}
          rows={page.rows}
          keyOf={({ id }) => id}
          isBrief
          keepsNamesWhole
        />
      )}
      <ListPager {...page} />
      <div className="people-more">
        <SecondStepRule isRequired={isRequired} factor={factor} errors={actionData?.errors ?? []} />
      </div>
    </>
  );
}

function MoreFilters({
  role,
  state,
}: Pick<Route.ComponentProps["loaderData"]["listQuery"], "role" | "state">) {
  return (
    <>
      <SelectField
        id="role"
        label="Role"
        defaultValue={role ?? ""}
        options={[any, ...roles.map((value) => ({ value, label: roleWords[value] }))]}
      />
      <SelectField
        id="state"
        label="Status"
        defaultValue={state ?? ""}
        options={[any, { value: "active", label: "Active" }, { value: "disabled", label: "Disabled" }]}
      />
    </>
  );
}

const any = { value: "", label: "All" };

const columns: Column<ListedPerson>[] = [
  {
    head: "Person",
    cell: ({ id, name, username }) => (
      <>
        <Link to={`/admin/people/${id}`}>{name}</Link>
        {username !== null && username !== name && <small>{username}</small>}
      </>
    ),
  },
  {
    head: "Email",
    whenBrief: "rest",
    cell: ({ email, hasSecondStep, lastSeen }) => (
      <>
        <div className="list-words">{email}</div>
        <small className="row-kept row-narrow">
          Two-step sign-in {hasSecondStep ? "on" : "off"},{" "}
          {lastSeen ? (
            <>
              seen <Moment at={lastSeen} />
            </>
          ) : (
            "never seen"
          )}
        </small>
      </>
    ),
  },
  { head: "Role", cell: ({ role }) => roleWords[role] },
  {
    head: "Status",
    cell: ({ isDisabled, isEmailProven, isUnconfirmed, newUntil, role }) => (
      <>
        {isDisabled ? (
          <Status tone="bad">Disabled</Status>
        ) : isUnconfirmed ? (
          <Status tone="waiting">Awaits a second admin</Status>
        ) : (
          <Status tone="good">Active</Status>
        )}
        {!isEmailProven && <small className="row-kept">Awaits email confirmation</small>}
        {newUntil !== null && (
          <small>
            {role === "admin" ? "New admin" : "New staff"} until <Moment at={newUntil} />
          </small>
        )}
      </>
    ),
  },
  {
    head: "Two-step sign-in",
    whenBrief: "detail",
    cell: ({ hasSecondStep }) => (hasSecondStep ? "On" : "Off"),
  },
  {
    head: "Last seen",
    whenBrief: "detail",
    cell: ({ lastSeen }) => (lastSeen ? <Moment at={lastSeen} /> : "Never"),
  },
];
