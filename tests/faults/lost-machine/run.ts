import { chanceFrom } from "#tests/faults/chance.ts";
import { loseMachine } from "./lose-machine.ts";

/** Loses a machine with and without AzamPay's status check. Returns the exit code. */
export async function tryLostMachine(donations: number, seed: number): Promise<number> {
  let wrong = 0;
  for (const statusChecks of [true, false]) {
    const after = await loseMachine({ chance: chanceFrom(seed), donations, statusChecks });
    const { reconciled, recorded } = after;
    console.log(
      `${statusChecks ? "With" : "Without"} AzamPay's status check: ${recorded.paid} payments taken, ${after.unknownAtFirst} of them not in the restored database. ` +
        `After both statements: ${reconciled.inLedger} in the ledger, ${reconciled.inCases} in cases, ${reconciled.wrong.length} wrong. ` +
        `Staff added ${after.added} and approved ${after.approved}: ${recorded.inLedger} in the ledger, ${recorded.inCases} in cases, ${recorded.wrong.length} wrong.`,
    );
    for (const each of [...reconciled.wrong, ...recorded.wrong].slice(0, 10)) console.log(`  ${each}`);
    wrong += reconciled.wrong.length + recorded.wrong.length + recorded.inCases;
  }
  return wrong === 0 ? 0 : 1;
}
