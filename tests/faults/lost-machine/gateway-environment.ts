export { providerVariables } from "#payments/environment.ts";
export { providerSettings } from "#tests/faults/gateways.ts";

export const notReadyToTakeMoney = (): string[] => [];
