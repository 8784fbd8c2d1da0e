import { existsSync } from "node:fs";
import { z } from "zod";
import { readConfig, type Config } from "#config";
import { startEmbedded } from "#database/embedded/start.ts";
import { migrate, readSchemaProblem, UnusableDatabase } from "#database/migrate.ts";
import { openDatabase } from "#database/sql.server.ts";
import { daysOfOldKey } from "#domain/system/key-age.ts";
import { isUsername, roles } from "#domain/accounts/roles.ts";
import { disableAccount } from "#operations/accounts/disable.ts";
import { inventPassword, makeAccount } from "#operations/accounts/create.ts";
import { resealAll } from "#operations/system/prepare-secrets.ts";
import { recordBackup } from "#operations/system/record-backup.ts";
import { replaceLostKey } from "#operations/system/replace-lost-key.ts";
import { resetAccount } from "#operations/accounts/reset.ts";
import { keepOwner, openPrivately } from "#storage/private-folder.ts";
import { keyUnknownToNodes, openSecretKey, wrongKey } from "#storage/secret-key.ts";
import { findRunning } from "./find-database.ts";
import { readCommand } from "./read-command.ts";

const usage = `npm run admin -- create <username> <email> [--role admin|staff|organizer]
npm run admin -- reset <username> [email]
                                       sets a new password, enables a disabled account,
                                       removes two-step sign-in and passkeys,
                                       and withdraws the invitations that the user made;
                                       with an email address, also gives the account this address
npm run admin -- disable <username>    signs the user out and disables the account
npm run admin -- backup-made           records that a backup was made and checked
npm run admin -- rotate-key            encrypts all stored secrets with the first key of SECRET_KEY
npm run admin -- replace-lost-key      deletes secrets encrypted with the lost key and ends all sessions; stop the site first

Exit code: 0 done, 1 refused.`;

const { values, positionals } = readCommand(
  usage,
  { role: { type: "string", default: "admin" } },
  { mostArguments: 3 },
);
const [command = "", username = "", email = ""] = positionals;
const none = z.literal("");
const options = z
  .discriminatedUnion("command", [
    z.object({
      command: z.literal("create"),
      username: z.string().refine(isUsername),
      email: z.email(),
      role: z.enum(roles),
    }),
    z.object({
      command: z.literal("reset"),
      username: z.string().min(1),
      email: z.union([z.email().toLowerCase(), none]),
    }),
    z.object({ command: z.literal("disable"), username: z.string().min(1), email: none }),
    z.object({ command: z.literal("backup-made"), username: none, email: none }),
    z.object({ command: z.literal("rotate-key"), username: none, email: none }),
    z.object({ command: z.literal("replace-lost-key"), username: none, email: none }),
  ])
  .safeParse({ command, username, email, role: values.role });

if (existsSync(".env")) process.loadEnvFile(".env");
const read = readConfig(process.env);
if (!options.success) end(usage);
else if (!read.ok) end(["Configuration error:", ...read.problems].join("\n  "));
else {
  await using place = await findDatabase(read.config);
  const database = openDatabase(place.url, { poolSize: 1 });
  try {
    await act(options.data, database.readWrite, read.config);
  } finally {
    await database.close();
  }
}

type Options = NonNullable<typeof options.data>;

async function act(wanted: Options, db: Parameters<typeof makeAccount>[0], config: Config): Promise<void> {
  if (wanted.command === "rotate-key") return rotateKey(db, config);
  if (wanted.command === "replace-lost-key") {
    const { sessions } = await replaceLostKey(db);
    return console.log(
      `${sessions} sessions ended. The next start encrypts with its key. Then reset the accounts with two-step sign-in.`,
    );
  }
  if (wanted.command === "backup-made") {
    await recordBackup(db);
    return console.log("The backup is recorded.");
  }
  const unknown = `No user with the username ${wanted.username}.`;
  if (wanted.command === "disable") {
    const user = await db
      .selectFrom("users")
      .select("id")
      .where("username", "=", wanted.username)
      .executeTakeFirst();
    if (!user) return end(unknown);
    const done = await disableAccount(db, user.id, null);
    if (done === "last-admin")
      return end(`${wanted.username} is the last admin. Create another admin first.`);
    return console.log(`${wanted.username} can no longer sign in.`);
  }
  const password = inventPassword();
  if (wanted.command === "reset") {
    const email = wanted.email === "" ? null : wanted.email;
    const done = await resetAccount(db, { name: wanted.username, password, email }, null);
    if (done === "unknown") return end(unknown);
    if (done === "taken") return end(`Another account uses the address ${wanted.email}.`);
  } else {
    const made = await makeAccount(db, { ...wanted, password, isInvented: true }, null);
    if (made.kind === "taken") return end(`The username ${wanted.username} or ${wanted.email} is taken.`);
  }
  console.log(`username   ${wanted.username}\npassword   ${password}   (shown only once)`);
  console.log("The user must choose another password at the first sign-in.");
}

async function rotateKey(db: Parameters<typeof makeAccount>[0], config: Config): Promise<void> {
  const opened = openSecretKey(config);
  if ("problem" in opened) return end(opened.problem);
  const prepared = await resealAll(db, opened.seal);
  if (prepared.kind === "wrong-key") return end(wrongKey(config));
  if (prepared.kind === "key-unknown-to-nodes") return end(keyUnknownToNodes(prepared.processes));
  const older =
    opened.seal.keyIds.length > 1
      ? ` Older keys are no longer needed. They expire in ${daysOfOldKey} days.`
      : "";
  console.log(`${prepared.resealed} values were encrypted with the first key.${older}`);
}

type Place = { databaseUrl: string | undefined; dataDir: string };

/** Uses DATABASE_URL, the running Amana's database or the one in DATA_DIR. */
async function findDatabase({ databaseUrl, dataDir }: Place) {
  keepOwner(dataDir);
  const url = databaseUrl ?? (await findRunning(dataDir));
  if (url !== undefined) {
    const problem = await readSchemaProblem(url);
    if (problem !== null) {
      end(problem);
      process.exit();
    }
    return { url, [Symbol.asyncDispose]: async () => {} };
  }
  openPrivately(dataDir);
  const embedded = await startEmbedded({ dataDir, say: console.log });
  if ("problem" in embedded) {
    end(embedded.problem);
    process.exit();
  }
  try {
    await migrate(embedded.url, console.log);
  } catch (error) {
    await embedded.stop();
    if (!(error instanceof UnusableDatabase)) throw error;
    end(error.message);
    process.exit();
  }
  return { url: embedded.url, [Symbol.asyncDispose]: embedded.stop };
}

function end(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
