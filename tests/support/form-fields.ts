import { parse } from 'node-html-parser';

/** Returns what a browser would submit for the only form on a page, in document order, without files. */
export function formFields(html: string): [name: string, value: string][] {
  return parse(html)
    .querySelectorAll('form input, form textarea')
    .filter((field) => field.getAttribute('type') !== 'file')
    .map((field) => [field.getAttribute('name') ?? '', field.getAttribute('value') ?? field.textContent.replace(/^\n/, '')]);
}
