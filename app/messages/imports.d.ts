declare module "*?compiled" {
  export type CompiledTexts = {
    readonly [key: string]: import("icu-minify/format").CompiledMessage | CompiledTexts;
  };
  const texts: CompiledTexts;
  export default texts;
}
