import { Parser } from 'htmlparser2';

/** Elements that begin and end a line. */
const blocks =
  /^(?:address|article|aside|blockquote|br|d[dlt]|details|div|fig(?:caption|ure)|footer|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|summary|table|t[dhr]|ul)$/;
/** Elements whose content nobody reads. */
const unread = /^(?:script|style|template|title|select|datalist|textarea|noscript)$/;
/** Hides what is in an element. */
const hiding = /(?<![-\w])(?:display\s*:\s*none|(?:content-)?visibility\s*:\s*(?:hidden|collapse))/i;
/** The most elements within each other: the parser looks for each end among those that are open. */
const maxDepth = 500;

/**
 * What happens at an element or a text. `unseen`: how many of the elements around it, and of itself, nobody sees; `isImplied`: whether
 * its end is not written.
 */
type Handlers = {
  open?: (name: string, attributes: Record<string, string>, unseen: number) => void;
  text: (text: string, unseen: number) => void;
  close?: (name: string, isImplied: boolean) => void;
};

/**
 * Walks through the elements and texts of HTML; a block begins and ends with a line break.
 * @throws Error for elements that are nested without end.
 */
export function walkHtml(html: string, { open, text, close }: Handlers): void {
  /** Of each open element, the outermost first, whether it hides what is in it. */
  const hides: boolean[] = [];
  let unseen = 0;
  /** How many `pre`, in which lines end as they are written, are open. */
  let asWritten = 0;
  const endLine = (name: string) => {
    if (blocks.test(name)) text('\n', unseen);
  };
  const parser = new Parser({
    onopentag: (name, attributes) => {
      const { hidden, style = '', 'aria-hidden': ariaHidden } = attributes;
      // `aria-hidden` is said of marks, such as the arrow of a sorted column. Rows and cells that have it are seen all the same.
      const isHidden = unread.test(name) || hidden !== undefined || hiding.test(style) || (ariaHidden === 'true' && !/^t[dhr]$/.test(name));
      hides.push(isHidden);
      if (hides.length > maxDepth) throw new Error(`HTML is nested more than ${maxDepth} elements deep.`);
      if (isHidden) unseen++;
      if (name === 'pre') asWritten++;
      open?.(name, attributes, unseen);
      endLine(name);
    },
    ontext: (data) => text(asWritten > 0 ? data : data.replace(/\s+/g, ' '), unseen),
    onclosetag: (name, isImplied) => {
      if (hides.pop()) unseen--;
      if (name === 'pre') asWritten--;
      close?.(name, isImplied);
      endLine(name);
    },
  });
  parser.end(html);
}

/** Returns the text that HTML shows: its blocks as lines. */
export function textOfHtml(html: string): string {
  let shown = '';
  walkHtml(html, { text: (text, unseen) => (shown += unseen === 0 ? text : '') });
  return shownLines(shown);
}

/** Returns text without blanks around its lines, and without empty lines. */
export function shownLines(text: string): string {
  const lines = text.split('\n').map((line) => line.split(/\s+/).filter(Boolean).join(' '));
  return lines.filter(Boolean).join('\n');
}
