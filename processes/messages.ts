import { z } from "zod";

/** The supervisor's first message to a web process. It is no environment variable, because it holds a password. */
export const ordersShape = z.object({
  databaseUrl: z.string(),
  poolerUrl: z.string().optional(),
  port: z.number(),
  poolSize: z.number(),
  /** Expired keys are not among them. The first one encrypts. */
  keyIds: z.array(z.string()),
  /** The sandbox of the supervisor, which all web processes share. Null with real providers. */
  sandboxAt: z.string().nullable(),
});
export type Orders = z.infer<typeof ordersShape>;

const id = z.number();

/** From a web process to the supervisor. */
export const reportShape = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("listening"), url: z.string() }),
  z.object({ kind: z.literal("take place"), id, client: z.string() }),
  z.object({ kind: z.literal("leave place"), client: z.string() }),
  z.object({ kind: z.literal("add up metrics"), id }),
]);
export type Report = z.infer<typeof reportShape>;

/** From the supervisor to a web process. */
export const replyShape = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("drain") }),
  z.object({ kind: z.literal("place"), id, isFree: z.boolean() }),
  z.object({ kind: z.literal("metrics"), id, text: z.string().nullable() }),
]);
export type Reply = z.infer<typeof replyShape>;
