import type { RecordEntry } from './entry.ts';
import type { Fetch } from './follow-log.ts';
import type { LogKey } from './keys.ts';
import type { Checkpoint } from './note.ts';
import type { Policy } from './policy.ts';
import type { ProvedText } from './proved-file.ts';
import type { FoundText } from './words.ts';

/** The steps of every check, in order. */
const everyStep = ['file', 'signature', 'inclusion', 'entry', 'texts', 'consistency', 'related', 'witness'] as const;
/** `erased`: of a file that calls texts erased. `live`: of a certificate, with the site. `memory`: in a browser. */
export type CheckStep = (typeof everyStep)[number] | 'erased' | 'live' | 'memory' | 'pdf';
/** What a step found, or why it failed or was not reached: words, and the values that fill them. */
export type Found = { text: FoundText; values: Record<string, string> };
export type StepResult = { step: CheckStep; outcome: 'passed' | 'failed' | 'notReached'; found: Found };

/** What a file was shown to record. */
export type Fact = {
  index: number;
  entry: RecordEntry;
  /** Texts whose hashes are in the entry. */
  texts: Record<string, ProvedText>;
  /** Later entries about it, oldest first. */
  later: { index: number; entry: RecordEntry }[];
};

export type CheckResult = {
  /** `missing`: a number was given, and the site has no such certificate or entry. */
  headline: 'passed' | 'failed' | 'unfinished' | 'missing';
  steps: StepResult[];
  /** Absent before it has been shown to be in the log. */
  fact?: Fact;
  /** The checkpoint of the file's proof, with its signatures. */
  note?: string;
  /** The newest checkpoint of the log, signed by one of the keys. */
  newest?: { note: string; checkpoint: Checkpoint };
  /** The certificate's number that was given, or that stands in a PDF. */
  number?: string;
  /** Of a PDF that is not known to be as the site makes it: where `fact` is from. */
  pdf?: 'attached' | 'recorded' | 'nothing';
};

/**
 * Reads a file of the site by its address, such as `/certificates/CR-000005.json`. Undefined: there is none.
 * @throws whatever says that the site did not answer.
 */
export type ReadSite = (address: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;

export type CheckOptions = {
  /** Every key that the log has had; never one from the file itself. Empty: not at hand. */
  keys: readonly LogKey[];
  /** Which witnesses must have seen the checkpoint. */
  policy?: Policy | undefined;
  /** Reads the log. Without it the check is made offline. */
  log?: Fetch | undefined;
  /** Reads the site, which says what it has erased and where units are now. */
  site?: ReadSite | undefined;
};

/** Collects the results of steps. Each method returns the collection. */
export class Steps {
  private readonly made: StepResult[] = [];
  private isUnfinished = false;

  pass(step: CheckStep, text: Found['text'], values: Found['values'] = {}): this {
    return this.add(step, 'passed', { text, values });
  }

  fail(step: CheckStep, text: Found['text'], values: Found['values'] = {}): this {
    return this.add(step, 'failed', { text, values });
  }

  /** Notes that a step could not be made, which leaves the check unfinished. */
  miss(step: CheckStep, text: Found['text'], values: Found['values'] = {}): this {
    this.isUnfinished = true;
    return this.add(step, 'notReached', { text, values });
  }

  /** Notes that nobody asked for a step. */
  leave(step: CheckStep, text: Found['text'], values: Found['values'] = {}): this {
    return this.add(step, 'notReached', { text, values });
  }

  get headline(): 'passed' | 'failed' | 'unfinished' {
    if (this.made.some(({ outcome }) => outcome === 'failed')) return 'failed';
    return this.isUnfinished ? 'unfinished' : 'passed';
  }

  /** Returns the result, in which steps after the last are not reached. */
  result(found: Omit<CheckResult, 'headline' | 'steps'> = {}): CheckResult {
    const isStopped = this.headline !== 'passed';
    const left = everyStep.filter((step) => isStopped && !this.made.some((made) => made.step === step));
    const skipped = left.map((step): StepResult => ({ step, outcome: 'notReached', found: { text: 'skipped', values: {} } }));
    return { headline: this.headline, steps: [...this.made, ...skipped], ...found };
  }

  private add(step: CheckStep, outcome: StepResult['outcome'], found: Found): this {
    this.made.push({ step, outcome, found });
    return this;
  }
}
