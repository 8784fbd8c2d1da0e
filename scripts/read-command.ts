import { parseArgs, type ParseArgsConfig } from "node:util";
import { outliveReader } from "#processes/outlive-reader.ts";
import { explainFault } from "./explain-fault.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;

const help = { help: { type: "boolean", short: "h" } } as const;

/** The result of parseArgs with these options, and with --help. */
type Read<Own extends Options> = ReturnType<
  typeof parseArgs<{ allowPositionals: true; options: Own & typeof help }>
>;

type Limits = { mostArguments?: number; refused?: number };

/**
 * Begins a command. Prints the usage for --help, and also for an option or an argument that the command does not have.
 * A command ends its work if the reader of its output ends first. A fault of the machine ends it in one line.
 */
export function readCommand<const Own extends Options>(
  usage: string,
  options: Own,
  { mostArguments = 0, refused = 1 }: Limits = {},
): Read<Own> {
  outliveReader();
  process.on("uncaughtException", explainFault);
  const command = readOrRefuse(
    () => parseArgs({ allowPositionals: true, options: { ...options, ...help } }),
    refuse,
  );
  if (new Map(Object.entries(command.values)).get("help") === true) {
    console.log(usage);
    process.exit(0);
  }
  const unexpected = command.positionals[mostArguments];
  // A path with a space, without quotes, is two arguments.
  if (unexpected !== undefined) refuse(`Unexpected argument '${unexpected}'.`);
  return command;

  function refuse(reason: string): never {
    console.error(`${reason}\n\n${usage}`);
    process.exit(refused);
  }
}

function readOrRefuse<Read>(read: () => Read, refuse: (reason: string) => never): Read {
  try {
    return read();
  } catch (error) {
    // parseArgs throws this for wrong options and words.
    if (!(error instanceof TypeError)) throw error;
    return refuse(error.message);
  }
}
