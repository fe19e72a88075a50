/** Renders a text in which `backticks` mark code. */
export function InlineCode({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one fixed sentence
      <code key={index} className="break-words font-mono text-[0.875em]">
        {part}
      </code>
    ) : (
      part
    ),
  );
}
