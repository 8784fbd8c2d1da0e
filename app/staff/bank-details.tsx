import { data, Form, Link, redirect, useNavigation } from "react-router";
import { readBankRecord } from "#database/bank-details.ts";
import { findOpenProposal } from "#database/proposals.ts";
import { bankDetailsShape, type BankDetailsRecord } from "#domain/proposal.ts";
import { propose } from "#operations/propose.ts";
import { everything, visitorContext } from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { Comparison } from "#app/staff/proposals/what.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field, TextAreaField } from "#app/ui/field.tsx";
import { z } from "zod";
import { bankWords } from "./proposals/words.ts";
import type { Route } from "./+types/bank-details";

export const handle = { policy: "staff" };

export async function loader({ context }: Route.LoaderArgs) {
  const db = context.get(everything);
  const [now, open] = await Promise.all([
    readBankRecord(db),
    findOpenProposal(db, "bank-details", "bank-details"),
  ]);
  return { now, open };
}

const reason = z
  .string("Say why the details change")
  .trim()
  .min(1, "Say why the details change")
  .max(1000, "A reason may have 1,000 characters");

/** The picture stays as it is: no field of the form holds it. */
const form = bankDetailsShape
  .omit({ image: true })
  .extend({ reason, sure: z.string().optional() })
  .refine(({ mobileMoneyName: name, mobileMoneyNumber: number }) => (name === null) === (number === null), {
    path: ["mobileMoneyNumber"],
    message: "Mobile money needs its name and its number, or neither",
  });

export async function action({ request, context }: Route.ActionArgs) {
  const db = context.get(everything);
  const person = context.get(visitorContext);
  const now = await readBankRecord(db);
  if (person === null || now === null) throw data(null, { status: 404 });
  const read = await readForm(request, form);
  const refuse = (errors: { field: string; message: string }[], status: number) =>
    data({ errors, entered: read.entered, looked: null }, { status });
  if (!read.ok) return refuse(read.errors, 400);
  const { reason, sure, ...details } = read.value;
  const becomes = { ...details, image: now.image };
  // Old and new are seen beside each other before anything is proposed.
  if (sure !== "yes") return data({ errors: [], entered: read.entered, looked: becomes });

  const proposed = await propose(db, { kind: "bank-details", becomes }, { by: person.id, reason });
  if (proposed.kind === "proposed" || proposed.kind === "proposed-before") {
    const isNew = proposed.kind === "proposed";
    const notice = noticeCookie({
      tone: isNew ? "success" : "info",
      title: isNew ? "Proposed. Everybody on staff is told." : "Another change waits for its decision",
      text: isNew ? "The website shows the old details until another admin approves." : undefined,
    });
    return redirect(`/admin/proposals/${proposed.id}`, { status: 303, headers: { "Set-Cookie": notice } });
  }
  const message = proposed.kind === "unchanged" ? "Nothing would change" : "Failed to update bank details";
  return refuse([{ field: "bankName", message }], 409);
}

const inputs = bankWords.filter(([name]) => name !== "image");
const longOnes: readonly string[] = ["additionalInfo", "additionalInfoSw"];

export default function BankDetailsEditor({ loaderData, actionData }: Route.ComponentProps) {
  const { now, open } = loaderData;
  return (
    <>
      <title>Bank Details</title>
      <meta name="robots" content="noindex" />
      <div className="staff-head">
        <h1>Bank Details</h1>
        <Link className="button quiet small" to="/dashboard">
          Back to Dashboard
        </Link>
      </div>
      <p className="staff-lead">
        Where donors send large gifts. A change takes two people: you propose it, an admin other than you
        approves it, and everybody on staff is told.{" "}
        <Link to="/admin/proposals?kind=bank-details">Earlier changes</Link>
      </p>
      {now === null ? (
        <p role="alert">Failed to load bank details</p>
      ) : open !== null ? (
        <section className="staff-card" aria-labelledby="open">
          <h2 id="open">A change waits for its decision</h2>
          <p>
            <Link to={`/admin/proposals/${open}`}>See what is proposed</Link>
          </p>
        </section>
      ) : actionData?.looked ? (
        <Look now={now} looked={actionData.looked} entered={actionData.entered} />
      ) : (
        <Fields now={now} wrong={actionData ?? null} />
      )}
    </>
  );
}

type LookProps = { now: BankDetailsRecord; looked: BankDetailsRecord; entered: Record<string, string> };

function Look({ now, looked, entered }: LookProps) {
  const busy = useNavigation().state !== "idle";
  return (
    <section className="staff-card" aria-labelledby="look">
      <h2 id="look">Is this right?</h2>
      <Comparison was={now} becomes={looked} />
      <Form method="post">
        {[...inputs.map(([name]) => name), "reason"].map((name) => (
          <input key={name} type="hidden" name={name} value={entered[name] ?? ""} />
        ))}
        <p className="staff-actions">
          <button className="button" name="sure" value="yes" disabled={busy}>
            Propose this change
          </button>
          <Link className="button quiet" to="/admin/bank-details">
            Begin again
          </Link>
        </p>
      </Form>
    </section>
  );
}

type Wrong = { errors: { field: string; message: string }[]; entered: Record<string, string> };

function Fields({ now, wrong }: { now: BankDetailsRecord; wrong: Wrong | null }) {
  const busy = useNavigation().state !== "idle";
  const errors = wrong?.errors ?? [];
  const errorAt = (field: string) => errors.find((error) => error.field === field)?.message;
  return (
    <section className="staff-card" aria-labelledby="details">
      <h2 id="details">Details</h2>
      <ErrorSummary title="This was not proposed" errors={errors} />
      <Form method="post" className="form staff-form">
        {inputs.map(([name, label]) => {
          const given = { id: name, label, error: errorAt(name) };
          const value = wrong?.entered[name] ?? now[name] ?? "";
          return longOnes.includes(name) ? (
            <TextAreaField key={name} {...given} defaultValue={value} rows={3} maxLength={1000} />
          ) : (
            <Field key={name} {...given} defaultValue={value} maxLength={200} autoComplete="off" />
          );
        })}
        <TextAreaField
          id="reason"
          label="Why they change"
          hint="The other admin reads this"
          error={errorAt("reason")}
          defaultValue={wrong?.entered["reason"]}
          rows={2}
          maxLength={1000}
        />
        <p className="staff-actions">
          <button className="button" disabled={busy}>
            See old and new
          </button>
        </p>
      </Form>
    </section>
  );
}
