import { createElement, type FunctionComponent, type ReactElement, type ReactNode } from 'react';
import { ssrEnvironment } from '#server/http/page/ssr-environment.ts';
import { deferMarkup } from '#server/http/page/static-markup.ts';

type StaticProps = {
  /** A name that is unique among the static parts of the page. */
  name: string;
  /** Whether it is the same on every page for the lifetime of the process; it is then rendered once. */
  isConstant?: boolean;
  children: ReactElement;
};

/**
 * A part of a page that React never hydrates. It may contain no islands, nothing asynchronous and nothing for the document's
 * head. Its markup is inserted into the finished page, because the same elements in the payload would cost many times as much
 * (docs/decisions/028). Its child is one element, or a component that returns one; React still manages that element's attributes.
 * @throws Error if something inside is asynchronous or a client component.
 */
export async function Static({ name, isConstant = false, children }: StaticProps): Promise<ReactNode> {
  // Development and unit tests use React's ordinary tree, with its warnings.
  if (import.meta.env.DEV) return children;
  const part = (isConstant && constantParts.get(name)) || (await renderPart(children));
  if (isConstant) constantParts.set(name, part);
  if (!part.type) return null;
  const contents = { __html: deferMarkup(name, part.markup) };
  return createElement(part.type, { ...part.attributes, dangerouslySetInnerHTML: contents });
}

/** The outermost element and the markup inside it. A component that renders nothing has no type. */
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

/** Returns the outermost element that a component renders; undefined if it renders nothing. */
function outermost(node: ReactNode): HostElement | undefined {
  if (!node) return undefined;
  const element = node as ReactElement<object, FunctionComponent | string>;
  if (typeof element.type === 'string') return element as HostElement;
  if (typeof element.type !== 'function') throw new Error('A static part of a page is one element');
  return outermost(element.type(element.props) as ReactNode);
}
