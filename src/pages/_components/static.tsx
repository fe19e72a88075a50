import { createElement, type FunctionComponent, type ReactElement, type ReactNode } from 'react';
import { ssrEnvironment } from '#server/http/page/ssr-environment.ts';
import { keepMarkup } from '#server/http/page/static-markup.ts';

type StaticProps = {
  /** Of its page's static parts, which one. */
  name: string;
  /** Whether it is the same on every page for as long as the process runs. */
  isConstant?: boolean;
  children: ReactElement;
};

/**
 * A part of a page that React never hydrates: no islands, nothing asynchronous, nothing for the document's head inside. Its markup
 * is inserted into the finished page. Through the payload the same elements cost many times as much (docs/decisions/028).
 * Its child is one element, or a component that returns one: that element's own attributes stay React's.
 * @throws Error if something inside is asynchronous or a client component.
 */
export async function Static({ name, isConstant = false, children }: StaticProps): Promise<ReactNode> {
  // Development and unit tests have React's own tree, with its warnings.
  if (import.meta.env.DEV) return children;
  const part = (isConstant && constantParts.get(name)) || (await renderPart(children));
  if (isConstant) constantParts.set(name, part);
  if (!part.type) return null;
  const contents = { __html: keepMarkup(name, part.markup) };
  return createElement(part.type, { ...part.attributes, dangerouslySetInnerHTML: contents });
}

/** The outermost element, and what is inside it; no type for a component that renders nothing. */
type Part = { type?: string; attributes: Record<string, unknown>; markup: string };

const constantParts = new Map<string, Part>();

async function renderPart(children: ReactElement): Promise<Part> {
  const { renderStatic } = await ssrEnvironment();
  const root = outermost(children);
  if (!root) return { attributes: {}, markup: '' };
  const { children: inner, ...attributes } = root.props;
  return { type: root.type, attributes, markup: renderStatic(inner) };
}

type HostElement = ReactElement<Record<string, unknown> & { children?: ReactNode }, string>;

/** The element that a component renders to; undefined for a component that renders nothing. */
function outermost(node: ReactNode): HostElement | undefined {
  if (!node) return undefined;
  const element = node as ReactElement<object, FunctionComponent | string>;
  if (typeof element.type === 'string') return element as HostElement;
  if (typeof element.type !== 'function') throw new Error('A static part of a page is one element');
  return outermost(element.type(element.props) as ReactNode);
}
