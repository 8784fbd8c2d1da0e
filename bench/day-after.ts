import { median, type Figure } from "./figure.ts";
import { addressOf, staffSite, timeOf } from "./staff.ts";

const days = 14;
const quiet = 20;
const storm = 10_000;
const rounds = 15;

const pages = {
  reconciliation: "/admin/reconciliation",
  figures: "/admin/figures",
  "donations, the newest": "",
  "donations, a whole name": "q=idrisa+kisa",
  "donations, two common names": "q=asha+juma",
};

/** Compares the staff area after fourteen days with 10,000 donations each and after fourteen quiet days. */
export async function dayAfter(): Promise<Figure[]> {
  const few = await staffSite({ donations: quiet * days, days });
  const many = await staffSite({ donations: storm * days, days });
  try {
    const figures: Figure[] = [];
    for (const [name, page] of Object.entries(pages)) {
      const [shortAddress, longAddress] = page.startsWith("/")
        ? [page, page]
        : [await addressOf(few, page), await addressOf(many, page)];
      const [short, long]: [number[], number[]] = [[], []];
      for (let round = -2; round < rounds; round++) {
        const [one, other] = [await timeOf(few, shortAddress), await timeOf(many, longAddress)];
        if (round < 0) continue;
        short.push(one);
        long.push(other);
      }
      const at = (what: string) => ({ part: "day-after", what: `${name}: ${what}` });
      figures.push(
        {
          ...at("10,000 a day ÷ 20 a day"),
          measured: median(long) / median(short),
          unit: "",
          goal: { atMost: 2 },
        },
        { ...at("with 10,000 a day"), measured: median(long), unit: "ms" },
      );
    }
    return figures;
  } finally {
    await Promise.all([few.stop(), many.stop()]);
  }
}
