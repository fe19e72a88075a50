import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { type PageContext, withPageContext } from '#server/http/page/page-context.ts';
import { Static } from '#server/http/page/static.tsx';

vi.mock('#server/http/page/ssr-environment.ts', () => ({ ssrEnvironment: () => ({ renderStatic: renderToStaticMarkup }) }));

function render(element: ReactElement) {
  const context: PageContext = { path: '/', search: '', nonce: '' };
  return { html: withPageContext(context, () => renderToStaticMarkup(element)), markup: context.markup };
}

describe('a static part', () => {
  it('is its own element, whose children bypass React', () => {
    const { html, markup } = render(
      <Static as="section" id="list" className="page">
        <Item /> and <Item />
      </Static>,
    );
    expect(html).toBe('<section id="list" class="page"><meta name="static" content="0"/></section>');
    expect(markup).toEqual(['<b>item</b> and <b>item</b>']);
  });

  it('has a name of its own in its page', () => {
    const { markup } = render(
      <>
        <Static as="p">one</Static>
        <Static as="p">two</Static>
      </>,
    );
    expect(markup).toEqual(['one', 'two']);
  });

  it('cannot contain anything asynchronous', () => {
    async function Late() {
      return <Item />;
    }
    expect(() =>
      render(
        <Static as="p">
          <Late />
        </Static>,
      ),
    ).toThrow('suspended');
  });

  it('cannot contain anything that fails', () => {
    const Island = () => {
      throw new Error('an island is a client component');
    };
    expect(() =>
      render(
        <Static as="p">
          <Island />
        </Static>,
      ),
    ).toThrow('an island');
  });
});

function Item() {
  return <b>item</b>;
}
