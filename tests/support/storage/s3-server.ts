import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";
import type { BucketSettings } from "#storage/s3/bucket.ts";
import { openFaultProxy, type FaultProxy } from "#tests/support/fault-proxy.ts";

/** `refuse` answers as a service that does not accept our key, `fail` as one that is overloaded. */
type Mode = "work" | "refuse" | "fail" | "public";

export type S3Server = {
  settings: BucketSettings;
  /** The same values as environment variables. */
  environment: Record<string, string>;
  /** Faults of the network between us and the service. */
  network: FaultProxy;
  /** The folder of the bucket, to change objects behind its back. */
  bucketFolder: string;
  mode: Mode;
  /** Method and address of each request. */
  requests: string[];
  /** Answers this many requests, and then fails some or all. */
  failAfter(requests: number, failures?: number): void;
  [Symbol.asyncDispose](): Promise<void>;
};

/** A real S3 server with one bucket. s3rver lets strangers read, so a private bucket is simulated here. */
export async function startS3(bucket = "amana-files"): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), "amana-s3-"));
  const s3rver = new S3rver({
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket }],
  });
  await s3rver.configureBuckets();
  const answer = s3rver.callback();
  let [left, failuresLeft] = [Infinity, 0];
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const fails = left-- <= 0 && failuresLeft-- > 0;
    if (fails || started.mode === "fail") return fault(request, response, 503, "SlowDown");
    const isStranger = request.headers.authorization === undefined && started.mode !== "public";
    if (isStranger || started.mode === "refuse") return fault(request, response, 403, "AccessDenied");
    return answer(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("an S3 server without a port");
  const network = await openFaultProxy({ host: "127.0.0.1", port: address.port });
  const settings = {
    ...{ endpoint: `http://127.0.0.1:${network.port}`, bucket, region: "us-east-1" },
    ...{ accessKeyId: "S3RVER", secretAccessKey: "S3RVER" },
  };
  const started: S3Server = {
    settings,
    environment: environmentOf(settings),
    network,
    bucketFolder: join(directory, bucket),
    mode: "work",
    requests,
    failAfter(requests, failures = Infinity) {
      [left, failuresLeft] = [requests, failures];
    },
    async [Symbol.asyncDispose]() {
      await network[Symbol.asyncDispose]();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await rm(directory, { recursive: true });
    },
  };
  return started;
}

function environmentOf(settings: BucketSettings): Record<string, string> {
  return {
    S3_ENDPOINT: settings.endpoint,
    S3_BUCKET: settings.bucket,
    S3_REGION: settings.region,
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  };
}

function fault(request: IncomingMessage, response: ServerResponse, status: number, code: string): void {
  request.resume();
  response.writeHead(status, { "Content-Type": "application/xml" });
  response.end(request.method === "HEAD" ? undefined : `<Error><Code>${code}</Code></Error>`);
}
