import type { VerifyTexts } from '#src/content/record/verify.ts';
import { describeConfirmation, describeRetired, nameCorrection } from '#src/lib/record/describe-related.ts';
import { projectsOf, retirementIn } from '#src/lib/record/entry-projects.ts';
import { periodOf, retiredParts } from '#src/lib/record/retirement-day.ts';
import { formatUtcDate } from '#src/lib/text/dates.ts';
import { fill } from '#src/lib/text/fill.ts';
import { isolate } from '#src/lib/text/isolate.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import type { CheckResult, Fact, Found } from './check-result.ts';

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
export function sayResult({ headline, fact, steps, pdf, number = '' }: CheckResult, texts: VerifyTexts): Said {
  const said = fact ? sayFact(fact, texts) : undefined;
  const later = fact?.later.map((one) => sayLater(one, fact.index, texts)) ?? [];
  if (headline === 'missing')
    return {
      headline: number ? fill(texts.noCertificate, { number }) : texts.noEntry,
      ...(pdf ? { before: texts.pdf.headline } : {}),
      later: [],
    };
  if (headline === 'failed') {
    const wrong = steps.find(({ outcome }) => outcome === 'failed');
    return {
      headline: isUnreadable(steps) ? texts.unreadable : texts.failed,
      ...(wrong ? { before: sayFound(wrong.found, texts) } : {}),
      later,
    };
  }
  if (pdf) {
    const before = pdf === 'nothing' ? texts.pdf.nothing : fill(texts.pdf[pdf], { number });
    return { headline: texts.pdf.headline, before, ...(said ? { fact: said, after: texts.pdf.compare } : {}), later };
  }
  if (headline === 'passed') {
    const isLeft = (wanted: string) => steps.some(({ step, outcome }) => step === wanted && outcome === 'notReached');
    const isCut = steps.some(({ found }) => found.text === 'continuesCut');
    const unchecked = [
      ...(isLeft('related') ? [texts.withoutLog] : []),
      ...(isLeft('erased') ? [texts.withoutSite] : []),
      ...(isCut ? [texts.withoutLost] : []),
    ].join(' ');
    return unchecked && said ? { headline: unchecked, before: texts.says, fact: said, later } : { headline: said ?? '', later };
  }
  if (steps.length === 0) return { headline: texts.unreachable, later };
  return {
    headline: texts.unfinished,
    before: said ? `${texts.unfinishedBecause} ${texts.says}` : texts.unfinishedBecause,
    ...(said ? { fact: said } : {}),
    later,
  };
}

/** Whether it was never a file of a record: nobody claims that it holds. */
function isUnreadable([first]: CheckResult['steps']): boolean {
  return first !== undefined && ['notRecord', 'notText', 'tooLarge'].includes(first.found.text);
}

/** Puts what a step found into words. */
export function sayFound({ text, values }: Found, texts: VerifyTexts): string {
  return fill(texts.found[text] as string, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, inLine(value)])));
}

/** How many tonnes, which projects, for whom, when. */
function sayFact({ index, entry: logged, texts: names, later: related }: Fact, { facts, kinds }: VerifyTexts): string {
  const entry = logged.certificate ? retirementIn(logged) : logged;
  const projects = projectsOf(entry).map(({ title, quantity }, _, { length }) => {
    const name = inLine(title);
    return length === 1 ? name : fill(facts.shares, { project: name, quantity: formatCount(quantity) });
  });
  const values = {
    index: String(index),
    kind: (kinds as Record<string, string>)[entry.kind] ?? entry.kind,
    quantity: formatCount(entry.quantity),
    projects: list.format(projects),
    date: formatUtcDate(new Date(entry.time)),
  };
  if (!entry.certificate) return fill(projects.length > 0 ? facts.entry : facts.other, values);
  const { beneficiary } = names;
  const name =
    beneficiary && 'text' in beneficiary ? inLine(beneficiary.text) : beneficiary && 'erased' in beneficiary ? facts.erased : facts.unnamed;
  const date = entry.lines.length > 0 ? describeRetired(periodOf(retiredParts({ index, entry, related }))) : values.date;
  return fill(facts.certificate, { ...values, beneficiary: name, date });
}

/** A text from a file, to stand in a sentence: it can neither reorder it nor begin another line. */
const inLine = (text: string) => isolate(text.replace(/\s+/g, ' '));

const list = new Intl.ListFormat('en-GB');

function sayLater({ index, entry }: Fact['later'][number], about: number, { facts, kinds, later }: VerifyTexts): string {
  if (entry.correction !== undefined)
    return fill(facts.corrected, { correction: inLine(entry.correction), entry: nameCorrection({ index, entry }, about, later) });
  if (entry.kind === 'confirm') return inLine(describeConfirmation({ index, entry, checkedBy: facts.unnamed }, later));
  return fill(facts.laterEntry, { index: String(index), kind: (kinds as Record<string, string>)[entry.kind] ?? entry.kind });
}
