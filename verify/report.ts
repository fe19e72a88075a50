import { LogIntegrityError } from './follow-log.ts';
import { visible } from './text.ts';

type Outcome = 'passed' | 'failed' | 'notReached';
const marks: Record<Outcome, string> = { passed: 'holds', failed: 'DOES NOT HOLD', notReached: '-' };

/** Prints a line. What others wrote in it cannot steer the terminal. */
export function print(line: string): void {
  console.log(visible(line));
}

/** Prints a step of a check. */
export function printStep(step: string, outcome: Outcome, found: string): void {
  print(`${step.padEnd(11)} ${marks[outcome].padEnd(14)} ${found}`);
}

/** Prints the steps of a check as they are made, and keeps their exit code. */
export class Report {
  #isFailed = false;
  #isUnfinished = false;

  /** 0: everything that was asked for holds. 1: something does not. 3: something could not be checked. */
  get exitCode(): 0 | 1 | 3 {
    if (this.#isFailed) return 1;
    return this.#isUnfinished ? 3 : 0;
  }

  /** Makes a step, which returns what it found. @returns whether it holds. */
  async make(step: string, check: () => Promise<string>): Promise<boolean> {
    try {
      printStep(step, 'passed', await check());
      return true;
    } catch (error) {
      if (error instanceof LogIntegrityError) this.fail(step, error.message);
      else this.miss(step, `could not be finished: ${reasonOf(error as Error)}`);
      return false;
    }
  }

  pass(step: string, found: string): void {
    printStep(step, 'passed', found);
  }

  fail(step: string, found: string): void {
    this.#isFailed = true;
    printStep(step, 'failed', found);
  }

  /** Notes that a step could not be made. */
  miss(step: string, found: string): void {
    this.#isUnfinished = true;
    printStep(step, 'notReached', found);
  }

  /** Notes that nobody asked for a step. */
  leave(step: string, found: string): void {
    printStep(step, 'notReached', found);
  }
}

/** Returns why something failed. A failed `fetch` has the reason in its cause. */
function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error ? `${message} (${cause.message})` : message;
}
