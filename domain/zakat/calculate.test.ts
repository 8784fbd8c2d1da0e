import fc from "fast-check";
import { expect, test } from "vitest";
import { processingFee } from "#domain/payments/fees.ts";
import { tzs, type Money } from "#domain/money/money.ts";
import { karats, metalValue, nisabIn, zakatSteps, zakatOf, zakatOn } from "./calculate.ts";

const shillings = fc.bigInt({ min: 0n, max: 10n ** 15n });

const worked = (
  assets: bigint | number,
  debts: bigint | number = 0,
  nisab: Money | null = null,
  withFee = true,
) => zakatOf({ assets: [{ name: "all", value: tzs(assets) }], debts: tzs(debts) }, { nisab, withFee });

test.each([
  [0, 0, 0, 0],
  [1, 0, 0, 0],
  [39, 0, 0, 0],
  [40, 1, 0, 1],
  [79, 1, 0, 1],
  [80, 2, 0, 2],
  [999, 24, 0, 24],
  [1_000, 25, 0, 25],
  [1_159, 28, 0, 28],
  [1_160, 29, 1, 30],
  [10_000, 250, 8, 258],
  [100_000, 2_500, 87, 2_587],
  [1_000_000, 25_000, 875, 25_875],
  [1_234_567, 30_864, 1_080, 31_944],
  [2_510_676, 62_766, 2_196, 64_962],
  [7_777_777, 194_444, 6_805, 201_249],
  [10_000_000, 250_000, 8_750, 258_750],
  [99_999_999, 2_499_999, 87_499, 2_587_498],
  [193_236_714, 4_830_917, 169_082, 4_999_999],
  [200_000_000, 5_000_000, 175_000, 5_175_000],
  [850_000_000, 21_250_000, 743_750, 21_993_750],
  [3_000_000_000, 75_000_000, 2_625_000, 77_625_000],
])("net wealth %d owes Zakat %d, fee %d, total %d", (net, due, fee, total) => {
  expect(worked(net)).toMatchObject({ net: tzs(net), due: tzs(due), fee: tzs(fee), total: tzs(total) });
  expect(zakatOn(tzs(net))).toEqual(tzs(due));
});

test.each([
  [10_000_000, 0, 10_000_000, 250_000],
  [10_000_000, 4_000_000, 6_000_000, 150_000],
  [10_000_000, 9_999_961, 39, 0],
  [10_000_000, 9_999_960, 40, 1],
  [10_000_000, 10_000_000, 0, 0],
  [10_000_000, 10_000_001, 0, 0],
  [0, 5_000_000, 0, 0],
])("wealth %d less debts %d is %d and owes %d", (assets, debts, net, due) => {
  expect(worked(assets, debts)).toMatchObject({ net: tzs(net), due: tzs(due) });
});

test.each([
  ["silver", 4_100, 2_510_676],
  ["silver", 1, 613],
  ["silver", 50, 30_618],
  ["gold", 330_000, 28_868_400],
  ["gold", 1, 88],
  ["gold", 25, 2_187],
] as const)("the nisab by %s at %d a gram is %d", (metal, price, nisab) => {
  expect(nisabIn(metal, tzs(price))).toEqual(tzs(nisab));
});

test.each([
  [2_510_675, "below"],
  [2_510_676, "reached"],
  [2_510_677, "reached"],
  [0, "below"],
])("a net wealth of %d is %s", (net, comparison) => {
  expect(worked(net, 0, nisabIn("silver", tzs(4_100))).comparison).toBe(comparison);
});

test("without prices the nisab is unknown", () => {
  expect(worked(10_000_000).comparison).toBe("unknown");
});

test.each([
  [2_510_675, 0, 0, 0],
  [2_510_676, 62_766, 2_196, 64_962],
])("at nisab 2,510,676 net wealth %d owes %d and fee %d", (net, due, fee, total) => {
  const sum = worked(net, 0, tzs(2_510_676));
  expect(sum).toMatchObject({ net: tzs(net), due: tzs(due), fee: tzs(fee), total: tzs(total) });
});

test("the donor can leave out the fee", () => {
  expect(worked(10_000_000, 0, null, false)).toMatchObject({
    due: tzs(250_000),
    fee: tzs(0),
    total: tzs(250_000),
  });
});

test.each([
  [10_000n, 330_000, 24, 3_300_000],
  [10_000n, 330_000, 22, 3_025_000],
  [10_000n, 330_000, 21, 2_887_500],
  [10_000n, 330_000, 18, 2_475_000],
  [12_345n, 330_001, 22, 3_734_373],
  [1n, 4_100, 24, 4],
  [0n, 330_000, 24, 0],
] as const)("%d mg at %d a gram and %d karat are worth %d", (milligrams, price, karat, value) => {
  expect(metalValue(milligrams, tzs(price), karat)).toEqual(tzs(value));
});

test("zakat is the largest whole amount that is not above 2.5%", () => {
  fc.assert(
    fc.property(shillings, (net) => {
      const due = zakatOn(tzs(net)).amount;
      expect(due * 1000n <= net * 25n && (due + 1n) * 1000n > net * 25n).toBe(true);
    }),
  );
  expect(zakatOn(tzs(-1_000_000))).toEqual(tzs(0));
});

test("more wealth never means less zakat, and more debts never more", () => {
  fc.assert(
    fc.property(shillings, shillings, shillings, (assets, debts, more) => {
      const due = worked(assets, debts).due.amount;
      expect(worked(assets + more, debts).due.amount >= due).toBe(true);
      expect(worked(assets, debts + more).due.amount <= due).toBe(true);
    }),
  );
});

test("only wealth that reaches the nisab buys its weight in metal", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10_000_000n }), fc.bigInt({ min: -2n, max: 2n }), (price, near) => {
      const nisab = nisabIn("silver", tzs(price));
      const net = nisab.amount + near < 0n ? 0n : nisab.amount + near;
      expect(worked(net, 0, nisab).comparison === "reached").toBe(net * 1000n >= 612_360n * price);
    }),
  );
});

test("purer metal is worth more, at most the price of pure metal", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 9n }), shillings, (milligrams, price) => {
      const values = karats.map((karat) => metalValue(milligrams, tzs(price), karat).amount);
      expect(values).toEqual(values.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)));
    }),
  );
});

test("the lines of the calculation add up to the total", () => {
  const assets = fc.array(fc.record({ name: fc.string(), value: shillings.map(tzs) }), { maxLength: 12 });
  fc.assert(
    fc.property(
      assets,
      shillings,
      fc.option(shillings.map(tzs)),
      fc.boolean(),
      (own, owed, nisab, withFee) => {
        const wealth = { assets: own, debts: tzs(owed) };
        const sum = zakatOf(wealth, { nisab, withFee });
        let soFar = 0n;
        for (const { does, amount } of zakatSteps(wealth, sum)) {
          if (does === "add") soFar += amount.amount;
          if (does === "subtract") soFar = soFar > amount.amount ? soFar - amount.amount : 0n;
          if (does === "share") soFar = nisab && soFar < nisab.amount ? 0n : (soFar * 25n) / 1000n;
          expect(soFar).toBe(does === "add" || does === "subtract" ? soFar : amount.amount);
        }
        expect(soFar).toBe(sum.total.amount);
        expect(sum.fee).toEqual(withFee ? processingFee(sum.due) : tzs(0));
      },
    ),
  );
});
