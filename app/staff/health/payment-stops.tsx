import { data, Link, redirect } from "react-router";
import { z } from "zod";
import { readRecordHindrance } from "#database/accounts/role-grants.ts";
import { readSettings } from "#database/content/settings.ts";
import { paymentStopNames, type PaymentStop } from "#domain/content/records.ts";
import { paymentStops } from "#operations/content/records/settings.ts";
import { saveSwitch } from "#operations/system/save-switch.ts";
import { signedInPerson } from "#app/account/signed-in-person.server.ts";
import { databaseContext, publishChangeContext } from "#app/http/context.server.ts";
import { translatorIn } from "#app/messages/translator.tsx";
import { readForm } from "#app/http/form.server.ts";
import { noticeCookie, type Notice } from "#app/http/notice.server.ts";
import { logFailure } from "#app/staff/failure.server.ts";
import { Confirm } from "#app/staff/confirm.tsx";
import { oneOf, readListQuery } from "#app/staff/list/list-query.ts";
import { ListTable, type Column } from "#app/staff/list/list-table.tsx";
import { Status, type Tone } from "#app/staff/list/status.tsx";
import { PageHead } from "#app/staff/page-head.tsx";
import { hindranceText } from "#app/staff/people/words.ts";
import { StopOrStart } from "./stop-or-start.tsx";
import { paymentWords, stopWords } from "./stop-words.ts";
import type { Route } from "./+types/payment-stops";

export const handle = { policy: "admin" };

const hindered = "stop or start payments";

const query = z.object({ stop: oneOf(paymentStopNames) });

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(databaseContext);
  const hindrance = await readRecordHindrance(db, signedInPerson(context).id, paymentStops.subject);
  const { paymentsStopped, cardsStopped } = await readSettings(db);
  const { stop } = readListQuery(url, query);
  const payments = paymentStopNames.map((name) => ({
    name,
    isStopped: name === "paymentsStopped" ? paymentsStopped : cardsStopped,
    isStoppedByOther: name === "cardsStopped" && paymentsStopped,
  }));
  const asked = payments.find(({ name, isStopped }) => name === stop && !isStopped);
  return {
    payments,
    asked: asked && { name: asked.name, donorsRead: donorsRead(asked.name) },
    refusal: hindrance && hindranceText(hindrance, hindered),
  };
}

const donorsRead = (stop: PaymentStop) =>
  `Donors read: “${translatorIn("en")(stop === "paymentsStopped" ? "giving.noPayments" : "giving.noCards")}”`;

const pressed = z.object({ payments: z.enum(paymentStopNames), do: z.enum(["stop", "start"]) });

export async function action({ request, context }: Route.ActionArgs) {
  const person = signedInPerson(context);
  const form = await readForm(request, pressed);
  if (!form.ok) throw data(null, { status: 400 });
  const { payments: stop, do: what } = form.value;
  const db = context.get(databaseContext);
  const before = await paymentStops.read(db);
  const outcome = await context
    .get(publishChangeContext)(() =>
      saveSwitch(db, paymentStops, { path: stop, isOn: what === "stop", by: person.id }),
    )
    .catch((error: unknown) => {
      logFailure(context, error, failed);
      return null;
    });
  switch (outcome?.kind) {
    case "saved":
    case "unchanged": {
      const words = stopWords(before ?? {}, (await paymentStops.read(db)) ?? {});
      if (words === null) return answered({ tone: "success", title: saved });
      return answered(
        what === "stop"
          ? { tone: "info", title: words, text: donorsRead(stop) }
          : { tone: "success", title: words, text: saved },
      );
    }
    case "new-admin":
    case "unconfirmed":
      return answered({ tone: "error", title: failed, text: hindranceText(outcome, hindered) });
    default:
      return answered({ tone: "error", title: failed, text: notChanged });
  }
}

const saved = "Payment stops updated successfully!";
const failed = "Failed to update payment stops";
const notChanged = "Nothing was changed. Please try again in a moment.";

const answered = (notice: Notice) =>
  redirect("/admin/payment-stops", { status: 303, headers: { "Set-Cookie": noticeCookie(notice) } });

export default function PaymentStops({ loaderData: { payments, asked, refusal } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Payment stops">
        <Link className="button quiet small" to="/admin/history/payment-stops">
          History
        </Link>
      </PageHead>
      <p className="staff-lead">
        A stop takes effect when you confirm it, on all pages. A start takes effect at once. See also{" "}
        <Link to="/admin/settings">Background jobs</Link>.
      </p>
      {refusal !== null && <p className="list-line">{refusal}</p>}
      <ListTable
        caption="Payment stops"
        columns={columns}
        rows={payments}
        keyOf={({ name }) => name}
        isBrief
        keepsNamesWhole
        isLog
      />
      {asked && (
        <Confirm
          question={paymentWords[asked.name].question}
          about={`${asked.donorsRead} ${paymentWords[asked.name].started}`}
          sent={{ payments: asked.name, do: "stop" }}
          confirm={paymentWords[asked.name].confirm}
          to="/admin/payment-stops"
        />
      )}
    </>
  );
}

type Row = { name: PaymentStop; isStopped: boolean; isStoppedByOther: boolean };

const columns: Column<Row>[] = [
  {
    head: "Payments",
    cell: ({ name }) => (
      <>
        {paymentWords[name].name}
        <small className="row-words">{`${paymentWords[name].when} ${paymentWords[name].whileStopped} ${paymentWords[name].started}`}</small>
      </>
    ),
  },
  { head: "Status", cell: (row) => <PaymentStatus {...row} /> },
  {
    head: "Actions",
    cell: ({ name, isStopped }) => (
      <StopOrStart
        field="payments"
        name={name}
        label={paymentWords[name].name}
        isStopped={isStopped}
        question={`?stop=${name}`}
      />
    ),
  },
];

function PaymentStatus({ isStopped, isStoppedByOther }: Omit<Row, "name">) {
  const [word, tone] = statusOf({ isStopped, isStoppedByOther });
  return (
    <span className="payment-status">
      <Status tone={tone}>{word}</Status>
    </span>
  );
}

function statusOf({ isStopped, isStoppedByOther }: Omit<Row, "name">): [string, Tone] {
  if (isStopped) return ["Stopped by staff", "bad"];
  return isStoppedByOther ? ["Stopped with all payments", "bad"] : ["Accepted", "good"];
}
