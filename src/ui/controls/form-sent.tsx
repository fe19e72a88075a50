import type { receiptTexts } from '#src/content/receipt.ts';
import type { Link } from '#src/content/types.ts';
import type { Receipt } from '#src/lib/protocol/receipt.ts';
import { ReceiptNote } from './receipt-note.tsx';

type FormSentProps = {
  content: { success: { title: string; body: string }; another: Link; receipt: typeof receiptTexts };
  receipt: Receipt;
};

/** Replaces a form after it was posted without scripts: the thanks, the reference, and a link to an empty form. */
export function FormSent({ content: { success, another, receipt: texts }, receipt }: FormSentProps) {
  return (
    <div role="status" className="grid min-h-80 content-center justify-items-start">
      <p className="display-2 text-canopy">{success.title}</p>
      <p className="lede mt-4">{success.body}</p>
      <ReceiptNote texts={texts} receipt={receipt} />
      <a href={another.href} className="btn-outline mt-8">
        {another.label}
      </a>
    </div>
  );
}
