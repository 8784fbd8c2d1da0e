import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

export type Proxy = AsyncDisposable & { url: string };

/** As deploy/haproxy.cfg asks: only ready nodes get requests. Another one gets what the first did not take. */
export async function openProxy(port: number, nodes: readonly string[]): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const ready = new Set(nodes);
  const watching = new AbortController();
  for (const node of nodes) void watch(node, ready, watching.signal);
  let turn = 0;
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, tries: string[]) => {
    const [node = "", ...left] = tries;
    const { method = "GET", url = "/" } = incoming;
    const headers = { ...incoming.headers, "x-forwarded-for": incoming.socket.remoteAddress };
    const sent = request(node + url, { method, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    sent.once("error", (error: NodeJS.ErrnoException) => {
      if (outgoing.headersSent) return void outgoing.destroy();
      const wasNotSent = error.code === "ECONNREFUSED";
      if (left.length > 0 && (wasNotSent || method === "GET")) return pass(incoming, outgoing, body, left);
      outgoing.writeHead(502).end(`no node took it: ${error.message}`);
    });
    sent.end(body);
  };
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.once("end", () => {
      turn += 1;
      const inTurn = nodes.map((_, at) => nodes[(turn + at) % nodes.length] ?? "");
      const tries = [...inTurn.filter((node) => ready.has(node)), ...inTurn];
      pass(incoming, outgoing, Buffer.concat(chunks), tries);
    });
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      watching.abort();
      agent.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Keeps the node among the ready ones while it says so. A node that drains says no before it closes its port. */
async function watch(node: string, ready: Set<string>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const answer = await fetch(`${node}/readyz`, { signal }).catch(() => null);
    if (answer?.ok === true) ready.add(node);
    else ready.delete(node);
    await answer?.body?.cancel();
    await wait(100);
  }
}

export const hasNginx = () => spawnSync("nginx", ["-v"]).error === undefined;

/** nginx with deploy/nginx.conf, without TLS and on other ports. */
export async function openNginx(port: number, nodes: readonly string[]): Promise<Proxy> {
  const folder = await mkdtemp(join(tmpdir(), "amana-nginx-"));
  const site = readFileSync("deploy/nginx.conf", "utf8")
    .replace(/^ *server 127\S+ (.+;)$/m, (_, options: string) =>
      nodes.map((node) => `server ${new URL(node).host} ${options}`).join("\n"),
    )
    .replace(/^server \{\n *listen 80;[^]*?^\}/m, "")
    .replaceAll(/^ *(?:listen \[::\]:443|ssl_|error_log).+$/gm, "")
    .replaceAll("listen 443 ssl http2;", `listen 127.0.0.1:${port};`)
    .replaceAll("Host $host;", "Host $http_host;");
  const file = join(folder, "nginx.conf");
  await writeFile(
    file,
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/errors;
     events { worker_connections 1024; }
     http { client_body_temp_path ${folder}/bodies; proxy_temp_path ${folder}/answers; ${site} }`,
  );
  const child = spawn("nginx", ["-c", file, "-e", join(folder, "errors")], { stdio: "inherit" });
  const url = `http://127.0.0.1:${port}`;
  while ((await fetch(url).catch(() => null)) === null) {
    if (child.exitCode !== null) throw new Error("nginx ended");
    await wait(50);
  }
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
      const errors = readFileSync(join(folder, "errors"), "utf8").split("\n");
      // It sends a refused connection to the other node.
      for (const line of errors) if (line !== "" && !line.includes("Connection refused")) console.log(line);
      await rm(folder, { recursive: true });
    },
  };
}
