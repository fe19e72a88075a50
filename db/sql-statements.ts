export type Statement = { text: string /** The line at which it starts, from 1. */; line: number };

/**
 * Splits SQL at the semicolons that end statements, ignoring those in strings, quoted names, comments and dollar-quoted
 * bodies. Used to locate errors in a file; migrations themselves are executed whole.
 * @returns the statements without their semicolons, and `rest`: what follows the last semicolon, if more than comments.
 */
export function splitStatements(sql: string): { statements: Statement[]; rest: Statement | undefined } {
  const statements: Statement[] = [];
  let begin = 0;
  let atomic = 0;
  for (const match of sql.matchAll(token)) {
    const [text] = match;
    if (/^begin\s+atomic$/i.test(text)) atomic = 1;
    // The body of a standard SQL function: "begin atomic ... end", in which only "case" nests.
    else if (atomic > 0 && /^case$/i.test(text)) atomic += 1;
    else if (atomic > 0 && /^end$/i.test(text)) atomic -= 1;
    else if (text === ';' && atomic === 0) {
      const found = statementAt(sql, begin, match.index);
      if (found) statements.push(found);
      begin = match.index + 1;
    }
  }
  return { statements, rest: statementAt(sql, begin, sql.length) };
}

/** Tokens that must not be split; PostgreSQL's manual, "Lexical Structure". An unclosed quote runs to the end. */
const token = new RegExp(
  [
    String.raw`--[^\n]*`,
    String.raw`/\*(?:[^*]|\*(?!/))*(?:\*/|$)`,
    String.raw`\b[eE]'(?:\\[\s\S]|''|[^'\\])*(?:'|$)`,
    `'(?:''|[^'])*(?:'|$)`,
    `"(?:""|[^"])*(?:"|$)`,
    String.raw`(?<![\w$])(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?(?:\1|$)`,
    String.raw`\bbegin\s+atomic\b`,
    String.raw`\b(?:case|end)\b`,
    ';',
  ].join('|'),
  'gi',
);

function statementAt(sql: string, from: number, to: number): Statement | undefined {
  const piece = sql.slice(from, to);
  const lead = /^(?:\s|--[^\n]*(?:\n|$)|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$))*/.exec(piece)?.[0].length ?? 0;
  const text = piece.slice(lead).trimEnd();
  return text ? { text, line: lineAt(sql, from + lead) } : undefined;
}

/** Returns the line, from 1, of the character at `index`. */
export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
