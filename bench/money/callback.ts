import { sign } from "node:crypto";
import { callbackLogin } from "./settings.ts";

/** `id` is the reference of AzamPay. */
export type Confirmed = { reference: string; id: string | null; amount: bigint; phone: string | null };

/** The body of AzamPay's callback about a paid request. */
export function callbackFor(
  { reference, id, amount, phone }: Confirmed,
  key: Parameters<typeof sign>[2],
): string {
  const signed = [reference, id, "success", "Mpesa"].join("");
  return JSON.stringify({
    ...{ utilityref: reference, externalreference: id, reference: id, transid: id, msisdn: phone },
    ...{ transactionstatus: "success", message: "success", operator: "Mpesa", amount: String(amount) },
    ...{ mnoreference: `mno-${reference}`, ...callbackLogin, clientId: "bench" },
    signature: sign("RSA-SHA256", Buffer.from(signed), key).toString("base64"),
  });
}
