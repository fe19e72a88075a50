import { parse } from 'node-html-parser';

/** What a browser would send of the one form on a page, in its order, without files. */
export function formFields(html: string): [name: string, value: string][] {
  return parse(html)
    .querySelectorAll('form input, form textarea')
    .filter((field) => field.getAttribute('type') !== 'file')
    .map((field) => [field.getAttribute('name') ?? '', field.getAttribute('value') ?? field.textContent.replace(/^\n/, '')]);
}
