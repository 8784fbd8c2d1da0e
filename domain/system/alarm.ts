import { z } from "zod";

const collector = z.enum(["azampay", "selcom"]);
const count = z.int().nonnegative();

/** Conditions that staff must fix. Admins get one email at the start and one at the end. */
export const alarmShape = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ledger"), problems: count }),
  z.object({ kind: z.literal("ledger-unchecked"), minutes: count.nullable() }),
  z.object({ kind: z.literal("provider-failing"), provider: collector, failed: count, asked: count }),
  z.object({ kind: z.literal("provider-silent"), provider: collector, waiting: count }),
  /** Requested: those of the open cases whose request waits for approval. */
  z.object({ kind: z.literal("mismatch"), cases: count, requested: count.default(0) }),
  z.object({ kind: z.literal("disk"), node: z.string(), percentFree: count }),
  z.object({ kind: z.literal("backup"), days: count.nullable() }),
  z.object({ kind: z.literal("sign-ins"), refused: count }),
  z.object({ kind: z.literal("refusals"), refused: count }),
]);
export type Alarm = z.output<typeof alarmShape>;
export type AlarmKind = Alarm["kind"];

/** Alarms of one kind with different subjects are separate. */
export function alarmSubject(alarm: Alarm): string {
  switch (alarm.kind) {
    case "provider-failing":
    case "provider-silent":
      return alarm.provider;
    case "disk":
      return alarm.node;
    default:
      return "";
  }
}
