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
    async create(asked) {
      const token: unknown = asked.model === "session" ? Reflect.get(asked.data, "token") : undefined;
      if (typeof token !== "string") return adapter.create(asked);
      return withToken(
        await adapter.create({ ...asked, data: { ...asked.data, token: tokenHash(token) } }),
        token,
      );
    },
    async findOne(asked) {
      return withToken(await adapter.findOne({ ...asked, where: hashed(asked) }), tokenIn(asked));
    },
    findMany: (asked) => adapter.findMany({ ...asked, where: hashed(asked) }),
    async update(asked) {
      return withToken(await adapter.update({ ...asked, where: hashed(asked) }), tokenIn(asked));
    },
    updateMany: (asked) => adapter.updateMany({ ...asked, where: hashed(asked) }),
    delete: (asked) => adapter.delete({ ...asked, where: hashed(asked) }),
    deleteMany: (asked) => adapter.deleteMany({ ...asked, where: hashed(asked) }),
  } satisfies AdapterInTransaction;
}

type Asked = { model: string; where?: Parameters<Adapter["delete"]>[0]["where"] | undefined };

function hashed({ model, where = [] }: Asked): NonNullable<Asked["where"]> {
  if (model !== "session") return where;
  return where.map((each) => {
    if (each.field !== "token") return each;
    if (typeof each.value === "string") return { ...each, value: tokenHash(each.value) };
    return Array.isArray(each.value)
      ? { ...each, value: each.value.map((one) => tokenHash(String(one))) }
      : each;
  });
}

function tokenIn({ model, where = [] }: Asked): string | undefined {
  const value = model === "session" ? where.find(({ field }) => field === "token")?.value : undefined;
  return typeof value === "string" ? value : undefined;
}

/** Returns the row with the caller's token, as if the table stored it. */
function withToken<Row>(row: Row, token: string | undefined): Row {
  if (token !== undefined && typeof row === "object" && row !== null) Object.assign(row, { token });
  return row;
}

export const tokenHash = (token: string) => sha256(token).toString("base64url");
