import { outliveReader } from "#processes/outlive-reader.ts";

/**
 * Begins a command. Prints the usage for --help, and also for an option that the command does not have. A command ends
 * its work if the reader of its output ends first.
 */
export function readCommand<Read extends { values: { help?: boolean | undefined } }>(
  usage: string,
  read: () => Read,
  refused = 1,
): Read {
  outliveReader();
  const command = readOrRefuse(usage, read, refused);
  if (command.values.help !== true) return command;
  console.log(usage);
  process.exit(0);
}

function readOrRefuse<Read>(usage: string, read: () => Read, refused: number): Read {
  try {
    return read();
  } catch (error) {
    // parseArgs throws this for wrong options and words.
    if (!(error instanceof TypeError)) throw error;
    console.error(`${error.message}\n\n${usage}`);
    process.exit(refused);
  }
}
