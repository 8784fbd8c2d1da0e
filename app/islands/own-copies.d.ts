declare module "#app/islands/toasts.ts?own" {
  export * from "#app/islands/toasts.ts";
}
