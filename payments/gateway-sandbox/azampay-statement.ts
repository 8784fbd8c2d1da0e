import { reply, type Reply } from "./http.ts";
import type { SandboxContext } from "./context.ts";
import type { SandboxPayment } from "./state.ts";

const words: Partial<Record<SandboxPayment["status"], string>> = {
  paid: "success",
  declined: "failed",
  rejected: "failed",
  expired: "failed",
  cancelled: "cancelled",
  reversed: "success",
};

/** All payments that ended, as AzamPay's portal exports them. A reversal is a second row of its payment. */
export function azampayStatement({ state }: SandboxContext): Reply {
  const rows = [...state.payments()]
    .filter(({ gateway }) => gateway === "azampay")
    .flatMap((payment) => {
      const word = words[payment.status];
      if (word === undefined) return [];
      const row = (status: string) => rowOf(payment, status);
      return payment.status === "reversed" ? [row(word), row("reversed")] : [row(word)];
    });
  const csv = ["Date,Transaction ID,External ID,Amount,Status", ...rows, ""].join("\r\n");
  return reply(200, csv, "text/csv; charset=utf-8", {
    "content-disposition": 'attachment; filename="azampay-statement.csv"',
  });
}

/** Days and times of the export are those of East Africa. */
function rowOf(payment: SandboxPayment, status: string): string {
  const at = new Date((payment.decidedAt ?? payment.createdAt) + 3 * 3_600_000);
  const date = at.toISOString().slice(0, 19).replace("T", " ");
  return [date, payment.gatewayReference, payment.reference, payment.taken, status].join(",");
}
