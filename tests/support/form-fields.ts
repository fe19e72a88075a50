import { parse } from 'node-html-parser';

/** Returns what a browser would submit for the fields of text in the forms of a page, in document order. */
export function formFields(html: string): [name: string, value: string][] {
  return (
    parse(html)
      .querySelectorAll('form input, form textarea')
      .filter((field) => field.getAttribute('type') !== 'file')
      // HTML drops a line break right after <textarea>.
      .map((field) => [field.getAttribute('name') ?? '', field.getAttribute('value') ?? field.textContent.replace(/^\n/, '')])
  );
}
