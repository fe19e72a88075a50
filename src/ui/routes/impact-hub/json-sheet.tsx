import { type JsonToken, jsonLines } from '#src/lib/text/json-lines.ts';

const colours: Record<JsonToken['kind'], string> = {
  key: 'text-canopy-mist',
  text: 'text-paper',
  value: 'text-lichen',
  mark: 'text-paper/60',
};

/** Indentation classes, two characters per level. Complete names, because the generator looks for them in the source. */
const indents = ['pl-[2ch]', 'pl-[4ch]', 'pl-[6ch]', 'pl-[8ch]'];

/** A value as pretty-printed JSON. Long lines wrap with a hanging indent. */
export function JsonSheet({ value }: { value: unknown }) {
  return (
    <pre className="font-mono text-[0.8125rem] leading-[1.65] whitespace-pre-wrap break-words">
      <code>
        {jsonLines(value).map(({ depth, tokens }, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text that never changes
          <span key={line} className={`block -indent-[2ch] ${indents[depth] ?? indents.at(-1)}`}>
            {tokens.map(({ kind, text }, position) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: tokens of a text that never changes
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
