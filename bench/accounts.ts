import { openDatabase } from "#database/sql.server.ts";
import { sendRequest } from "#tests/support/server/send-request.ts";
import { hashPassword } from "#operations/accounts/password/hash.ts";
import { makePerson, password, postForm } from "#tests/support/accounts/people.ts";
import { median, type Figure } from "./figure.ts";
import { startSite } from "./site.ts";

const pairs = Number(process.env["BENCH_PAIRS"] ?? 2_000);

/** Measures whether the time of a refused sign-in reveals that an account exists. */
export async function accounts(): Promise<Figure[]> {
  let databaseUrl = "";
  const site = await startSite(async (url) => void (databaseUrl = url));
  const database = openDatabase(databaseUrl, { poolSize: 1 });
  const asking = {
    url: site.url,
    ask: (path: string, options?: Parameters<typeof sendRequest>[2]) => sendRequest(site.url, path, options),
  };
  try {
    await makePerson(databaseUrl, "amina", "staff", hashPassword(password));
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let pair = -warmUp; pair < pairs; pair++) {
      // The limits would stop this after five attempts. They are equal for both.
      if (pair % 2 === 0) await database.readWrite.deleteFrom("rate_limits").execute();
      const order = pair % 4 < 2 ? (["known", "unknown"] as const) : (["unknown", "known"] as const);
      for (const kind of order) {
        const username = kind === "known" ? "amina" : `n${String(pair + warmUp).padStart(4, "0")}`;
        const began = performance.now();
        const { status } = await postForm(asking, "/auth", { username, password: "not the password" });
        const took = performance.now() - began;
        if (status !== 401) throw new Error(`a wrong password got ${status}`);
        if (pair >= 0) times[kind].push(took);
      }
    }
    const [known, unknown] = [median(times.known), median(times.unknown)];
    return [
      {
        part: "accounts",
        what: `refused sign-in, known against unknown name: difference of the medians over ${pairs} pairs`,
        measured: Math.abs(known - unknown),
        unit: "ms",
        goal: { atMost: 3 },
      },
      { part: "accounts", what: "refused sign-in of a known name", measured: known, unit: "ms" },
      { part: "accounts", what: "refused sign-in of an unknown name", measured: unknown, unit: "ms" },
    ];
  } finally {
    await database.close();
    await site.stop();
  }
}

const warmUp = 20;
