import { z } from "zod";
import { json, empty, reply, type Reply, type SandboxRequest } from "./http.ts";

/** The behaviours of the invented reporting service. Tests change it at /sandbox/_admin/reporting. */
const behaviours = ["works", "fails", "slow", "unreadable", "huge"] as const;
const change = z.strictObject({ behaviour: z.enum(behaviours) });

/** Invented figures of one day, by title. */
const daily: Record<string, { shillings: number; donors: number }> = {
  run: { shillings: 40_000, donors: 2 },
  mosque: { shillings: 90_000, donors: 3 },
  scholarship: { shillings: 60_000, donors: 2 },
  "girls dormitories": { shillings: 120_000, donors: 4 },
  zakat: { shillings: 50_000, donors: 1 },
  "conference center": { shillings: 150_000, donors: 3 },
  "cash waqfu": { shillings: 30_000, donors: 1 },
};

/** Answers in the form of the fund's other systems: all titles at /reporting, one at /reporting/<title>. */
export function openReportingService() {
  let behaviour: (typeof behaviours)[number] = "works";
  return {
    answer({ method, path, query }: SandboxRequest): Reply {
      if (method !== "GET") return empty(405);
      if (behaviour === "fails") return empty(500);
      if (behaviour === "slow") return { kind: "never" };
      if (behaviour === "unreadable") return reply(200, "<p>Maintenance</p>", "text/html");
      if (behaviour === "huge") return json(200, { success: true, padding: "0".repeat(5_000_000) });
      const days = daysBetween(query.get("fromdate"), query.get("todate"));
      if (days === null) return json(400, { success: false });
      const title = decodeURIComponent(path.slice("/reporting".length).replace(/^\//, ""));
      return title === "" ? overall(days) : ofTitle(title, days);
    },
    change(request: SandboxRequest): Reply {
      const asked = change.safeParse(JSON.parse(request.body));
      if (!asked.success) return json(400, { message: z.prettifyError(asked.error) });
      ({ behaviour } = asked.data);
      return empty(204);
    },
  };
}

function overall(days: number): Reply {
  const sum = (of: "shillings" | "donors") =>
    Object.values(daily).reduce((total, figures) => total + figures[of], 0) * days;
  return json(200, {
    success: true,
    completed_count: sum("donors"),
    total_completed_amount: sum("shillings"),
    success_percentage: 80,
    total_orders: Math.round(sum("donors") / 0.8),
  });
}

function ofTitle(title: string, days: number): Reply {
  const figures = Object.hasOwn(daily, title) ? daily[title] : undefined;
  if (figures === undefined) return json(404, { success: false });
  return json(200, {
    success: true,
    total_amount: figures.shillings * days,
    donors: figures.donors * days,
    target_amount: 1_000_000_000,
  });
}

function daysBetween(from: string | null, to: string | null): number | null {
  const day = z.iso.date();
  if (!day.safeParse(from).success || !day.safeParse(to).success) return null;
  const days = (Date.parse(to ?? "") - Date.parse(from ?? "")) / 86_400_000 + 1;
  return Math.max(0, days);
}
