import { LRUCache } from 'lru-cache';
import { createElement, type FunctionComponent, type ReactElement, type ReactNode } from 'react';
import { loadedSsrEnvironment, ssrEnvironment } from './ssr-environment.ts';
import { deferMarkup } from './static-markup.ts';

type StaticProps = {
  /** A name that is unique among the static parts of the page; of a constant part, among those of all pages. */
  name: string;
  /** Whether it is the same for the lifetime of the process; it is then rendered once. */
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
  await ssrEnvironment();
  const part = (isConstant && constantParts.get(name)) || renderPart(children);
  if (isConstant) constantParts.set(name, part);
  return elementOf(part, deferMarkup(name, part.markup));
}

/** The markup (characters) that is kept of one component for other pages. */
const keptCharacters = 3_000_000;

/**
 * Returns the same component for use inside static parts: it is rendered once for the same props, so that a project's card is
 * made once for all lists that show the project. @param varying returns the props that vary, as plain data; they alone may decide
 * what is rendered.
 */
export function renderedOnce<Props extends object>(
  Component: FunctionComponent<Props>,
  varying: (props: Props) => unknown,
): FunctionComponent<Props> {
  if (import.meta.env.DEV) return Component;
  const parts = new LRUCache<string, Part>({
    maxSize: keptCharacters,
    sizeCalculation: ({ markup }, key) => key.length + markup.length,
  });
  return (props) => {
    const key = JSON.stringify(varying(props));
    let part = parts.get(key);
    if (!part) {
      part = renderPart(<Component {...props} />);
      parts.set(key, part);
    }
    return elementOf(part, part.markup);
  };
}

/** The outermost element and the markup inside it. A component that renders nothing has no type. */
type Part = { type?: string; attributes: Record<string, unknown>; markup: string };

const constantParts = new Map<string, Part>();

function renderPart(children: ReactElement): Part {
  const { renderStatic } = loadedSsrEnvironment();
  const root = outermost(children);
  if (!root) return { attributes: {}, markup: '' };
  const { children: inner, ...attributes } = root.props;
  return { type: root.type, attributes, markup: renderStatic(inner) };
}

function elementOf({ type, attributes }: Part, markup: string): ReactNode {
  return type ? createElement(type, { ...attributes, dangerouslySetInnerHTML: { __html: markup } }) : null;
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
