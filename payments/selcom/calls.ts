import { z } from "zod";
import { readJson, type Outside, type OutsideRequest, type Sent } from "#outside/http.ts";
import { referenceText } from "#payments/reference-text.ts";
import type { RawAnswer } from "#domain/payments/provider.ts";
import type { SelcomSettings } from "./settings.ts";
import { signedHeaders, type Fields } from "./signing.ts";

/** The result of Selcom's answer, by its envelope alone. Selcom may have carried out an `unsure` request. */
export type Answer =
  | { kind: "done"; data: unknown[]; reference: string | null; raw: RawAnswer }
  | { kind: "in-progress"; data: unknown[]; reference: string | null; raw: RawAnswer }
  | { kind: "failed"; data: unknown[]; why: string; raw: RawAnswer }
  /** 000 without SUCCESS. */
  | { kind: "contradictory"; data: unknown[]; why: string; raw: RawAnswer }
  | { kind: "turned-away"; why: string; raw: RawAnswer }
  | { kind: "not-sent"; why: string; raw: null }
  | { kind: "unsure"; why: string; raw: RawAnswer };

export type SelcomCalls = (
  method: OutsideRequest["method"],
  path: string,
  fields: Fields,
  how?: Pick<OutsideRequest, "isList">,
) => Promise<Answer>;

export function openCalls(settings: SelcomSettings, outside: Outside, clock: () => Date): SelcomCalls {
  return async (method, path, fields, how = {}) => {
    const url = `${settings.baseUrl}/v1${path}`;
    const headers = signedHeaders(fields, settings, clock());
    const sent =
      method === "POST"
        ? await outside.send({ method, url, headers, body: JSON.stringify(Object.fromEntries(fields)) })
        : await outside.send({ method, url: `${url}?${query(fields)}`, headers, ...how });
    return judge(sent);
  };
}

function query(fields: Fields): string {
  return fields.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join("&");
}

const envelope = z.object({
  resultcode: z.union([z.string(), z.number()]).transform((code) => String(code)),
  result: z.string().nullish().catch(null),
  message: z.string().nullish().catch(null),
  // A number or another odd value must not make the rest of the answer unreadable.
  reference: z
    .union([z.string(), z.number().transform(String)])
    .nullish()
    .catch(null),
  data: z.array(z.unknown()).nullish(),
});

function judge(sent: Sent): Answer {
  if (sent.kind === "not-sent") return { ...sent, raw: null };
  if (sent.kind === "timed-out") return { kind: "unsure", why: "no answer in time", raw: null };
  if (sent.kind === "broken-off") return { kind: "unsure", why: sent.why, raw: null };

  const raw = { status: sent.status, body: sent.body };
  if (sent.status === 401 || sent.status === 403)
    return { kind: "turned-away", why: `HTTP ${sent.status}`, raw };
  const read = envelope.safeParse(readJson(sent.body));
  if (!read.success || sent.status >= 500)
    return { kind: "unsure", why: `HTTP ${sent.status}, not an answer`, raw };

  const { resultcode, result, message, reference, data } = read.data;
  const known = { data: data ?? [], reference: referenceText(reference), raw };
  const why = `${resultcode} ${message ?? result ?? ""}`.trim();
  if (resultcode === "403") return { kind: "turned-away", why, raw };
  const word = result?.trim().toUpperCase();
  if (resultcode === "000" && word !== "SUCCESS")
    return {
      kind: "contradictory",
      data: known.data,
      why: `${resultcode} with ${result ?? "no result"}`,
      raw,
    };
  if (resultcode === "000" && sent.status === 200) return { kind: "done", ...known };
  if (resultcode === "111" || resultcode === "927") return { kind: "in-progress", ...known };
  if (resultcode === "999" || word !== "FAIL") return { kind: "unsure", why, raw };
  return { kind: "failed", data: known.data, why, raw };
}
