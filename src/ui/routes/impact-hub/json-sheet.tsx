import { type JsonToken, jsonLines } from '#src/lib/json-lines.ts';

const colours: Record<JsonToken['kind'], string> = {
  key: 'text-canopy-mist',
  text: 'text-paper',
  value: 'text-lichen',
  mark: 'text-paper/60',
};

/** Indents as whole class names: two characters a level. */
const indents = ['pl-[2ch]', 'pl-[4ch]', 'pl-[6ch]', 'pl-[8ch]'];

/** A value as pretty-printed JSON on a dark ground; long texts wrap under themselves. */
export function JsonSheet({ value }: { value: unknown }) {
  return (
    <pre className="font-mono text-[0.8125rem] leading-[1.65] whitespace-pre-wrap break-words">
      <code>
        {jsonLines(value).map(({ depth, tokens }, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text that is drawn once
          <span key={line} className={`block -indent-[2ch] ${indents[depth] ?? indents.at(-1)}`}>
            {tokens.map(({ kind, text }, position) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text that is drawn once
              <span key={position} className={colours[kind]}>
                {text}
              </span>
            ))}
          </span>
        ))}
      </code>
    </pre>
  );
}
