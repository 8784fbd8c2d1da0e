import { inject, vi } from "vitest";
import { z } from "zod";
import { openDatabase } from "#database/sql.server.ts";
import { openAzampay } from "#payments/azampay/azampay.ts";
import { azampayOrigins } from "#payments/azampay/settings.ts";
import { sandboxSecrets, sandboxSettings } from "#payments/open-providers.ts";
import { openOutside } from "#outside/http.ts";
import { openSelcom } from "#payments/selcom/selcom.ts";
import { selcomOrigins } from "#payments/selcom/settings.ts";
import { newPhone, readDonationState } from "#tests/support/donations/begin.ts";
import { patience } from "#tests/support/patience.ts";
import { solved } from "#tests/support/donations/solve-proof.ts";
import type { Answer, Site } from "#tests/support/server/site.ts";

const answerShape = z.looseObject({
  success: z.boolean(),
  message: z.string().optional(),
  externalId: z.string().optional(),
  order_id: z.string().optional(),
  transactionId: z.string().optional(),
  receiptKey: z.string().optional(),
  url: z.string().optional(),
  paymentUrl: z.string().optional(),
  status: z.string().optional(),
  errors: z.record(z.string(), z.string()).optional(),
  challenge: z.string().optional(),
});

export const jsonOf = ({ text }: Answer) => answerShape.parse(JSON.parse(text));

/** Access to a site with simulated gateways: its URLs, the sandbox's administration, and the records. */
export function withGateways(site: Site) {
  const database = openDatabase(site.databaseUrl);
  const db = database.readWrite;
  const secrets = sandboxSecrets(inject("scratch"));

  async function administer(path: string, body: unknown = {}): Promise<void> {
    const answer = await site.ask(`/sandbox/_admin/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  }

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    site.ask(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });

  const asha = { name: "Asha Juma", email: "asha@example.org" };
  const byMobile = (over: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
    post(
      "/api/donations/mobile",
      {
        ...{ campaignId: "conference-center", amount: 20_000, currency: "TZS", provider: "Tigo" },
        ...asha,
        phoneNumber: newPhone(),
        ...over,
      },
      headers,
    );
  const card = () => ({
    ...{ campaignId: "conference-center", amount: 50_000, currency: "TZS", acceptTerms: true },
    ...{ donorName: "Asha Juma", donorEmail: `asha-${newPhone()}@example.org`, donorPhone: newPhone() },
    billing: {
      ...{ firstName: "Asha", lastName: "Juma", address: "Main Campus", city: "Morogoro" },
      ...{ region: "Morogoro", postcode: "67101", country: "TZ" },
    },
  });

  /** All tests use one address, so all card payments but the first need a proof of work. */
  async function byCard(): Promise<Answer> {
    const body = card();
    const answer = await post("/api/donations/card", body);
    const { challenge } = jsonOf(answer);
    if (challenge === undefined) return answer;
    return post("/api/donations/card", { ...body, proof: solved(challenge) });
  }

  const payment = (externalId: string) =>
    db
      .selectFrom("payments as p")
      .innerJoin("donations as d", "d.id", "p.donation_id")
      .select(["p.id", "p.reference", "p.provider", "p.provider_reference", "p.amount", "p.phone"])
      .where("d.external_id", "=", externalId)
      .executeTakeFirstOrThrow();

  async function decide(externalId: string, decision: string, fault: string | null = null): Promise<void> {
    const { reference, provider } = await payment(externalId);
    await administer("decide", { gateway: provider, reference, decision, fault });
    await administer("deliver");
  }

  const outside = sandboxSettings(secrets, site.url, site.url);
  const clock = () => new Date();
  return {
    db,
    secrets,
    administer,
    post,
    byMobile,
    card,
    byCard,
    payment,
    decide,
    /** The adapters of another node, which has only URLs and credentials. */
    providers: {
      azampay: openAzampay(outside.azampay, openOutside(azampayOrigins(outside.azampay)), clock),
      selcom: openSelcom(outside.selcom, openOutside(selcomOrigins(outside.selcom)), clock),
    },
    readDonationState: (externalId: string) => readDonationState(db, externalId),
    status: async (orderId: string) => jsonOf(await site.get(`/api/donations/${orderId}`)).status,
    /** Waits for work that the site does after its answer. */
    waitForStatus: (externalId: string, status: string) =>
      vi.waitFor(async () => {
        const now = jsonOf(await site.get(`/api/donations/${externalId}`)).status;
        if (now !== status) throw new Error(`${externalId} is ${now}, not ${status}`);
      }, patience),
    close: () => database.close(),
  };
}
