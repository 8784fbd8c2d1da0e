import { outliveReader } from "#processes/outlive-reader.ts";
import { explainFault } from "./explain-fault.ts";

type Command = { values: { help?: boolean | undefined }; positionals: string[] };

type Limits = { mostArguments?: number; refused?: number };

/**
 * Begins a command. Prints the usage for --help, and also for an option or an argument that the command does not have.
 * A command ends its work if the reader of its output ends first. A fault of the machine ends it in one line.
 */
export function readCommand<Read extends Command>(
  usage: string,
  read: () => Read,
  { mostArguments = 0, refused = 1 }: Limits = {},
): Read {
  outliveReader();
  process.on("uncaughtException", explainFault);
  const command = readOrRefuse(read, refuse);
  if (command.values.help === true) {
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
