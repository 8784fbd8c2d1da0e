import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { openSandbox } from "./sandbox.ts";
import { openStore } from "./store.ts";

// The sandbox as a separate process with a store on disk. Crash tests compare the site with it.

const environment = z
  .object({
    PAYMENTS: z.literal("sandbox").default("sandbox"),
    /** 0 is any free port. The first line of output has the URL. */
    SANDBOX_PORT: z.coerce.number().int().default(3100),
    SANDBOX_FILE: z.string().min(1),
    SANDBOX_MAGIC: z.enum(["0", "1"]).default("0"),
    AZAMPAY_CALLBACK_URL: z.url(),
    AZAMPAY_APP_NAME: z.string(),
    AZAMPAY_CLIENT_ID: z.string(),
    AZAMPAY_CLIENT_SECRET: z.string(),
    AZAMPAY_CALLBACK_USER: z.string().optional(),
    AZAMPAY_CALLBACK_PASSWORD: z.string().optional(),
    SELCOM_VENDOR: z.string(),
    SELCOM_API_KEY: z.string(),
    SELCOM_API_SECRET: z.string(),
  })
  .parse(process.env);

const server = createServer();
await once(server.listen(environment.SANDBOX_PORT, "127.0.0.1"), "listening");
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const { AZAMPAY_CALLBACK_USER: user, AZAMPAY_CALLBACK_PASSWORD: password } = environment;
const sandbox = openSandbox({
  store: openStore(environment.SANDBOX_FILE),
  baseUrl,
  callbackUrls: { azampay: environment.AZAMPAY_CALLBACK_URL },
  credentials: {
    azampay: {
      appName: environment.AZAMPAY_APP_NAME,
      clientId: environment.AZAMPAY_CLIENT_ID,
      clientSecret: environment.AZAMPAY_CLIENT_SECRET,
      callbackLogin: user === undefined || password === undefined ? null : { user, password },
    },
    selcom: {
      vendor: environment.SELCOM_VENDOR,
      apiKey: environment.SELCOM_API_KEY,
      apiSecret: environment.SELCOM_API_SECRET,
    },
  },
  magic: environment.SANDBOX_MAGIC === "1",
  clock: () => new Date(),
});

server.on("request", (request, response) => {
  sandbox.handle(request, response).catch((error: unknown) => console.error(error));
});
console.log(`gateway sandbox ready at ${baseUrl}`);

for (const signal of ["SIGTERM", "SIGINT"] as const)
  process.once(signal, () => {
    server.close();
    sandbox.close();
  });
