import { Tokenizer } from 'htmlparser2';

/** Elements that begin and end a line. */
const blocks = /^(?:blockquote|br|div|h[1-6]|hr|li|ol|p|pre|section|table|tr|ul)$/i;
/** Elements whose content nobody sees. */
const unseen = /^(?:script|style)$/i;

/**
 * Returns the text that HTML shows: its blocks as lines without blanks around them, and no empty lines. Tokens are enough for this, and
 * take linear time; a tree of elements would not.
 */
export function textOfHtml(html: string): string {
  let text = '';
  let hidden = '';
  const ignore = () => {};
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname: (start, end) => {
        const name = html.slice(start, end);
        if (unseen.test(name)) hidden ||= name;
        if (blocks.test(name)) text += '\n';
      },
      onclosetag: (start, end) => {
        const name = html.slice(start, end);
        if (name.toLowerCase() === hidden.toLowerCase()) hidden = '';
        if (blocks.test(name)) text += '\n';
      },
      ontext: (start, end) => {
        if (!hidden) text += html.slice(start, end).replace(/\s+/g, ' ');
      },
      ontextentity: (codePoint) => {
        if (!hidden) text += String.fromCodePoint(codePoint);
      },
      ...{ onattribname: ignore, onattribdata: ignore, onattribentity: ignore, onattribend: ignore, onopentagend: ignore },
      ...{ onselfclosingtag: ignore, oncdata: ignore, oncomment: ignore, ondeclaration: ignore, onprocessinginstruction: ignore },
      onend: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  const lines = text.split('\n').map((line) => line.split(/\s+/).filter(Boolean).join(' '));
  return lines.filter(Boolean).join('\n');
}
