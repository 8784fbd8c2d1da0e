import pg from "pg";

export type Statement = { name?: string; text: string; values: unknown[] };

const begin = { name: "amana_begin", text: "begin" };

const nothingSent: pg.QueryResult = { command: "", rowCount: null, oid: 0, fields: [], rows: [] };

/**
 * Sends `begin` together with the first statement of its transaction, because each round trip costs every donation.
 * The database skips the statement if it cannot begin.
 */
export function joinsBegin(client: pg.PoolClient): (statement: Statement) => Promise<pg.QueryResult> {
  let isPrepared = false;
  let isWaiting = false;

  return async function send(statement) {
    const { text, values } = statement;
    if (text === begin.text) {
      if (!isPrepared) await client.query(begin);
      else isWaiting = true;
      isPrepared = true;
      return nothingSent;
    }
    if (!isWaiting) return client.query(statement);
    isWaiting = false;
    if (text === "commit" || text === "rollback") return nothingSent;
    if (values.length > 0) return sendWithBegin(client, statement);
    // A text without values can hold several statements, which cannot share a message.
    await client.query(begin);
    return client.query(statement);
  };
}

function sendWithBegin(client: pg.PoolClient, statement: Statement): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const query = new pg.Query(statement, (error, result) => (error ? reject(error) : resolve(result)));
    const submit = query.submit.bind(query);
    query.submit = (connection) => {
      connection.stream.cork();
      connection.bind({ statement: begin.name }, true);
      connection.execute(null, true);
      const problem = submit(connection);
      connection.stream.uncork();
      return problem;
    };
    skipFirstCompletion(query);
    client.query(query);
  });
}

/** The driver expects one completion for each query, and the first is that of `begin`. */
function skipFirstCompletion(query: pg.Query): void {
  const own: unknown = Reflect.get(query, "handleCommandComplete");
  if (typeof own !== "function") throw new Error("the driver handles completions in another way");
  let hasBegun = false;
  Reflect.set(query, "handleCommandComplete", (...news: unknown[]) => {
    if (hasBegun) own.apply(query, news);
    hasBegun = true;
  });
}
