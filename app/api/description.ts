import { z } from "zod";
import { originContext } from "#app/http/context.server.ts";
import * as shapes from "./shapes.ts";
import type { Route } from "./+types/description";

export const handle = { policy: "everyone" };

export function loader({ context }: Route.LoaderArgs) {
  return Response.json({
    openapi: "3.1.0",
    info: { title: "Amana", version: "1" },
    servers: [{ url: context.get(originContext) }],
    paths: {
      "/api/donations/mobile": give(
        "Send a mobile money payment request",
        shapes.mobileDonation,
        shapes.mobileAnswer,
      ),
      "/api/donations/order": give(
        "Create a mobile money payment page",
        shapes.orderDonation,
        shapes.orderAnswer,
      ),
      "/api/donations/card": give("Create a card payment page", shapes.cardDonation, shapes.cardAnswer),
      "/api/donations/{orderId}": read("Get the status of a donation", shapes.donationStatus, [
        inPath("orderId"),
      ]),
      "/api/campaigns": read("List public campaigns (100 per page)", shapes.campaignList, [
        inQuery("category", { type: "string" }),
        inQuery("type", { type: "string" }),
        inQuery("page", { type: "integer", minimum: 1 }),
      ]),
      "/api/campaigns/{id}": read("Get a campaign", shapes.oneCampaign, [inPath("id")]),
      "/api/statistics": read("Get donation statistics for a date range", shapes.statistics, range),
      "/api/statistics/{campaignId}": read(
        "Get a campaign’s statistics for a date range",
        shapes.campaignStatistics,
        [inPath("campaignId"), ...range],
      ),
    },
  });
}

type Parameter = { name: string; in: "path" | "query" | "header"; required: boolean; schema: object };

const text = { type: "string" };
const inPath = (name: string): Parameter => ({ name, in: "path", required: true, schema: text });
const inQuery = (name: string, schema: object): Parameter => ({ name, in: "query", required: false, schema });
const day = { type: "string", format: "date" };
const range = [inQuery("fromdate", day), inQuery("todate", day)];
const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  schema: { type: "string", maxLength: 255 },
  description: "The same key and body return the same response. A different body returns 409.",
};

function give(summary: string, body: z.ZodType, answer: z.ZodType) {
  return {
    post: {
      summary,
      parameters: [idempotencyKey],
      requestBody: { required: true, content: json(body, "input") },
      responses: {
        ...answered(answer),
        ...failed({
          400: "Invalid field",
          404: "Campaign not found",
          409: "Another payment is in progress, the campaign or card payments are closed, or the idempotency key was used with a different body",
          422: "The provider rejected the payment",
          428: "Proof needed first: send the solved challenge, or send it back unchanged after Retry-After",
          429: "Too many requests. See Retry-After.",
          502: "The provider could not be reached. Nothing was sent.",
          503: "Service unavailable",
        }),
      },
    },
  };
}

function read(summary: string, answer: z.ZodType, parameters: Parameter[]) {
  const absent = parameters.some((each) => each.in === "path") ? { 404: "Not found" } : {};
  return { get: { summary, parameters, responses: { ...answered(answer), ...failed(absent) } } };
}

const answered = (shape: z.ZodType) => ({ 200: { description: "Done", content: json(shape, "output") } });

function failed(reasons: Record<number, string>) {
  const content = json(shapes.failure, "output");
  return Object.fromEntries(
    Object.entries(reasons).map(([status, description]) => [status, { description, content }]),
  );
}

function json(shape: z.ZodType, io: "input" | "output") {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io });
  return { "application/json": { schema } };
}
