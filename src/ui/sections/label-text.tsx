const unit = 'tCO₂e';

/** The text of a label that is set in capitals. The unit keeps its case. */
export function LabelText({ text }: { text: string }) {
  const [before, after] = text.split(unit);
  if (after === undefined) return text;
  return (
    <>
      {before}
      <span className="normal-case">{unit}</span>
      {after}
    </>
  );
}
