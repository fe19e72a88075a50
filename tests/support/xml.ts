import { SaxesParser } from 'saxes';

/** What a registry might write, including what XML cannot contain: control characters, half a surrogate pair, U+FFFE. */
export const hostileXml = `A<b & "c" 'd' ]]> \u0000\u0008\u000b\u001f\ud800 \ufffe é 木 😀 <script>`;

type Element = { name: string; text: string; attributes: Record<string, string> };

/** Lists every element with its own text. @throws Error unless the document is well formed. */
export function parseXml(xml: string): Element[] {
  const elements: Element[] = [];
  const open: Element[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, text: '', attributes: attributes as Record<string, string> };
    elements.push(element);
    open.push(element);
  });
  const add = (text: string) => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  return elements;
}

export const textOf = (xml: string, name: string) => parseXml(xml).find((element) => element.name === name)?.text;
