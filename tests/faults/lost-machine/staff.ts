import type { CaseKind } from "#domain/cases/kinds.ts";
import { saveSecondStepRule } from "#operations/accounts/second-step/require.ts";
import { makePerson, postForm, signIn } from "#tests/support/accounts/people.ts";
import { campaigns, type GatewayPayment } from "#tests/faults/place.ts";
import type { Machine } from "./machine.ts";

// Staff do all of this on the pages, as the runbook says.

const reason = "The backup is older than this payment";

export async function hireStaff({ ownerUrl, database }: Machine): Promise<void> {
  for (const name of ["juma", "asha"]) await makePerson(ownerUrl, name, "admin");
  await saveSecondStepRule(database.readWrite, false);
}

export type Staff = {
  compareWithSelcom(): Promise<void>;
  importStatement(payments: readonly GatewayPayment[]): Promise<void>;
  /** Adds the donations of all unrecognised payments with one decision. Returns their number. */
  addLostDonations(): Promise<number>;
  /** One requests and another approves what only a statement shows. Returns the number of payments. */
  approveListed(): Promise<number>;
};

export async function signInStaff(machine: Machine): Promise<Staff> {
  const [juma, asha] = [await signIn(machine, "juma"), await signIn(machine, "asha")];
  const post = async (path: string, fields: Record<string, string>, cookie = juma) => {
    const { status, headers, text } = await postForm(machine, path, fields, { Cookie: cookie });
    if (status !== 303) throw new Error(`${path}: ${status} ${text.slice(0, 500)}`);
    return headers.location ?? "";
  };
  async function upload(fields: Record<string, string>, file?: string): Promise<string> {
    const parts = Object.entries(fields).map(
      ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    if (file !== undefined)
      parts.push(
        `--x\r\nContent-Disposition: form-data; name="file"; filename="azampay.csv"\r\nContent-Type: text/csv\r\n\r\n${file}\r\n`,
      );
    const { status, headers, text } = await machine.ask("/admin/reconciliation", {
      method: "POST",
      body: `${parts.join("")}--x--\r\n`,
      headers: {
        ...{ Origin: machine.url, Cookie: juma, "Content-Type": "multipart/form-data; boundary=x" },
      },
    });
    if (status !== 303) throw new Error(`reconciliation: ${status} ${text.slice(0, 500)}`);
    return headers.location ?? "";
  }
  return {
    compareWithSelcom: async () => void (await upload({ intent: "compare" })),
    async importStatement(payments) {
      const preview = await upload({}, statementOf(payments));
      await post(preview, { intent: "import" });
    },
    async addLostDonations() {
      const unknown = await openCases(machine, "unknown-order");
      const [first] = unknown;
      if (first === undefined) return 0;
      await post(`/admin/cases/${first}`, {
        decision: "add-all",
        sure: "yes",
        campaign: campaigns[0] ?? "",
        reason,
      });
      return unknown.length - (await openCases(machine, "unknown-order")).length;
    },
    async approveListed() {
      const listed = await openCases(machine, "not-booked");
      const [first] = listed;
      if (first === undefined) return 0;
      const request = { decision: "credit-all", reason, statement: "the statement of AzamPay" };
      await post(`/admin/cases/${first}`, request);
      const requests = await openRequests(machine);
      const last = String(requests.at(-1));
      const approval = { decision: "approve-all", count: String(requests.length), last };
      await post(`/admin/approvals/${last}`, approval, asha);
      // A payment that was open in the backup is a decision of its own.
      for (const id of await openCases(machine, "not-booked")) {
        const alone = await post(`/admin/cases/${id}`, { ...request, decision: "credit" });
        await post(alone, { decision: "approve" }, asha);
      }
      return listed.length;
    },
  };
}

async function openCases({ database }: Machine, kind: CaseKind): Promise<bigint[]> {
  const found = await database.readWrite
    .selectFrom("cases")
    .select("id")
    .where("kind", "=", kind)
    .where("status", "=", "open")
    .execute();
  return found.map(({ id }) => id);
}

async function openRequests({ database }: Machine): Promise<bigint[]> {
  const query = database.readWrite.selectFrom("proposals").select("id").where("status", "=", "open");
  return (await query.orderBy("id").execute()).map(({ id }) => id);
}

/** The export of AzamPay's portal. It lists payments that ended. */
function statementOf(payments: readonly GatewayPayment[]): string {
  const rows = payments
    .filter(({ gateway, status }) => gateway === "azampay" && status !== "open" && status !== "waiting")
    .map(({ gatewayReference, reference, taken, status, createdAt }) => {
      const at = new Date(createdAt + 3 * 3_600_000).toISOString().slice(0, 16).replace("T", " ");
      return [gatewayReference, reference, taken, status === "paid" ? "success" : "failure", at].join();
    });
  return ["Transaction ID,External Id,Amount,Status,Date", ...rows].join("\n");
}
