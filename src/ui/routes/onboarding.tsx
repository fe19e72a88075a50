type SpecimenFigureProps = { picture: { src: string; alt: string; label: string; caption: string } };

/** A drawn landscape with a caption. */
export function SpecimenFigure({ picture }: SpecimenFigureProps) {
  return (
    <figure className="border-t border-ink lg:w-[27rem]">
      <figcaption className="flex items-baseline justify-between gap-6 py-2.5">
        <span className="label shrink-0">{picture.label}</span>
        <span className="text-right text-[0.875rem] text-ink-soft">{picture.caption}</span>
      </figcaption>
      <img src={picture.src} alt={picture.alt} width="800" height="500" className="aspect-[8/5] w-full bg-paper-deep object-cover" />
    </figure>
  );
}
