import { data, Form, redirect, useNavigation } from "react-router";
import { z } from "zod";
import {
  listReconciledDays,
  listStatementLines,
  listStatements,
  listUnlistedGifts,
} from "#database/reconciliation.ts";
import { addDays, dayOf, formatDay } from "#domain/calendar.ts";
import { coveredDays, lineStates } from "#domain/statement.ts";
import { compareOrders } from "#operations/compare-orders.ts";
import { takeStatement, type Taken } from "#operations/take-statement.ts";
import { readImport } from "#payments/azampay/import.ts";
import { collectingContext, everything, visitorContext } from "#app/http/context.server.ts";
import type { FormErrors } from "#app/http/form.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { providerWords } from "#app/staff/donations/words.ts";
import { readAsked, readCursor, readDay, typedText } from "#app/staff/list/asked.ts";
import { FilterErrors } from "#app/staff/list/filter-errors.tsx";
import { FilterForm } from "#app/staff/list/filter-form.tsx";
import { Moment } from "#app/staff/values.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { BringForm, type Refusal } from "./bring-form.tsx";
import { Found, stateWords } from "./found.tsx";
import { readUpload } from "./read-upload.server.ts";
import type { Route } from "./+types/reconciliation";

export const handle = { policy: "staff" };

const collectors = ["azampay", "selcom"] as const;
const daysShown = 14;

const query = z.object({
  provider: z.enum(collectors).catch("azampay"),
  state: z.enum([...lineStates, "all"]).catch("open"),
  day: typedText(20),
  until: typedText(20),
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(everything);
  const asked = readAsked(url, query);
  const { provider } = asked;
  const errors: FormErrors = [];
  const day = readDay("day", asked.day, errors);
  const to = readDay("until", asked.until, errors) ?? dayOf(new Date());
  const state = asked.state === "all" ? null : asked.state;
  const [found, statements] = await Promise.all([
    errors.length === 0
      ? Promise.all([
          listReconciledDays(db, provider, { from: addDays(to, 1 - daysShown), to }),
          listStatementLines(db, { provider, state, day }, { cursor: readCursor(url), size: 50 }),
          day === null ? [] : listUnlistedGifts(db, provider, day, mostNamed),
        ])
      : null,
    listStatements(db, provider),
  ]);
  return { asked, errors, found, statements, now: new Date() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const person = context.get(visitorContext);
  if (person === null) throw data(null, { status: 401 });
  const upload = await readUpload(request);
  const refuse = (refusal: Refusal, status = 400) => data(refusal, { status });
  const nothing = { problems: [], mayLeaveOut: false };
  if (upload.kind === "too-large")
    return refuse({ ...nothing, message: "The file is larger than 5 MB" }, 413);
  if (upload.kind === "broken") return refuse({ ...nothing, message: "The form did not arrive whole" });
  const db = context.get(everything);
  const now = new Date();

  if (upload.fields.get("intent") === "compare") {
    const { selcom } = context.get(collectingContext);
    if (selcom === null) return refuse({ ...nothing, message: "Selcom is not configured" }, 409);
    const compared = await compareOrders(db, selcom.listOrders, () => now);
    const notice =
      compared.kind === "no-answer"
        ? ({ tone: "error", title: "Selcom did not give its list" } as const)
        : ({
            tone: "success",
            title: "Compared with Selcom’s list of the last three days",
            text: `${compared.toAsk} to ask about, ${compared.unknown} none of ours, ${compared.unlisted} not on its list`,
          } as const);
    return redirect("/admin/reconciliation?provider=selcom", {
      status: 303,
      headers: { "Set-Cookie": noticeCookie(notice) },
    });
  }
  if (upload.kind === "none") return refuse({ ...nothing, message: "Choose the file of the statement" });

  const read = readImport(upload.bytes);
  const leavesOut = upload.fields.get("leave-out") === "yes";
  if (read.kind === "refused" || (read.leftOut.length > 0 && !leavesOut)) {
    const problems = read.kind === "refused" ? read.problems : read.leftOut;
    const message = "Nothing was taken: the file has lines that cannot be relied on";
    const mayLeaveOut = read.kind === "lines" && read.lines.length > 0;
    return refuse({ message, problems: problems.slice(0, mostNamed), mayLeaveOut });
  }
  const { name, bytes: content } = upload;
  const { lines } = read;
  const covers = coveredDays(lines, dayOf(now));
  const statement = { provider: "azampay", source: "file", name, content, lines, covers } as const;
  const taken = await takeStatement(db, { ...statement, by: person.id }, now);
  return redirect("/admin/reconciliation?provider=azampay", {
    status: 303,
    headers: { "Set-Cookie": noticeCookie(noticeOf(taken, read.leftOut.length)) },
  });
}

const mostNamed = 50;

function noticeOf(taken: Taken, leftOut: number) {
  if (taken.kind === "taken-before")
    return {
      tone: "info",
      title: "This file was taken before",
      text: `On ${formatDay(dayOf(taken.at), "en")}`,
    } as const;
  const { lines, matched, open, unlisted } = taken;
  const parts = [
    `${lines === 1 ? "1 payment" : `${lines} payments`}: ${matched} agree, ${open} open`,
    ...(unlisted > 0 ? [`${unlisted} in our ledger are not in it`] : []),
    ...(leftOut > 0 ? [`${leftOut} lines left out`] : []),
  ];
  return { tone: "success", title: "The statement is taken", text: parts.join("; ") } as const;
}

export default function Reconciliation({ loaderData, actionData }: Route.ComponentProps) {
  const { asked, errors, found, statements, now } = loaderData;
  const errorAt = (name: string) => errors.find(({ field }) => field === name)?.message;
  const busy = useNavigation().state !== "idle";
  return (
    <>
      <title>Reconciliation</title>
      <meta name="robots" content="noindex" />
      <div className="staff-head">
        <h1>Reconciliation</h1>
      </div>
      <p className="staff-lead">
        What the providers say they collected, beside what our ledger has booked. Nothing is booked from here.
      </p>
      <FilterForm label="Choose a provider">
        <SelectField
          id="provider"
          label="Provider"
          defaultValue={asked.provider}
          options={collectors.map((value) => ({ value, label: providerWords[value] }))}
        />
        <SelectField
          id="state"
          label="Lines"
          defaultValue={asked.state}
          options={[
            ...lineStates.map((value) => ({ value, label: stateWords[value][0] })),
            { value: "all", label: "All" },
          ]}
        />
        <Field id="day" label="Only this day" type="date" error={errorAt("day")} defaultValue={asked.day} />
        <Field
          id="until"
          label="Last day shown"
          type="date"
          error={errorAt("until")}
          defaultValue={asked.until}
        />
      </FilterForm>
      <FilterErrors errors={errors} names={{ day: "Only this day", until: "Last day shown" }} />

      <section className="staff-card" aria-labelledby="bring">
        {asked.provider === "azampay" ? (
          <BringForm refusal={actionData ?? null} busy={busy} />
        ) : (
          <>
            <h2 id="bring">Selcom’s list</h2>
            <p>It is compared every night for the last three days.</p>
            <Form method="post" encType="multipart/form-data">
              <input type="hidden" name="intent" value="compare" />
              <button className="button" disabled={busy}>
                {busy ? "Comparing..." : "Compare now"}
              </button>
            </Form>
          </>
        )}
        {statements.length > 0 && (
          <ul className="plain-list statements-taken">
            {statements.map(({ id, name, lines, by, at }) => (
              <li key={String(id)}>
                {name}: {lines === 1 ? "1 payment" : `${lines} payments`}, <Moment at={at} />
                {by !== null && `, by ${by}`}
              </li>
            ))}
          </ul>
        )}
      </section>

      {found && <Found asked={asked} days={found[0]} page={found[1]} unlisted={found[2]} now={now} />}
    </>
  );
}
