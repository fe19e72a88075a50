import { text } from 'node:stream/consumers';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { completePieces, deferMarkup, type PageContext, renderStaticWith, Static, withPageContext } from '#server/http/page/page.ts';

renderStaticWith(renderToStaticMarkup);

/** A page with two static parts as React renders it, one of them within the other, and what is missing in it. */
function page(attribute = '') {
  const context: PageContext = { path: '/projects', search: '' };
  const html = withPageContext(context, () => {
    const list = deferMarkup(`<li>£12</li>${deferMarkup('<li>Köhlerwald</li>')}`);
    return `<!DOCTYPE html><html><body><!-- a comment --><ul>${list}</ul><p${attribute}>a &lt; b</p></body></html>`;
  });
  return { html, missing: { markup: () => context.markup, payload: '0:["</script>", "$&"]\n' } };
}
const filled = '<!DOCTYPE html><html><body><!-- a comment --><ul><li>£12</li><li>Köhlerwald</li></ul><p>a &lt; b</p></body></html>';

/** Expects that a page is completed to `whole` wherever it is split into two chunks. */
async function expectWherever({ html, missing }: ReturnType<typeof page>, whole: string) {
  for (let cut = 0; cut <= html.length; cut += 1)
    expect(await text(completePieces([html.slice(0, cut), html.slice(cut)], missing)), `cut at ${cut}`).toBe(whole);
}

it('the static parts of a page are filled in wherever a streamed page is split into chunks', async () => {
  await expectWherever(page(), filled);
});

it('the static parts of a page are never silently omitted', async () => {
  const { html, missing } = page();
  await expect(text(completePieces([html], { ...missing, markup: () => [] }))).rejects.toThrow('The page has no static part 1');
});

it('the payload is the last element of the body of a page with islands, as text that cannot end its element', async () => {
  const made = page(' data-island="waiting"');
  const { html, missing } = made;
  const whole = await text(completePieces([html], missing));
  const block = /<script type="application\/json" id="payload">([^<]*)<\/script><\/body><\/html>$/.exec(whole)?.[1];
  expect(JSON.parse(block ?? '')).toBe(missing.payload);
  await expectWherever(made, whole);
});

it('the payload is awaited before the end of the body only', async () => {
  const { html, missing } = page(' data-island="waiting"');
  const payload = Promise.withResolvers<string>();
  const pieces = completePieces([html], { ...missing, payload: payload.promise });
  expect(String((await pieces.next()).value)).toContain('a &lt; b');
  payload.resolve('late');
  expect(String((await pieces.next()).value)).toContain('"late"</script></body>');
});

const Item = () => <b>item</b>;

it('a static part is its own element, whose children bypass React', () => {
  const context: PageContext = { path: '/', search: '' };
  const list = (
    <Static as="section" id="list" className="page">
      <Item /> and <Item />
    </Static>
  );
  const html = withPageContext(context, () => renderToStaticMarkup(list));
  expect(html).toBe('<section id="list" class="page"><meta name="static" content="0"/></section>');
  expect(context.markup).toEqual(['<b>item</b> and <b>item</b>']);
});
