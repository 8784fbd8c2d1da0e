import { z } from "zod";
import { originContext } from "#app/http/context.server.ts";
import * as shapes from "./shapes.ts";
import type { Route } from "./+types/description";

export const handle = { policy: "everybody" };

/** What programs may ask of us, for the tools that read such descriptions. */
export function loader({ context }: Route.LoaderArgs) {
  return Response.json({
    openapi: "3.1.0",
    info: { title: "Amana", version: "1" },
    servers: [{ url: context.get(originContext) }],
    paths: {
      "/api/donations/mobile": give("Asks a phone for the PIN", shapes.mobileGift, shapes.mobileAnswer),
      "/api/donations/order": give(
        "Opens a payment page for mobile money",
        shapes.orderGift,
        shapes.orderAnswer,
      ),
      "/api/donations/card": give("Opens a payment page for a card", shapes.cardGift, shapes.cardAnswer),
      "/api/donations/{orderId}": read("What has become of a donation", shapes.standing, [inPath("orderId")]),
      "/api/campaigns": read("Public campaigns, a hundred at a time", shapes.campaignList, [
        inQuery("category", { type: "string" }),
        inQuery("type", { type: "string" }),
        inQuery("page", { type: "integer", minimum: 1 }),
      ]),
      "/api/campaigns/{id}": read("One campaign", shapes.oneCampaign, [inPath("id")]),
      "/api/statistics": read("What our ledger says of a range of days", shapes.statistics, range),
      "/api/statistics/{campaignId}": read("The same of one campaign", shapes.campaignStatistics, [
        inPath("campaignId"),
        ...range,
      ]),
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
  description: "The same key and body get the same answer; another body is refused with 409",
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
          400: "A field is wrong",
          404: "No such campaign",
          409: "Another attempt is open, the campaign takes no gifts, no cards are taken, or the key was used for another body",
          422: "The provider refused",
          428: "A proof is needed first: the challenge solved, or sent back as it is after Retry-After",
          429: "Too often; Retry-After says when again",
          502: "The provider could not be reached: nothing was sent",
          503: "Not now",
        }),
      },
    },
  };
}

function read(summary: string, answer: z.ZodType, parameters: Parameter[]) {
  const absent = parameters.some((each) => each.in === "path") ? { 404: "There is none" } : {};
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
