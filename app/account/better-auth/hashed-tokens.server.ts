import type { getAdapter } from "better-auth/db/adapter";
import { sha256 } from "#domain/system/digest.server.ts";

type Adapter = Awaited<ReturnType<typeof getAdapter>>;
type AdapterInTransaction = Omit<Adapter, "transaction">;

/** The table stores only the hash of a session token, so that a copy of the database cannot sign anyone in. */
export function withHashedTokens(adapter: Adapter): Adapter {
  return {
    ...hashing(adapter),
    transaction: (work) => adapter.transaction((inner) => work(hashing(inner))),
  };
}

function hashing<Inner extends AdapterInTransaction>(adapter: Inner): Inner {
  return {
    ...adapter,
    async create(query) {
      const token: unknown = query.model === "session" ? Reflect.get(query.data, "token") : undefined;
      if (typeof token !== "string") return adapter.create(query);
      return withToken(
        await adapter.create({ ...query, data: { ...query.data, token: tokenHash(token) } }),
        token,
      );
    },
    async findOne(query) {
      return withToken(await adapter.findOne({ ...query, where: hashed(query) }), tokenIn(query));
    },
    findMany: (query) => adapter.findMany({ ...query, where: hashed(query) }),
    async update(query) {
      return withToken(await adapter.update({ ...query, where: hashed(query) }), tokenIn(query));
    },
    updateMany: (query) => adapter.updateMany({ ...query, where: hashed(query) }),
    delete: (query) => adapter.delete({ ...query, where: hashed(query) }),
    deleteMany: (query) => adapter.deleteMany({ ...query, where: hashed(query) }),
  } satisfies AdapterInTransaction;
}

type AdapterQuery = { model: string; where?: Parameters<Adapter["delete"]>[0]["where"] | undefined };

function hashed({ model, where = [] }: AdapterQuery): NonNullable<AdapterQuery["where"]> {
  if (model !== "session") return where;
  return where.map((each) => {
    if (each.field !== "token") return each;
    if (typeof each.value === "string") return { ...each, value: tokenHash(each.value) };
    return Array.isArray(each.value)
      ? { ...each, value: each.value.map((one) => tokenHash(String(one))) }
      : each;
  });
}

function tokenIn({ model, where = [] }: AdapterQuery): string | undefined {
  const value = model === "session" ? where.find(({ field }) => field === "token")?.value : undefined;
  return typeof value === "string" ? value : undefined;
}

/** Returns the row with the caller's token, as if the table stored it. */
function withToken<Row>(row: Row, token: string | undefined): Row {
  if (token !== undefined && typeof row === "object" && row !== null) Object.assign(row, { token });
  return row;
}

export const tokenHash = (token: string) => sha256(token).toString("base64url");
