import type { TokenLabel } from '#src/content/blockchain.ts';

/** One credit as a printed label: a guilloche, the amount and its identifiers. */
export function TokenSpecimen({ content }: { content: TokenLabel }) {
  return (
    <figure className="w-full max-w-[26rem] lg:w-[23rem]">
      <div className="border border-ink bg-paper-bright">
        <div className="relative grid place-items-center border-b border-ink">
          <img src="/pictures/token.svg" alt="" width="1000" height="960" fetchPriority="low" className="h-auto w-full" />
          <p className="absolute text-center">
            <span className="block font-display text-[4rem] leading-none">{content.value}</span>
            <span className="figure text-[0.8125rem]">{content.unit}</span>
          </p>
        </div>
        <dl className="grid grid-cols-2">
          {content.rows.map(({ label, value }) => (
            <div key={label} className="border-rule px-4 py-2.5 even:border-l nth-[n+3]:border-t">
              <dt className="label">{label}</dt>
              <dd className="figure text-[0.9375rem]">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <figcaption className="mt-2.5 text-[0.8125rem] text-ink-faint">{content.caption}</figcaption>
    </figure>
  );
}
