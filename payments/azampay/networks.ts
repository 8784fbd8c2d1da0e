import type { Network } from "#domain/payments/phone.ts";

const names = new Map<string, Network>(
  Object.entries({
    mpesa: "Mpesa",
    vodacom: "Mpesa",
    vodacommpesa: "Mpesa",
    tigo: "Tigo",
    tigopesa: "Tigo",
    yas: "Tigo",
    mixxbyyas: "Tigo",
    airtel: "Airtel",
    airtelmoney: "Airtel",
    halopesa: "Halopesa",
    halotel: "Halopesa",
    azampesa: "Azampesa",
  }),
);

/** AzamPay writes the same mobile network differently in its partner list and in its callbacks. */
export function networkNamed(name: string): Network | null {
  return names.get(name.toLowerCase().replace(/[^a-z]/g, "")) ?? null;
}
