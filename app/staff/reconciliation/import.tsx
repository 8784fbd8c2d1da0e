import { data, Form, Link, redirect, useNavigation } from "react-router";
import { z } from "zod";
import {
  countImportedLines,
  findImport,
  findObstacleToUndo,
  type FoundImport,
} from "#database/reconciliation/imports.ts";
import { formatDay } from "#domain/system/calendar.ts";
import {
  dateOrders,
  dayWritten,
  type DateOrder,
  type NotUnderstood,
} from "#domain/reconciliation/statement.ts";
import { formatPhone } from "#domain/payments/phone.ts";
import { discardPreview } from "#operations/reconciliation/discard-preview.ts";
import { examinePreview, type ExaminedPreview } from "#operations/reconciliation/examine-preview.ts";
import { importStatement } from "#operations/reconciliation/import-statement.ts";
import { undoImport } from "#operations/reconciliation/undo-import.ts";
import { databaseContext, visitorContext } from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { noticeCookie, type Notice } from "#app/http/notice.server.ts";
import { lineWords } from "#app/staff/cases/words.ts";
import { Confirm } from "#app/staff/confirm.tsx";
import { paymentWords } from "#app/staff/donations/words.ts";
import { ListTable, type Column } from "#app/staff/list/list-table.tsx";
import { Status } from "#app/staff/list/status.tsx";
import { readId } from "#app/staff/read-id.ts";
import { Amount, Moment } from "#app/staff/values.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { differenceWords, obstacleWords, statusWords } from "./words.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/import";

export const handle = { policy: "staff" };

const list = "/admin/reconciliation?provider=azampay";
const mostNamed = 50;

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const db = context.get(databaseContext);
  const id = readId(params.id);
  const found = id === null ? null : await findImport(db, id);
  if (found === null) throw data(null, { status: 404 });
  const { notUnderstood, ...about } = found;
  const preview = found.status === "preview" ? await examinePreview(db, found.id, new Date()) : null;
  const examined = preview?.kind === "examined" ? preview : null;
  const left = examined?.notUnderstood ?? notUnderstood;
  return {
    about,
    isOutdated: preview?.kind === "outdated",
    examined: examined && { ...examined, notUnderstood: [] },
    leftOut: left.length,
    named: left.slice(0, mostNamed),
    imported: found.status === "imported" ? await countImportedLines(db, found.id) : null,
    obstacle: found.status === "imported" ? await findObstacleToUndo(db, found.id) : null,
    asksUndo: url.searchParams.get("ask") === "undo",
  };
}

const form = z.object({
  intent: z.enum(["import", "discard", "undo"]),
  order: z.enum(dateOrders).nullable().catch(null),
});

export async function action({ request, params, context }: Route.ActionArgs) {
  const db = context.get(databaseContext);
  const person = context.get(visitorContext);
  const statementId = readId(params.id);
  if (statementId === null || person === null) throw data(null, { status: 404 });
  const read = await readForm(request, form);
  if (!read.ok) return data({ errors: read.errors }, { status: 400 });
  const { intent, order } = read.value;
  const here = `/admin/reconciliation/imports/${statementId}`;
  const go = (to: string, notice: Notice) =>
    redirect(to, { status: 303, headers: { "Set-Cookie": noticeCookie(notice) } });
  const refuse = (field: string, message: string, status = 409) =>
    data({ errors: [{ field, message }] }, { status });

  if (intent === "discard") {
    if (await discardPreview(db, statementId))
      return go(list, { tone: "success", title: "Preview discarded" });
    return refuse("import", "This file is no longer a preview. Reload the page.");
  }
  if (intent === "undo") {
    const undone = await undoImport(db, { statementId, by: person.id });
    if (undone.kind === "undone") return go(here, { tone: "success", title: "Import undone" });
    if (undone.kind === "unknown") throw data(null, { status: 404 });
    return refuse(
      "import",
      undone.kind === "obstacle" ? obstacleWords[undone.obstacle] : "This import has already been undone.",
    );
  }
  const imported = await importStatement(db, { statementId, order, by: person.id }, new Date());
  if (imported.kind === "no-preview")
    return refuse("import", "This file is no longer a preview. Reload the page.");
  if (imported.kind === "outdated") return refuse("import", outdatedWords);
  if (imported.kind === "order-needed") return refuse("order", "Choose how the file writes its dates", 400);
  const { matched, open, unclear, unlisted } = imported.taken;
  const parts = [
    `${matched} matched, ${open} unmatched`,
    ...(unclear > 0 ? [`${unclear} with an unknown status`] : []),
    ...(unlisted > 0 ? [`${unlisted} of our donations are not in the file`] : []),
    ...(imported.leftOut > 0 ? [`${imported.leftOut} unreadable and left out`] : []),
  ];
  return go(here, { tone: "success", title: "Statement imported", text: parts.join("; ") });
}

export default function ImportPage({ loaderData, actionData }: Route.ComponentProps) {
  const { about, examined, imported, isOutdated, leftOut, named, obstacle, asksUndo } = loaderData;
  const here = `/admin/reconciliation/imports/${about.id}`;
  const repeated = repeatedRows({ about, examined, leftOut });
  return (
    <>
      <PageHead
        title={`Import of ${about.name}`}
        heading={about.status === "preview" ? "Statement preview" : "Statement import"}
        back={{ to: list, label: "Reconciliation" }}
      />
      {examined && <p className="staff-lead">Nothing changes until you import the file.</p>}
      <ErrorSummary title="There is a problem" errors={actionData?.errors ?? []} />
      <section className="staff-card" aria-labelledby="import">
        <h2 id="import">{about.name}</h2>
        <Facts about={about} examined={examined} imported={imported} leftOut={leftOut} repeated={repeated} />
        {examined && (
          <p className="field-hint">
            Matched: agrees with our records. New: not on an earlier statement.
            {repeated > 0 && " Repeated: the payment is on another row too."}
            {!examined.isComplete &&
              " Some rows cannot be read, so we cannot tell which donations are missing from this file."}
          </p>
        )}
        {examined && <Decide about={about} examined={examined} />}
        {isOutdated && <Outdated />}
        {about.status === "imported" && (
          <p className="staff-actions">
            <Link className="button" to={`${list}&state=all&statement=${about.id}#lines`}>
              View the lines
            </Link>
            {obstacle === null ? (
              <Link className="button quiet" to={`${here}?ask=undo`}>
                Undo import
              </Link>
            ) : (
              obstacleWords[obstacle]
            )}
          </p>
        )}
      </section>
      {named.length > 0 && <LeftOut named={named} all={leftOut} />}
      {examined && examined.differing.length > 0 && <Differing rows={examined.differing} />}
      {asksUndo && about.status === "imported" && obstacle === null && (
        <Confirm
          question="Undo this import?"
          about="Its lines will be removed and the cases it opened will be closed. Donations that the provider has confirmed since then stay in the ledger."
          sent={{ intent: "undo" }}
          confirm="Undo import"
          to={here}
        />
      )}
    </>
  );
}

/** Rows about a payment that another row of the file is about too. */
function repeatedRows({ about, examined, leftOut }: Omit<FactsProps, "repeated" | "imported">): number {
  const lines = about.status === "preview" ? examined?.lines : about.lines;
  return lines === undefined ? 0 : about.rowCount - lines - leftOut;
}

type FactsProps = {
  imported: Awaited<ReturnType<typeof countImportedLines>> | null;
  about: Omit<FoundImport, "notUnderstood">;
  examined: ExaminedPreview | null;
  leftOut: number;
  repeated: number;
};

function Facts({ about, examined, imported, leftOut, repeated }: FactsProps) {
  const [word, tone] = statusWords[about.status];
  return (
    <dl className="staff-facts">
      <Numbered name="Status">
        <Status tone={tone}>{word}</Status>
      </Numbered>
      <Numbered name="Rows read">{about.rowCount}</Numbered>
      {examined ? (
        <>
          <Numbered name="Matched">{examined.matched}</Numbered>
          <Numbered name="Unmatched">{examined.open}</Numbered>
          {examined.waiting > 0 && <Numbered name="Pending">{examined.waiting}</Numbered>}
          {examined.unclear > 0 && <Numbered name="Unknown status">{examined.unclear}</Numbered>}
          <Numbered name="New">{examined.fresh}</Numbered>
        </>
      ) : (
        <Numbered name="Payments imported">{about.lines}</Numbered>
      )}
      {imported && (
        <>
          <Numbered name="Matched">{imported.matched}</Numbered>
          <Numbered name="Unmatched">{imported.open}</Numbered>
          <Numbered name="Paid">
            {imported.paid}, <Amount of={{ amount: imported.amount, currency: "TZS" }} />
          </Numbered>
        </>
      )}
      <Numbered name="Unreadable">{leftOut}</Numbered>
      {repeated > 0 && <Numbered name="Repeated">{repeated}</Numbered>}
      {examined && (
        <Numbered name="Paid">
          {examined.paid.rows}, <Amount of={{ amount: examined.paid.amount, currency: "TZS" }} />
        </Numbered>
      )}
      <Numbered name={about.status === "preview" ? "Uploaded" : "Imported"}>
        <Moment at={about.at} />
        {about.by !== null && `, by ${about.by}`}
      </Numbered>
      {about.undone && (
        <Numbered name="Undone">
          <Moment at={about.undone.at} />, by {about.undone.by}
        </Numbered>
      )}
    </dl>
  );
}

function Differing({ rows }: { rows: ExaminedPreview["differing"] }) {
  return (
    <section className="staff-section" aria-labelledby="differing">
      <h2 id="differing">Rows that do not match</h2>
      <ListTable
        caption="Rows that do not match"
        columns={columns}
        rows={rows}
        keyOf={({ id }) => String(id)}
      />
    </section>
  );
}

const Numbered = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

type DecideProps = {
  about: Omit<FoundImport, "notUnderstood">;
  examined: ExaminedPreview;
};

function Decide({ about, examined: { dates, lines } }: DecideProps) {
  const busy = useNavigation().state !== "idle";
  return (
    <Form method="post" className="form staff-form">
      {dates.kind === "ask" && (
        <fieldset className="field date-order" id="order">
          <legend>Which day does {dates.example} mean in this file?</legend>
          {dateOrders.map((order) => (
            <label key={order} className="check">
              <input type="radio" name="order" value={order} required />
              {meaningOf(dates.example, order)}
            </label>
          ))}
        </fieldset>
      )}
      <p className="staff-actions">
        <button className="button" name="intent" value="import" disabled={busy || lines === 0}>
          {busy ? "Importing..." : lines === about.rowCount ? "Import statement" : importWords(lines)}
        </button>
        <button className="button quiet" name="intent" value="discard" formNoValidate disabled={busy}>
          Discard preview
        </button>
      </p>
    </Form>
  );
}

const outdatedWords =
  "An earlier version of this software stored this preview. Discard it and import the file again.";

const Outdated = () => (
  <Form method="post" className="form staff-form">
    <p>{outdatedWords}</p>
    <p className="staff-actions">
      <button className="button" name="intent" value="discard">
        Discard preview
      </button>
    </p>
  </Form>
);

const importWords = (lines: number) => (lines === 1 ? "Import 1 payment" : `Import ${lines} payments`);

function meaningOf(date: string, order: DateOrder): string {
  const day = dayWritten(date, order);
  const first = order === "day-first" ? "the day comes first" : "the month comes first";
  return day === null ? `Not a date: ${first}` : `${formatDay(day, "en")}: ${first}`;
}

function LeftOut({ named, all }: { named: NotUnderstood[]; all: number }) {
  return (
    <section className="staff-section" aria-labelledby="left-out">
      <h2 id="left-out">Unreadable rows</h2>
      <ul>
        {named.map(({ line, why, references }) => (
          <li key={line}>
            Line {line}: {why}
            {references !== null && references.length > 0 && ` (${references.join(", ")})`}
          </li>
        ))}
      </ul>
      {all > named.length && <p>And {all - named.length} more.</p>}
    </section>
  );
}

const columns: Column<ExaminedPreview["differing"][number]>[] = [
  {
    head: "Payment",
    cell: ({ about, key, line }) => (
      <>
        {about ? (
          <>
            <Link to={`/admin/donations/${about.donationId}`}>{about.donor}</Link>
            <small>
              {about.phone !== null && `${formatPhone(about.phone)}, `}
              {about.campaign}
            </small>
            <small>{key}</small>
          </>
        ) : (
          key
        )}
        <small>line {line}</small>
      </>
    ),
  },
  {
    head: "On statement",
    figure: true,
    cell: ({ amount, said: providerWord, ...line }) => (
      <>
        {amount !== null && <Amount of={{ amount, currency: "TZS" }} />}
        <small>{line.outcome === "unknown" ? providerWord : lineWords(line)}</small>
      </>
    ),
  },
  {
    head: "In our records",
    figure: true,
    cell: ({ asked, payment_status: status }) => (
      <>
        {asked === null ? "none" : <Amount of={{ amount: asked, currency: "TZS" }} />}
        <small>{status && paymentWords[status][0]}</small>
      </>
    ),
  },
  {
    head: "Difference",
    cell: ({ about, ...row }) => {
      const caseId = about?.caseId ?? null;
      return (
        <>
          {differenceWords({ ...row, isInCase: caseId !== null })}
          {caseId !== null && (
            <>
              , <Link to={`/admin/cases/${caseId}`}>case {String(caseId)}</Link>
            </>
          )}
        </>
      );
    },
  },
];
