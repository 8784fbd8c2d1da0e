import { createHmac, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Proof, ProviderName } from "#domain/payments/provider.ts";
import { openAzampay, type Azampay } from "./azampay/azampay.ts";
import { azampayOrigins, usualPaths, type AzampaySettings } from "./azampay/settings.ts";
import type { ProviderSettings } from "./environment.ts";
import { forwardTo } from "./gateway-sandbox/forward.ts";
import { openSandbox, type Sandbox } from "./gateway-sandbox/sandbox.ts";
import { openStore } from "./gateway-sandbox/store.ts";
import type { SandboxCredentials } from "./gateway-sandbox/context.ts";
import { openOutside, type ObserveCall } from "#outside/http.ts";
import { openSelcom, type Selcom } from "./selcom/selcom.ts";
import { selcomOrigins, type SelcomSettings } from "./selcom/settings.ts";

export type OpenProviders = {
  /** Null if the provider is not configured. Then the site does not offer it. */
  azampay: Azampay | null;
  selcom: Selcom | null;
  /**
   * The proof for a callback without a status check. Selcom's callbacks contain no amount, so Selcom always gets a
   * status check.
   */
  trusted: Record<ProviderName, readonly Proof[]>;
  /** Null if the site accepts real money. */
  sandbox: Sandbox | null;
};

type Place = {
  dataDir: string;
  /** The URL of this process, for the sandbox in it. */
  url: string;
  /** The site's public URL. */
  origin: string;
  /** The sandbox in another process. Null: it is in this one. */
  sandboxAt: string | null;
  observe?: ObserveCall;
};

const azampayCallbackPath = "/api/callbacks/azampay/";
const selcomCallbackPath = "/api/callbacks/selcom";

export function openProviders(settings: ProviderSettings, place: Place, clock: () => Date): OpenProviders {
  if (settings.kind === "sandbox") return openPretended(settings.magic, place, clock);
  const { azampay, trusted } = settings;
  const callbackUrl = `${place.origin}${selcomCallbackPath}`;
  const selcom: SelcomSettings | null = settings.selcom && { ...settings.selcom, callbackUrl };
  return {
    azampay: azampay && openAzampay(azampay, outsideOf("azampay", azampayOrigins(azampay), place), clock),
    selcom: selcom && openSelcom(selcom, outsideOf("selcom", selcomOrigins(selcom), place), clock),
    trusted: { azampay: trusted, selcom: [] },
    sandbox: null,
  };
}

const outsideOf = (provider: ProviderName, origins: readonly string[], { observe }: Place) =>
  openOutside(origins, undefined, (outcome, seconds) => observe?.(provider, outcome, seconds));

function openPretended(magic: boolean, place: Place, clock: () => Date): OpenProviders {
  const { dataDir, url, origin, sandboxAt } = place;
  const secrets = sandboxSecrets(dataDir);
  const openHere = () =>
    openSandbox({
      // By port, so that two sites with one folder do not mix up their payments.
      store: openStore(join(dataDir, `sandbox-${new URL(url).port}.sqlite`)),
      baseUrl: `${origin}/sandbox`,
      callbackUrls: { azampay: `${url}${azampayCallbackPath}${secrets.callback}` },
      credentials: secrets.credentials,
      magic,
      clock,
    });
  const { azampay, selcom } = sandboxSettings(secrets, url, origin);
  return {
    azampay: openAzampay(azampay, outsideOf("azampay", azampayOrigins(azampay), place), clock),
    selcom: openSelcom(selcom, outsideOf("selcom", selcomOrigins(selcom), place), clock),
    trusted: { azampay: ["signature"], selcom: [] },
    sandbox: sandboxAt === null ? openHere() : forwardTo(sandboxAt),
  };
}

export type SandboxSecrets = { credentials: SandboxCredentials; callback: string };

/** The adapters call a sandbox like the real gateways: they know only URLs and credentials. */
export function sandboxSettings({ credentials, callback }: SandboxSecrets, url: string, origin: string) {
  const base = `${url}/sandbox`;
  const azampay: AzampaySettings = {
    ...credentials.azampay,
    authUrl: `${base}/azampay`,
    checkoutUrl: `${base}/azampay`,
    apiKey: null,
    checkoutPath: usualPaths.checkout,
    statusPath: usualPaths.status,
    amountAs: "string",
    publicKey: { url: `${base}/azampay/azampay/v1/public-key?format=Pem` },
    callbackSecrets: [callback],
  };
  const selcom: SelcomSettings = {
    ...credentials.selcom,
    baseUrl: `${base}/selcom`,
    callbackUrl: `${url}${selcomCallbackPath}`,
    pageHosts: [new URL(origin).host],
    orderExpiryMinutes: 60,
  };
  return { azampay, selcom };
}

/** Created at the first start and kept, because the sandbox may still send a callback to the previous URL. */
export function sandboxSecrets(dataDir: string): SandboxSecrets {
  const file = join(dataDir, "sandbox.secret");
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(file)) keepNew(file);
  const secret = readFileSync(file, "utf8");
  const derive = (name: string) => createHmac("sha256", secret).update(name).digest("hex");
  return {
    callback: derive("callback"),
    credentials: {
      azampay: {
        appName: "University Community Fund",
        clientId: derive("client id"),
        clientSecret: derive("client secret"),
        callbackLogin: { user: "fund", password: derive("callback password") },
      },
      selcom: { vendor: "TILL60000001", apiKey: derive("api key"), apiSecret: derive("api secret") },
    },
  };
}

function keepNew(file: string): void {
  try {
    writeFileSync(file, randomBytes(32).toString("hex"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    // Another process of ours was faster. Use its secret.
    if (!existsSync(file)) throw error;
  }
}
