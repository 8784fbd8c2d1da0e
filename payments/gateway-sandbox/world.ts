import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import type { State } from "./state.ts";

/** What both gateways, the phone and the administration share. */
export type World = {
  state: State;
  options: SandboxOptions;
  /** The path of `baseUrl`. Pages link by it alone, so that they work under any name the machine is reached by. */
  path: string;
  /** The gateways' time, which the administration can move forward. */
  now(): number;
  /** Set by the agenda: look again at what is due. */
  wake(): void;
  privateKey(): KeyObject;
};

export type SandboxOptions = {
  /** Where the sandbox itself is reached, such as http://127.0.0.1:3000/sandbox. */
  baseUrl: string;
  /** AzamPay's is registered once; Selcom's comes with every order. */
  callbackUrls: { azampay: string };
  credentials: SandboxCredentials;
  /** Lets the last digits of an amount decide, so that no person is needed. */
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

export function openWorld(state: State, options: SandboxOptions): World {
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
