type OfDonor = { kind: "donation" | "offline-donation"; id: bigint; orderId: string | null };

/** The record in the audit log. It contains nothing about the donor. */
export const donorSubject = ({ kind, id, orderId }: OfDonor) =>
  kind === "donation" ? (`donation:${orderId}` as const) : (`offline-donation:${id}` as const);
