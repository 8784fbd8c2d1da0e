import { data, Form, Link, redirect, useNavigation } from "react-router";
import { z } from "zod";
import {
  findStatementName,
  listReconciledDays,
  listStatementLines,
  listStatements,
  listUnlistedDonations,
  reconciledSums,
} from "#database/reconciliation/days-and-lines.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Range } from "#domain/donations/statistics.ts";
import { addDays, dayOf } from "#domain/system/calendar.ts";
import { collectors, type ProviderName } from "#domain/payments/provider.ts";
import { lineStates } from "#domain/reconciliation/statement.ts";
import { compareOrders, daysBack } from "#operations/reconciliation/compare-orders.ts";
import { storePreview } from "#operations/reconciliation/store-preview.ts";
import { storeSumsOfDays } from "#operations/system/store-sums-of-days.ts";
import { readStatement } from "#payments/azampay/statement.ts";
import { collectingContext, databaseContext, visitorContext } from "#app/http/context.server.ts";
import type { FormErrors } from "#app/http/form.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { providerWords } from "#app/staff/donations/words.ts";
import { readListQuery, readCursor, readDay, typedText } from "#app/staff/list/list-query.ts";
import { FilterErrors } from "#app/staff/list/filter-errors.tsx";
import { FilterForm } from "#app/staff/list/filter-form.tsx";
import { Status } from "#app/staff/list/status.tsx";
import { readId } from "#app/staff/read-id.ts";
import { Moment } from "#app/staff/values.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { PhoneFold } from "#app/ui/phone-fold.tsx";
import { ReconciliationFindings, stateWords } from "./found.tsx";
import { ImportForm } from "./import-form.tsx";
import { readUpload } from "./read-upload.server.ts";
import { statusWords } from "./words.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/reconciliation";

export const handle = { policy: "staff" };

const daysShown = 14;

const query = z.object({
  provider: z.enum(collectors).catch("azampay"),
  state: z.enum([...lineStates, "all"]).catch("open"),
  day: typedText(20),
  statement: typedText(20),
  until: typedText(20),
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(databaseContext);
  const listQuery = readListQuery(url, query);
  const { provider } = listQuery;
  const errors: FormErrors = [];
  const day = readDay("day", listQuery.day, errors);
  const to = readDay("until", listQuery.until, errors) ?? dayOf(new Date());
  const state = listQuery.state === "all" ? null : listQuery.state;
  const chosen = await findChosen(db, provider, listQuery.statement);
  const statement = chosen?.id ?? null;
  const statements = await listStatements(db, provider);
  // A provider without statements has no such filter.
  if (listQuery.statement !== "" && chosen === null && statements.length > 0)
    errors.push({ field: "statement", message: "This statement no longer exists. Choose another one" });
  const found =
    errors.length === 0
      ? await Promise.all([
          listDays(db, provider, { from: addDays(to, 1 - daysShown), to }),
          listStatementLines(db, { provider, state, day, statement }, { cursor: readCursor(url), size: 50 }),
          day === null ? [] : listUnlistedDonations(db, provider, day, mostNamed),
        ])
      : null;
  return { listQuery, errors, found, statements, chosen, now: new Date(), daysBack };
}

async function findChosen(db: Reads, provider: ProviderName, written: string) {
  const id = readId(written);
  const name = id === null ? null : await findStatementName(db, provider, id);
  return id === null || name === null ? null : { id, name };
}

async function listDays(db: Reads, provider: ProviderName, range: Range) {
  await storeSumsOfDays(db, [reconciledSums[provider]], range);
  return listReconciledDays(db, provider, range);
}

export async function action({ request, context }: Route.ActionArgs) {
  const person = context.get(visitorContext);
  if (person === null) throw data(null, { status: 401 });
  const upload = await readUpload(request);
  const refuse = (error: string, status = 400) => data({ error }, { status });
  if (upload.kind === "too-large") return refuse("The file is larger than 5 MB.", 413);
  if (upload.kind === "broken") return refuse("The upload was interrupted. Choose the file again.");
  const db = context.get(databaseContext);

  if (upload.fields.get("intent") === "compare") {
    const { selcom } = context.get(collectingContext);
    if (selcom === null) return refuse("Selcom is not set up.", 409);
    const compared = await compareOrders(db, selcom.listOrders, () => new Date());
    const notice =
      compared.kind === "no-answer"
        ? ({ tone: "error", title: "Selcom did not send its list. Try again later." } as const)
        : ({
            tone: "success",
            title: `Compared with Selcom’s list for the last ${daysBack} days`,
            text: `${compared.toAsk} to check, ${compared.unknown} not recognised, ${compared.unlisted} missing from its list`,
          } as const);
    return redirect("/admin/reconciliation?provider=selcom", {
      status: 303,
      headers: { "Set-Cookie": noticeCookie(notice) },
    });
  }
  if (upload.kind === "none") return refuse("Choose a statement file.");

  const read = readStatement(upload.bytes);
  if (read.kind === "unreadable") return refuse(`This file is not a statement: ${read.why}.`);
  const { rowCount, rows, notUnderstood } = read;
  const file = { name: upload.name, content: upload.bytes, rowCount, rows, notUnderstood };
  const stored = await storePreview(db, file, person.id);
  const known = { tone: "info", title: "This file was uploaded before. Nothing has changed." } as const;
  return redirect(`/admin/reconciliation/imports/${stored.id}`, {
    status: 303,
    ...(stored.kind === "known" ? { headers: { "Set-Cookie": noticeCookie(known) } } : {}),
  });
}

const mostNamed = 50;

export default function Reconciliation({ loaderData, actionData }: Route.ComponentProps) {
  const { listQuery, errors, found, statements, chosen, now, daysBack } = loaderData;
  const busy = useNavigation().state !== "idle";
  const isAzamPay = listQuery.provider === "azampay";
  const error = actionData?.error ?? null;
  return (
    <>
      <PageHead title="Reconciliation" />
      <p className="staff-lead">
        Compare what the payment providers say they collected with our ledger. This page does not change the
        ledger.
      </p>
      <Filters {...{ listQuery, errors, statements, chosen }} />
      <FilterErrors errors={errors} names={{ day: "Date", until: "Show days up to" }} />

      <section className="staff-card" aria-labelledby="import">
        <PhoneFold
          summary={<h2 id="import">{isAzamPay ? "Import AzamPay statement" : "Selcom’s list"}</h2>}
          isOpen={error !== null}
        >
          <div className="staff-card-content">
            {isAzamPay ? <ImportForm error={error} busy={busy} /> : <CompareForm {...{ daysBack, busy }} />}
            {statements.length > 0 && <Statements statements={statements} />}
          </div>
        </PhoneFold>
      </section>

      {found && (
        <ReconciliationFindings
          {...{ listQuery, now }}
          days={found[0]}
          page={found[1]}
          unlisted={found[2]}
          hasStatement={statements.length > 0}
        />
      )}
    </>
  );
}

function CompareForm({ daysBack, busy }: { daysBack: number; busy: boolean }) {
  return (
    <>
      <p>
        We compare it every night for the last {daysBack} days, and for earlier days whose list was never
        read.
      </p>
      <Form method="post" encType="multipart/form-data">
        <input type="hidden" name="intent" value="compare" />
        <button className="button" disabled={busy}>
          {busy ? "Comparing..." : "Compare now"}
        </button>
      </Form>
    </>
  );
}

type Shown = Route.ComponentProps["loaderData"];

type FiltersProps = Pick<Shown, "listQuery" | "errors" | "statements" | "chosen">;

function Filters({ listQuery, errors, statements, chosen }: FiltersProps) {
  const errorAt = (name: string) => errors.find(({ field }) => field === name)?.message;
  return (
    <FilterForm label="Choose a provider" phoneSummary={`Filters: ${providerWords[listQuery.provider]}`}>
      <SelectField
        id="provider"
        label="Provider"
        defaultValue={listQuery.provider}
        options={collectors.map((value) => ({ value, label: providerWords[value] }))}
      />
      <SelectField
        id="state"
        label="Lines"
        defaultValue={listQuery.state}
        options={[
          ...lineStates.map((value) => ({ value, label: stateWords[value][0] })),
          { value: "all", label: "All" },
        ]}
      />
      {(statements.length > 0 || chosen) && (
        <StatementField statements={statements} chosen={chosen} error={errorAt("statement")} />
      )}
      <Field id="day" label="Date" type="date" error={errorAt("day")} defaultValue={listQuery.day} />
      <Field
        id="until"
        label="Show days up to"
        type="date"
        error={errorAt("until")}
        defaultValue={listQuery.until}
      />
    </FilterForm>
  );
}

type StatementProps = Pick<Shown, "statements" | "chosen"> & { error: string | undefined };

function StatementField({ statements, chosen, error }: StatementProps) {
  const recent = statements.filter(({ id, status }) => status === "imported" && id !== chosen?.id);
  return (
    <SelectField
      id="statement"
      label="Statement"
      error={error}
      defaultValue={chosen === null ? "" : String(chosen.id)}
      options={[
        { value: "", label: "All statements" },
        ...[...(chosen === null ? [] : [chosen]), ...recent].map(({ id, name }) => ({
          value: String(id),
          label: name,
        })),
      ]}
    />
  );
}

function Statements({ statements }: Pick<Shown, "statements">) {
  return (
    <ul className="plain-list statements-taken">
      {statements.map(({ id, name, source, status, rows, by, at }) => (
        <li key={String(id)}>
          {source === "file" ? <Link to={`/admin/reconciliation/imports/${id}`}>{name}</Link> : name}:{" "}
          {rows === 1 ? "1 row" : `${rows} rows`}, <Moment at={at} />
          {by !== null && `, by ${by}`}{" "}
          {status !== "imported" && <Status tone={statusWords[status][1]}>{statusWords[status][0]}</Status>}
        </li>
      ))}
    </ul>
  );
}
