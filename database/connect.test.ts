import { once } from "node:events";
import { createServer } from "node:net";
import { afterAll, expect, test, vi } from "vitest";
import { bareDatabase } from "#tests/support/database/open.ts";
import { openPair } from "#tests/support/database/pair.ts";
import { readAddress } from "./address.ts";
import { openClient, openPool } from "./connect.ts";
import { isUnavailable } from "./database-errors.ts";

const pair = await openPair();
afterAll(() => pair[Symbol.asyncDispose]());
const address = readAddress(pair.address) ?? "";

async function portOf(url: string): Promise<number> {
  const client = openClient(url);
  await client.connect();
  const { rows } = await client.query<{ port: number }>("select current_setting('port')::int as port");
  await client.end();
  return rows[0]?.port ?? 0;
}

test("with several hosts a connection goes to the one that takes writes", async () => {
  expect(await portOf(address)).toBe(Number(new URL(pair.primary).port));
});

test("a read address accepts any host", async () => {
  expect(await portOf(`${pair.standby}?target_session_attrs=any`)).toBe(Number(new URL(pair.standby).port));
});

test("a single standby is refused as unavailable where writes are needed", async () => {
  const client = openClient(`${pair.standby}?target_session_attrs=read-write`);
  const error: unknown = await client.connect().catch((refusal: unknown) => refusal);
  expect(isUnavailable(error)).toBe(true);
});

test.each(["before", "after"])("a frozen host %s a standby is unavailable", async (place) => {
  await using frozen = await listenSilently();
  const standby = new URL(pair.standby);
  const hosts = [frozen.host, standby.host];
  const list = (place === "before" ? hosts : hosts.toReversed()).join(",");
  const { username, password, pathname } = standby;
  const client = openClient(readAddress(`postgres://${username}:${password}@${list}${pathname}`) ?? "");
  const error: unknown = await client.connect().catch((refusal: unknown) => refusal);
  expect([error, isUnavailable(error)]).toEqual([expect.any(Error), true]);
});

/** Accepts connections and says nothing, as a stopped process or a full disk does. */
async function listenSilently() {
  const server = createServer((socket) => socket.on("error", () => undefined).resume()).listen(
    0,
    "127.0.0.1",
  );
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    host: `127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, "close");
    },
  };
}

test("a pool drops a connection that has become read-only", async () => {
  const { url } = await bareDatabase();
  const pool = openPool(url, { max: 1 });
  const server = async () => (await pool.query("select pg_backend_pid() as id")).rows[0].id;
  const before = await server();
  const client = await pool.connect();
  await client.query("set session characteristics as transaction read only");
  await expect(client.query("create table written (id int)")).rejects.toThrow(/read-only transaction/);
  client.release();
  expect(await server()).not.toBe(before);
  await pool.query("create table written (id int)");
  await pool.end();
});

test("after a failover the same pool writes to the new primary", async () => {
  const pool = openPool(address, { max: 2, connectionTimeoutMillis: 5_000 });
  await pool.query("create table written_after (id int)");
  await pair.failOver();
  const failures: unknown[] = [];
  await expect
    .poll(() =>
      pool.query("insert into written_after values (1)").then(
        () => "written",
        (error: unknown) => void failures.push(error),
      ),
    )
    .toBe("written");
  expect(failures.filter((error) => !isUnavailable(error))).toEqual([]);
  await pool.end();
  expect(await portOf(address)).toBe(Number(new URL(pair.standby).port));
});

test("an old primary that returns after the failover gets no connection", async () => {
  const [old, current] = [new URL(pair.primary), new URL(pair.standby)];
  const both = readAddress(`postgres://amana:any@${old.host},${current.host}${old.pathname}`) ?? "";
  expect(await portOf(both)).toBe(Number(current.port));
  await pair.returnPrimary();
  const clock = vi.spyOn(performance, "now");
  // The search before it is no longer valid.
  const forgetSearch = () => clock.mockReturnValue(performance.now() + 10_000);
  forgetSearch();
  // On a busy machine the new primary can answer too late. Then there is no connection for a moment.
  const found = () => portOf(both).catch((error: unknown) => (isUnavailable(error) ? null : error));
  const seen = [await found()];
  while (seen.at(-1) === null) seen.push(await found());
  expect(seen.at(-1)).toBe(Number(current.port));
  await pair.killStandby();
  forgetSearch();
  const error: unknown = await openClient(both)
    .connect()
    .catch((refusal: unknown) => refusal);
  clock.mockRestore();
  expect([String(error), isUnavailable(error)]).toEqual([
    expect.stringContaining("replaced in a failover"),
    true,
  ]);
});

test("a server that ends a new connection at once does not end the process", async () => {
  const message = (kind: string, body: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(kind), length, body]);
  };
  const welcome = [message("R", Buffer.alloc(4)), message("Z", Buffer.from("I"))];
  const farewell = message("E", Buffer.from("SFATAL\0C57P01\0Mterminating connection\0\0"));
  const server = createServer((socket) => {
    socket.once("data", () => socket.end(Buffer.concat([...welcome, farewell])));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const pool = openPool(`postgres://amana:word@127.0.0.1:${address.port}/amana`, { max: 1 });
  await expect(pool.query("select 1")).rejects.toThrow();
  await pool.end();
  server.close();
});
