declare module "#app/browser/toasts.ts?own" {
  export * from "#app/browser/toasts.ts";
}
declare module "#app/browser/connection.ts?own" {
  export * from "#app/browser/connection.ts";
}
declare module "*?inline-script" {
  const text: string;
  export default text;
}
declare module "#app/site/zakat/calculators.island.ts?plain" {
  export * from "#app/site/zakat/calculators.island.ts";
}
