import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import type { State } from "./state.ts";

export type SandboxContext = {
  state: State;
  options: SandboxOptions;
  /** The path of `baseUrl`. Links use only the path, so that they work under any host name. */
  path: string;
  /** The gateways' clock. The administration can move it forward. */
  now(): number;
  /** Set by the agenda: check again for due tasks. */
  wake(): void;
  privateKey(): KeyObject;
};

export type SandboxOptions = {
  /** The sandbox's URL, such as http://127.0.0.1:3000/sandbox. */
  baseUrl: string;
  /** AzamPay's URL is registered once. Selcom's comes with every order. */
  callbackUrls: { azampay: string };
  credentials: SandboxCredentials;
  /** Lets the last digits of an amount decide the result. */
  magic: boolean;
  clock: () => Date;
};

export type SandboxCredentials = {
  azampay: {
    appName: string;
    clientId: string;
    clientSecret: string;
    callbackLogin: { user: string; password: string } | null;
  };
  selcom: { vendor: string; apiKey: string; apiSecret: string };
};

export function openContext(state: State, options: SandboxOptions): SandboxContext {
  let key: KeyObject | null = null;
  return {
    state,
    options,
    path: new URL(options.baseUrl).pathname.replace(/\/$/, ""),
    now: () => options.clock().getTime() + state.meta.clockOffset,
    wake: () => undefined,
    privateKey() {
      state.meta.privateKey ??= newPrivateKey();
      state.changedMeta();
      return (key ??= createPrivateKey(state.meta.privateKey));
    },
  };
}

export function newPrivateKey(): string {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}
