import { LRUCache } from 'lru-cache';
import { createElement, type FunctionComponent, type ReactElement, type ReactNode } from 'react';
import { type Bytes, inOwnBuffer } from '#server/platform/web/compression.ts';
import { withPageContext } from './page-context.ts';
import { ssrEnvironment } from './ssr-environment.ts';
import { deferMarkup, isForRouter, placeholderName } from './static-markup.ts';

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
export function Static({ name, isConstant = false, children }: StaticProps): ReactNode {
  // Development and unit tests use React's ordinary tree, with its warnings.
  if (import.meta.env.DEV) return children;
  const part = isConstant ? constantPart(name, children) : renderPart(children);
  return elementOf(part, deferMarkup(name, part.markup));
}

/**
 * Elements for the document's head that React never changes, inserted like `Static`. They are for readers of the document, so the
 * router's client gets none.
 */
export function StaticHead({ children }: { children: ReactNode }): ReactNode {
  if (import.meta.env.DEV) return children;
  if (isForRouter()) return null;
  const name = 'head';
  deferMarkup(name, Buffer.from(ssrEnvironment().renderStatic(children)));
  return <meta name={placeholderName} content={name} />;
}

/** The markup (bytes) that is kept of one component for other pages. */
const keptBytes = 3_000_000;

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
  const parts = new LRUCache<string, Part & { name: string }>({
    maxSize: keptBytes,
    sizeCalculation: ({ markup }, key) => key.length + markup.byteLength,
  });
  return (props) => {
    const key = JSON.stringify(varying(props));
    let part = parts.get(key);
    if (!part) {
      keptParts += 1;
      part = { ...renderKept(<Component {...props} />), name: `kept-${keptParts}` };
      parts.set(key, part);
    }
    return elementOf(part, deferMarkup(part.name, part.markup));
  };
}

/** How many parts have been kept so far; their names are numbered. */
let keptParts = 0;

/** The outermost element and the markup inside it. A component that renders nothing has no type. */
type Part = { type?: string; attributes: Record<string, unknown>; markup: Bytes };

const constantParts = new Map<string, Part>();

function constantPart(name: string, children: ReactElement): Part {
  let part = constantParts.get(name);
  if (!part) {
    part = renderKept(children);
    constantParts.set(name, part);
  }
  return part;
}

/** Renders without the page's context: a part that serves other pages must neither depend on this one nor leave parts of its own in it. */
function renderKept(children: ReactElement): Part {
  const { markup, ...element } = withPageContext(undefined, () => renderPart(children));
  return { ...element, markup: inOwnBuffer(markup) };
}

function renderPart(children: ReactElement): Part {
  const { renderStatic } = ssrEnvironment();
  const root = outermost(children);
  if (!root) return { attributes: {}, markup: Buffer.alloc(0) };
  const { children: inner, ...attributes } = root.props;
  return { type: root.type, attributes, markup: Buffer.from(renderStatic(inner)) };
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
