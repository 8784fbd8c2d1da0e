import { expect, test } from "vitest";
import { donorReference } from "./donor-reference.ts";

const payment = {
  method: "mobile",
  operatorReference: "N83EAMDVF3",
  providerReference: "0f3c5d7e9a1b2c4d6e8f0a2b1992e9e8",
  reference: "7h2k9m4n6p8q0r1s3t5v7w9x2y",
};

test.each([
  ["the code in the SMS", payment, "N83EAMDVF3"],
  ["the end of a long provider reference", { ...payment, operatorReference: null }, "1992E9E8"],
  [
    "a short provider reference as it is",
    { ...payment, operatorReference: null, providerReference: "0289999288" },
    "0289999288",
  ],
  [
    "the end of our own reference without another",
    { ...payment, operatorReference: null, providerReference: null },
    "V7W9X2Y".padStart(8, "5"),
  ],
  [
    "a bank's reference as it is",
    { ...payment, method: "bank", operatorReference: null, providerReference: "CRDB TRF 2026-11-03" },
    "CRDB TRF 2026-11-03",
  ],
])("donors see %s", (_, references, shown) => expect(donorReference(references)).toBe(shown));
