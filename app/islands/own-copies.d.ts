declare module "#app/islands/toasts.ts?own" {
  export * from "#app/islands/toasts.ts";
}
declare module "#app/islands/connection.ts?own" {
  export * from "#app/islands/connection.ts";
}
