import { describe, expect, it } from 'vitest';
import { type PageContext, withPageContext } from '#server/http/page/page-context.ts';
import { deferMarkup, fillIn, fillInStream } from '#server/http/page/static-markup.ts';

/** A page with two static parts as React renders it, and the markup collected for its request. */
function page(path = '/projects') {
  const context: PageContext = { path, search: '', nonce: '' };
  const html = withPageContext(context, () => {
    const [head, list] = [deferMarkup('head', Buffer.from('<b>Carma’s head</b>')), deferMarkup('list', Buffer.from('<li>£12</li>'))];
    return `<!DOCTYPE html><header>${head}</header><!-- a comment --><ul>${list}</ul>a < b<`;
  });
  return { html: Buffer.from(html), markup: context.markup };
}
const whole = '<!DOCTYPE html><header><b>Carma’s head</b></header><!-- a comment --><ul><li>£12</li></ul>a < b<';

describe('static parts of a page', () => {
  it('are left out while the page is rendered and filled in when it is sent', () => {
    const { html, markup } = page();
    expect(html.toString()).not.toContain('Carma’s head');
    expect(fillIn(html, markup).toString()).toBe(whole);
  });

  it('are filled in wherever a streamed page is split into chunks', async () => {
    const { html, markup } = page();
    for (let cut = 0; cut <= html.length; cut += 1) {
      const filling = fillInStream(() => markup);
      filling.write(html.subarray(0, cut));
      filling.end(html.subarray(cut));
      expect(Buffer.concat(await filling.toArray()).toString(), `cut at ${cut}`).toBe(whole);
    }
  });

  it('may contain other parts', () => {
    const context: PageContext = { path: '/projects', search: '', nonce: '' };
    const html = withPageContext(context, () => {
      const card = deferMarkup('card', Buffer.from('<b>Köhlerwald</b>'));
      return deferMarkup('list', Buffer.from(`<li>${card}</li><li>${card}</li>`));
    });
    expect(fillIn(Buffer.from(`<ul>${html}</ul>`), context.markup).toString()).toBe(
      '<ul><li><b>Köhlerwald</b></li><li><b>Köhlerwald</b></li></ul>',
    );
  });

  it('are inline in the response to the router’s client', () => {
    expect(page('/RSC/R/projects.txt').html.toString()).toBe(whole);
  });

  it('are never silently omitted', () => {
    const { html } = page();
    expect(() => fillIn(html, new Map())).toThrow('The page has no markup called head');
  });
});
