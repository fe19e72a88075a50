type TextsProps = { texts: readonly string[]; className?: string };

/** Paragraphs of body text. */
export function Paragraphs({ texts, className = 'copy' }: TextsProps) {
  return texts.map((text) => (
    <p key={text} className={className}>
      {text}
    </p>
  ));
}

/** A list with a rule above each text. */
export function RuledItems({ texts, className }: TextsProps) {
  return (
    <ul className={className}>
      {texts.map((text) => (
        <li key={text} className="border-t border-rule py-2.5">
          {text}
        </li>
      ))}
    </ul>
  );
}

/** A list with a green bar beside each text. `className` has the space between them. */
export function Points({ texts, className }: TextsProps) {
  return (
    <ul className={`grid ${className}`}>
      {texts.map((text) => (
        <li key={text} className="border-l-2 border-canopy pl-3">
          {text}
        </li>
      ))}
    </ul>
  );
}
