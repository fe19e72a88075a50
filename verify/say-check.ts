import type { CheckResult, Fact, Found } from './check-result.ts';
import { describeConfirmation, describeRetired, nameCorrection } from './describe-related.ts';
import { projectsOf, retirementIn } from './entry-projects.ts';
import { periodOf, retiredParts } from './retirement-day.ts';
import { fill, formatCount, formatUtcDate, isolate } from './text.ts';
import { checkWords as words } from './words.ts';

/** The words for the result of a check: a headline, then sentences about it. */
export type Said = {
  headline: string;
  /** What stands before the fact, where the fact is not the headline. */
  before?: string;
  /** What the file or the record says. */
  fact?: string;
  /** Corrections and other later entries. */
  later: string[];
  after?: string;
};

/** Puts the result of a check into words. Nothing that failed is said to be a fact. */
export function sayResult({ headline, fact, steps, pdf, number = '' }: CheckResult): Said {
  const said = fact ? sayFact(fact) : undefined;
  const later = fact?.later.map((one) => sayLater(one, fact.index)) ?? [];
  if (headline === 'missing')
    return {
      headline: number ? fill(words.noCertificate, { number }) : words.noEntry,
      ...(pdf ? { before: words.pdf.headline } : {}),
      later: [],
    };
  if (headline === 'failed') {
    const wrong = steps.find(({ outcome }) => outcome === 'failed');
    return {
      headline: isUnreadable(steps) ? words.unreadable : words.failed,
      ...(wrong ? { before: sayFound(wrong.found) } : {}),
      later,
    };
  }
  if (pdf) {
    const before = pdf === 'nothing' ? words.pdf.nothing : fill(words.pdf[pdf], { number });
    return { headline: words.pdf.headline, before, ...(said ? { fact: said, after: words.pdf.compare } : {}), later };
  }
  if (headline === 'passed') {
    const isLeft = (wanted: string) => steps.some(({ step, outcome }) => step === wanted && outcome === 'notReached');
    const isCut = steps.some(({ found }) => found.text === 'continuesCut');
    const unchecked = [
      ...(isLeft('related') ? [words.withoutLog] : []),
      ...(isLeft('erased') ? [words.withoutSite] : []),
      ...(isCut ? [words.withoutLost] : []),
    ].join(' ');
    return unchecked && said ? { headline: unchecked, before: words.says, fact: said, later } : { headline: said ?? '', later };
  }
  if (steps.length === 0) return { headline: words.unreachable, later };
  return {
    headline: words.unfinished,
    before: said ? `${words.unfinishedBecause} ${words.says}` : words.unfinishedBecause,
    ...(said ? { fact: said } : {}),
    later,
  };
}

/** Whether it was never a file of a record: nobody claims that it holds. */
function isUnreadable([first]: CheckResult['steps']): boolean {
  return first !== undefined && ['notRecord', 'notText', 'tooLarge'].includes(first.found.text);
}

/** Puts what a step found into words. */
export function sayFound({ text, values }: Found): string {
  return fill(words.found[text] as string, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, inLine(value)])));
}

/** How many tonnes, which projects, for whom, when. */
function sayFact({ index, entry: logged, texts: names, later: related }: Fact): string {
  const entry = logged.certificate ? retirementIn(logged) : logged;
  const projects = projectsOf(entry).map(({ title, quantity }, _, { length }) => {
    const name = inLine(title);
    return length === 1 ? name : fill(words.facts.shares, { project: name, quantity: formatCount(quantity) });
  });
  const values = {
    index: String(index),
    kind: (words.kinds as Record<string, string>)[entry.kind] ?? entry.kind,
    quantity: formatCount(entry.quantity),
    projects: list.format(projects),
    date: formatUtcDate(new Date(entry.time)),
  };
  if (!entry.certificate) return fill(projects.length > 0 ? words.facts.entry : words.facts.other, values);
  const { beneficiary } = names;
  const name =
    beneficiary && 'text' in beneficiary
      ? inLine(beneficiary.text)
      : beneficiary && 'erased' in beneficiary
        ? words.facts.erased
        : words.facts.unnamed;
  const date = entry.lines.length > 0 ? describeRetired(periodOf(retiredParts({ index, entry, related }))) : values.date;
  return fill(words.facts.certificate, { ...values, beneficiary: name, date });
}

/** A text from a file, to stand in a sentence: it can neither reorder it nor begin another line. */
const inLine = (text: string) => isolate(text.replace(/\s+/g, ' '));

const list = new Intl.ListFormat('en-GB');

function sayLater({ index, entry }: Fact['later'][number], about: number): string {
  if (entry.correction !== undefined)
    return fill(words.facts.corrected, { correction: inLine(entry.correction), entry: nameCorrection({ index, entry }, about) });
  if (entry.kind === 'confirm') return inLine(describeConfirmation({ index, entry, checkedBy: words.facts.unnamed }));
  return fill(words.facts.laterEntry, { index: String(index), kind: (words.kinds as Record<string, string>)[entry.kind] ?? entry.kind });
}
