import { createElement, type FunctionComponent, type ReactElement, type ReactNode } from 'react';
import { keepMarkup } from '#server/http/page/static-markup.ts';

type StaticProps = {
  /** Of its page's static parts, which one. */
  name: string;
  children: ReactElement;
};

/**
 * A part of a page that React never takes over: no islands, nothing that waits, nothing for the document's head inside. Its markup
 * is put into the finished page. Through the payload the same elements cost many times as much (docs/decisions/028).
 * Its child is one element, or a component that answers with one: that element's own attributes stay React's.
 * @throws Error where something inside waits, or is a client component.
 */
export async function Static({ name, children }: StaticProps): Promise<ReactNode> {
  // Development and unit tests have React's own tree, with its warnings.
  if (import.meta.env.DEV) return children;
  const { renderStatic } = await import.meta.viteRsc.import<typeof import('#src/waku.ssr.tsx')>('../../waku.ssr.tsx', {
    environment: 'ssr',
  });
  const root = outermost(children);
  if (!root) return null;
  const { children: inner, ...attributes } = root.props;
  const contents = { __html: keepMarkup(name, renderStatic(inner)) };
  return createElement(root.type, { ...attributes, dangerouslySetInnerHTML: contents });
}

type HostElement = ReactElement<Record<string, unknown> & { children?: ReactNode }, string>;

/** The element of the page that a component answers with; undefined for a component that shows nothing. */
function outermost(node: ReactNode): HostElement | undefined {
  if (!node) return undefined;
  const element = node as ReactElement<object, FunctionComponent | string>;
  if (typeof element.type === 'string') return element as HostElement;
  if (typeof element.type !== 'function') throw new Error('A static part of a page is one element');
  return outermost(element.type(element.props) as ReactNode);
}
