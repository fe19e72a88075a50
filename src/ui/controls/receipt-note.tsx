import type { receiptTexts } from '#src/content/receipt.ts';
import type { Receipt } from '#src/lib/protocol/receipt.ts';

/** The reference of a message, how often a mail confirms one, and the page of a quote. */
export function ReceiptNote({ texts, receipt }: { texts: typeof receiptTexts; receipt: Receipt }) {
  return (
    <>
      <p className="mt-3">
        {texts.reference} <strong className="figure">{receipt.reference}</strong>
      </p>
      <p className="copy mt-3">{texts.mail}</p>
      {receipt.url && (
        <p className="mt-5">
          <a href={receipt.url} className="btn-primary">
            {texts.quote}
          </a>
        </p>
      )}
    </>
  );
}
