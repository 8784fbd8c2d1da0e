import { registerHooks } from "node:module";

// `npm start` in live mode accepts only providers with https on another machine. Here they are the sandbox gateways.

const settings = "#payments/environment.ts";
const replacement = new URL("./gateway-environment.ts", import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    const isOriginal = specifier !== settings || context.parentURL === replacement;
    return isOriginal ? next(specifier, context) : { url: replacement, shortCircuit: true };
  },
});
